// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "integrate/generalized_alpha.hpp"
#include "integrate/modal_method.hpp"
#include "integrate/spark_stepper.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/run/method.hpp"

namespace sparkdyn::run {
namespace {

using integrate::AlphaParameters;

MethodFamily lobatto_family() {
  return {.name = "lobatto",
          .keys = {{"stages", 3, 2, 12, true}, {"rho_infinity", 0.8, 0, 1}},
          .splits = true,
          .shared = true,
          .make =
              [](const MethodOptions& method, const StepperParts& parts) {
                return std::make_unique<integrate::SparkStepper>(
                    parts.system,
                    integrate::SparkOptions{
                        .stages = method.stages(), .splitting = method.terms(), .kept = parts.kept},
                    parts.mass);
              },
          .demand =
              [](const MethodOptions& method) {
                return linear::StepDemand{.real_systems = method.stages() % 2,
                                          .complex_systems = method.stages() / 2};
              },
          .one_matrix =
              [](const MethodOptions& method, const mechanics::System& system) {
                const auto coefficients = stage::make_coefficients(
                    system, tableau::Lobatto(method.stages()), method.terms());
                return stage::uniform_force_matrix(system, coefficients).size() > 0;
              },
          .modal =
              [](const MethodOptions& method, const mechanics::System& system) {
                return integrate::modal_method(
                    system, integrate::SparkOptions{.stages = method.stages(),
                                                    .splitting = method.terms()});
              }};
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

}  // namespace

const std::vector<MethodFamily>& method_families() {
  static const std::vector<MethodFamily> all{
      lobatto_family(),
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
                   })};
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

tableau::Splitting MethodOptions::terms() const {
  return splitting ? *splitting : tableau::Splitting::uniform(value("rho_infinity"));
}

MethodOptions lobatto(int stages, double rho_infinity) {
  return {.values = {{"stages", stages}, {"rho_infinity", rho_infinity}}};
}

MethodOptions newmark(double beta, double gamma) {
  return {.family = &method_families()[1], .values = {{"beta", beta}, {"gamma", gamma}}};
}

MethodOptions hht(double alpha) {
  return {.family = &method_families()[2], .values = {{"alpha", alpha}}};
}

MethodOptions generalized_alpha(double rho_infinity) {
  return {.family = &method_families()[3], .values = {{"rho_infinity", rho_infinity}}};
}

}  // namespace sparkdyn::run
