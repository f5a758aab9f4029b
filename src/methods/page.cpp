// SPDX-License-Identifier: BSD-3-Clause
#include "methods/page.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "methods/text.hpp"
#include "output/output_folder.hpp"
#include "report/packed.hpp"
#include "report/page.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/version.hpp"

namespace sparkdyn::methods {
namespace {

using output::JsonObject;

constexpr int points = 161, most_stages = 6, radii = 11;
constexpr double lowest = 0.05, decades = 4.3;

std::vector<float> frequencies() {
  std::vector<float> found;
  for (int i = 0; i < points; ++i)
    found.push_back(static_cast<float>(lowest * std::pow(10.0, decades * i / (points - 1))));
  return found;
}

/// Radius, period error and loss per period over hω, one after the other. Past hω = π the step no
/// longer sees the phase: there are no errors there.
std::vector<float> curves(const integrate::ModalMethod& method, const std::vector<float>& mu) {
  constexpr double sees_the_phase = 3.1;
  constexpr float none = std::numeric_limits<float>::quiet_NaN();
  std::vector<float> radius, period, loss;
  for (const double at : mu) {
    radius.push_back(static_cast<float>(method.radius(1.0, at)));
    if (at >= sees_the_phase) {
      period.push_back(none);
      loss.push_back(none);
      continue;
    }
    const auto [p, a] = integrate::modal_error(method, at, 1.0);
    period.push_back(static_cast<float>(std::abs(p)));
    loss.push_back(static_cast<float>(a));
  }
  radius.insert(radius.end(), period.begin(), period.end());
  radius.insert(radius.end(), loss.begin(), loss.end());
  return radius;
}

class Catalogue {
 public:
  explicit Catalogue(report::Arrays& arrays) : arrays_(arrays), mu_(frequencies()) {}

  void add(const std::string& name, const std::string& family, const MethodArguments& arguments) {
    const MethodFacts facts = method_facts(family, arguments);
    JsonObject entry;
    entry.add("name", name)
        .add("family", family)
        .add("title", facts.title)
        .add("order", facts.order)
        .add("radius_at_infinity", facts.radius_at_infinity)
        .add("coefficients", coefficients_text(facts))
        .add("curves", arrays_.add(curves(facts.oscillator, mu_)));
    if (facts.coefficients) entry.add("stages", facts.coefficients->stages());
    if (arguments.rho_infinity) entry.add("rho_infinity", *arguments.rho_infinity);
    entries_.push_back(entry);
  }

  /// With every number of stages and ρ∞ that it has, up to a bound.
  void add_family(const std::string& family) {
    MethodArguments wanted;
    wanted.rho_infinity = 0.5;
    wanted.stages = 1;
    const MethodArguments has = arguments_for(family, wanted);
    const int first = has.stages.value_or(0), last = has.stages ? most_stages : 0;
    for (int stages = first; stages <= last; ++stages)
      for (int r = 0; r < (has.rho_infinity ? radii : 1); ++r) {
        MethodArguments arguments;
        if (has.stages) arguments.stages = stages;
        if (has.rho_infinity) arguments.rho_infinity = r / static_cast<double>(radii - 1);
        add_if_possible(family, arguments);
      }
  }

  const std::vector<float>& mu() const { return mu_; }
  const std::vector<JsonObject>& entries() const { return entries_; }

 private:
  /// Some families lack some numbers of stages.
  void add_if_possible(const std::string& family, const MethodArguments& arguments) {
    try {
      add(family, family, arguments);
    } catch (const core::Error&) {
    } catch (const std::invalid_argument&) {
    }
  }

  report::Arrays& arrays_;
  std::vector<float> mu_;
  std::vector<JsonObject> entries_;
};

}  // namespace

void write_method_page(const MethodArguments& arguments, const std::filesystem::path& file) try {
  const std::string family = arguments.family.value_or(method_families().front());
  report::Arrays arrays;
  Catalogue catalogue(arrays);
  MethodArguments shown = arguments;
  if (arguments.splitting.empty() && !arguments.rho_infinity) {  // what the family takes then
    MethodArguments usual;
    usual.rho_infinity = 0.8;
    shown.rho_infinity = arguments_for(family, usual).rho_infinity;
  }
  catalogue.add("as given", family, shown);
  for (const std::string& each : method_families()) catalogue.add_family(each);
  JsonObject data;
  data.add("title", "Methods for structural dynamics")
      .add("program", "sparkdyn " + core::version())
      .add("made", "what sparkdyn method prints, as pictures")
      .add("mu", arrays.add(catalogue.mu()))
      .add("methods", catalogue.entries());
  output::write_text_atomically(
      file, report::page("Methods for structural dynamics", "method", data, arrays.packed()));
} catch (const std::invalid_argument& error) {
  core::input_error("{}", error.what());
}

}  // namespace sparkdyn::methods
