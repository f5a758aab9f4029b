// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "integrate/energy_momentum.hpp"
#include "integrate/generalized_alpha.hpp"
#include "integrate/modal_method.hpp"
#include "integrate/spark_stepper.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/run/method.hpp"

namespace sparkdyn::run {
namespace {

using integrate::AlphaParameters;

std::vector<double> as_list(const tableau::Vector& c) {
  return {c.begin(), c.end()};
}

/// What both families of SPARK methods share: `method` makes the one that the options describe.
MethodFamily spark_family(std::string name, MethodKey stages, SplitBy splits,
                          integrate::SparkMethod (*method)(const MethodOptions&,
                                                           const mechanics::System&),
                          std::vector<double> (*nodes)(const MethodOptions&)) {
  return {.name = std::move(name),
          .keys = {std::move(stages), {"rho_infinity", 0.8, 0, 1}},
          .splits = splits,
          .shared = true,
          .make =
              [=](const MethodOptions& options, const StepperParts& parts) {
                return std::make_unique<integrate::SparkStepper>(
                    parts.system, method(options, parts.system), parts.mass, parts.kept);
              },
          .nodes = nodes,
          .demand =
              [](const MethodOptions& options) {
                return linear::StepDemand{.real_systems = options.stages() % 2,
                                          .complex_systems = options.stages() / 2};
              },
          .one_matrix =
              [=](const MethodOptions& options, const mechanics::System& system) {
                return stage::uniform_force_matrix(system, method(options, system).coefficients)
                           .size() > 0;
              },
          .modal =
              [=](const MethodOptions& options, const mechanics::System& system) {
                return integrate::modal_method(system, method(options, system));
              }};
}

MethodFamily lobatto_family() {
  return spark_family(
      "lobatto", {"stages", 3, 2, 12, true}, SplitBy::letters,
      [](const MethodOptions& options, const mechanics::System& system) {
        return integrate::lobatto_method(system, options.stages(), options.letters());
      },
      [](const MethodOptions& options) { return as_list(tableau::Lobatto(options.stages()).c()); });
}

/// Loads at the nodes, prescribed motion at the points between which they lie.
std::vector<double> gauss_times(const MethodOptions& options) {
  const tableau::GaussLobatto gauss(options.stages());
  std::vector<double> times = as_list(gauss.c());
  times.insert(times.end(), gauss.points().begin(), gauss.points().end());
  std::sort(times.begin(), times.end());
  return times;
}

MethodFamily gauss_lobatto_family() {
  return spark_family(
      "gauss-lobatto", {"stages", 3, 1, 10, true}, SplitBy::radius,
      [](const MethodOptions& options, const mechanics::System& system) {
        return integrate::gauss_method(system, options.stages(), options.term_radii());
      },
      gauss_times);
}

/// All systems of a step are one.
MethodFamily one_factor_family() {
  MethodFamily family = spark_family(
      "esdirk",
      {"stages", 5, tableau::OneFactor::fewest_stages, tableau::OneFactor::most_stages, true},
      SplitBy::nothing,
      [](const MethodOptions& options, const mechanics::System& system) {
        return integrate::one_factor_method(system, options.stages(),
                                            options.value("rho_infinity"));
      },
      gauss_times);
  family.demand = [](const MethodOptions& options) {
    return linear::StepDemand{.real_systems = 1, .complex_systems = 0, .solves = options.stages()};
  };
  return family;
}

/// One real matrix a step, and an acceleration of each load case that is carried on.
MethodFamily alpha_family(std::string name, std::vector<MethodKey> keys,
                          AlphaParameters (*parameters)(const MethodOptions&)) {
  return {.name = std::move(name),
          .keys = std::move(keys),
          .make =
              [=](const MethodOptions& method, const StepperParts& parts) {
                return std::make_unique<integrate::AlphaStepper>(parts.system, parameters(method),
                                                                 parts.mass, parts.kept);
              },
          .nodes =
              [](const MethodOptions&) {
                return std::vector<double>{0, 1};
              },
          .demand =
              [](const MethodOptions&) {
                return linear::StepDemand{.real_systems = 1, .complex_systems = 0};
              },
          .one_matrix = [](const MethodOptions&, const mechanics::System&) { return true; },
          .modal =
              [=](const MethodOptions& method, const mechanics::System& system) {
                return integrate::modal_method(system, parameters(method));
              }};
}

/// On linear systems the midpoint rule, which is Newmark's trapezoidal one.
MethodFamily energy_momentum_family() {
  MethodFamily family = alpha_family("energy-momentum", {}, [](const MethodOptions&) {
    AlphaParameters midpoint = AlphaParameters::newmark();
    midpoint.name = "energy-momentum";
    return midpoint;
  });
  family.nonlinear = true;
  family.make = [](const MethodOptions&, const StepperParts& parts) {
    return std::make_unique<integrate::EnergyMomentumStepper>(parts.system, parts.mass);
  };
  family.nodes = [](const MethodOptions&) { return std::vector<double>{0, 0.5, 1}; };
  return family;
}

}  // namespace

const std::vector<MethodFamily>& method_families() {
  static const std::vector<MethodFamily> all{
      gauss_lobatto_family(),
      lobatto_family(),
      one_factor_family(),
      alpha_family("newmark", {{"beta", 0.25, 0, 1}, {"gamma", 0.5, 0, 1}},
                   [](const MethodOptions& method) {
                     return AlphaParameters::newmark(method.value("beta"), method.value("gamma"));
                   }),
      alpha_family(
          "hht", {{"alpha", -0.05, -1.0 / 3.0, 0}},
          [](const MethodOptions& method) { return AlphaParameters::hht(method.value("alpha")); }),
      alpha_family("generalized-alpha", {{"rho_infinity", 0.8, 0, 1}},
                   [](const MethodOptions& method) {
                     return AlphaParameters::generalized_alpha(method.value("rho_infinity"));
                   }),
      energy_momentum_family()};
  return all;
}

const MethodKey* MethodFamily::find(std::string_view key) const {
  const auto found = std::find_if(keys.begin(), keys.end(),
                                  [&](const MethodKey& each) { return each.name == key; });
  return found == keys.end() ? nullptr : &*found;
}

const MethodFamily& MethodOptions::of() const {
  return family ? *family : method_families().front();
}

double MethodOptions::value(const std::string& key) const {
  const MethodKey* known = of().find(key);
  if (!known) core::input_error("the family {} has no '{}'", of().name, key);
  const auto given = values.find(key);
  return given == values.end() ? known->usual : given->second;
}

tableau::Splitting MethodOptions::letters() const {
  return splitting ? *splitting : tableau::Splitting::uniform(value("rho_infinity"));
}

tableau::GaussSplitting MethodOptions::term_radii() const {
  return radii ? *radii : tableau::GaussSplitting::uniform(value("rho_infinity"));
}

const MethodFamily* find_method_family(std::string_view name) {
  for (const MethodFamily& family : method_families())
    if (family.name == name) return &family;
  return nullptr;
}

MethodOptions gauss_lobatto(int stages, double rho_infinity) {
  return {.family = find_method_family("gauss-lobatto"),
          .values = {{"stages", stages}, {"rho_infinity", rho_infinity}}};
}

MethodOptions lobatto(int stages, double rho_infinity) {
  return {.family = find_method_family("lobatto"),
          .values = {{"stages", stages}, {"rho_infinity", rho_infinity}}};
}

MethodOptions newmark(double beta, double gamma) {
  return {.family = find_method_family("newmark"), .values = {{"beta", beta}, {"gamma", gamma}}};
}

MethodOptions hht(double alpha) {
  return {.family = find_method_family("hht"), .values = {{"alpha", alpha}}};
}

MethodOptions generalized_alpha(double rho_infinity) {
  return {.family = find_method_family("generalized-alpha"),
          .values = {{"rho_infinity", rho_infinity}}};
}

}  // namespace sparkdyn::run
