// SPDX-License-Identifier: BSD-3-Clause
#include "input/case.hpp"

#include <fmt/ranges.h>

#include <fmt/format.h>

#include <array>
#include <map>

#include "case_text.hpp"
#include "input/model_probe.hpp"
#include "yaml_tree.hpp"

namespace sparkdyn::input {
namespace {

namespace fs = std::filesystem;

std::string absolute_text(const fs::path& path) {
  return quoted(fs::absolute(path).lexically_normal().string());
}

std::string region_text(const std::string& region) {
  return region.empty() ? "" : fmt::format(", region: {}", quoted(region));
}

std::string text(const MatrixItem& item) {
  return fmt::format("{{matrix: {}{}}}", absolute_text(item.file.path), region_text(item.region));
}

std::string text(const TimedVectorItem& item) {
  return fmt::format("{{vector: {}, amplitude: {}{}}}", absolute_text(item.vector.path),
                     item.amplitude_text.empty() ? item.amplitude->text() : item.amplitude_text,
                     region_text(item.region));
}

std::string text(const mechanics::Rayleigh& rayleigh) {
  return fmt::format("{{rayleigh: {{alpha: {}, beta: {}}}}}", rayleigh.alpha, rayleigh.beta);
}

std::string text(const InitialSpec& initial) {
  std::string result = fmt::format("project: {}", initial.project);
  if (initial.displacement)
    result += ", displacement: " + absolute_text(initial.displacement->path);
  if (initial.velocity) result += ", velocity: " + absolute_text(initial.velocity->path);
  return "{" + result + "}";
}

std::string text(const ProbeSpec& probe) {
  if (probe.nodes || probe.element) return model_probe_text(probe);
  const bool multiplier = probe.quantity == Quantity::multiplier;
  return fmt::format("{{name: {}, {}: {}, quantity: {}}}", quoted(probe.name),
                     multiplier ? "constraint" : "dof", probe.index, name(probe.quantity));
}

/// "  key:" and one line for each item; "  key: []" without items.
template <typename Item>
std::string list_text(const char* key, const std::vector<Item>& items) {
  std::string result = fmt::format("  {}:{}\n", key, items.empty() ? " []" : "");
  for (const Item& item : items) result += fmt::format("    - {}\n", text(item));
  return result;
}

std::string damping_text(const DampingSpec& damping) {
  std::string result = list_text("damping", damping.matrices);
  if (!damping.rayleigh) return result;
  if (damping.matrices.empty()) result = "  damping:\n";
  return result + fmt::format("    - {}\n", text(*damping.rayleigh));
}

std::string constraints_text(const ConstraintSpec& constraints) {
  std::string values;
  for (const auto& item : constraints.values) values += (values.empty() ? "" : ", ") + text(item);
  return fmt::format("  constraints: {{matrix: {}, values: [{}]}}\n",
                     absolute_text(constraints.matrix.path), values);
}

std::string system_text(const SystemSpec& system) {
  std::string result = fmt::format("system:\n  mass: {}\n", absolute_text(system.mass.path));
  result += list_text("stiffness", system.stiffness);
  result += damping_text(system.damping);
  if (system.constraints) result += constraints_text(*system.constraints);
  result += fmt::format("  initial: {}\n", text(system.initial));
  return result + list_text("loads", system.loads);
}

}  // namespace

std::string mixture_text(const tableau::Mixture& mixture, double rho_infinity) {
  if (mixture == tableau::Mixture::rho_infinity(rho_infinity))
    return fmt::format("{{rho_infinity: {}}}", rho_infinity);
  std::string weights;
  for (const tableau::Family family : tableau::all_families)
    if (mixture.contains(family))
      weights += fmt::format("{}{}: {}", weights.empty() ? "" : ", ", tableau::name(family),
                             mixture.weight(family));
  return "{" + weights + "}";
}

namespace {

std::string method_text(const Case& description, bool by_deck) {
  if (const auto& modal = description.superposition) {
    std::vector<double> ratios = modal->ratios;  // modes beyond a list's end have none
    while (!ratios.empty() && ratios.back() == 0) ratios.pop_back();
    return fmt::format("method: {{family: modal, modes: {}, modal_damping: [{}]}}\n", modal->modes,
                       fmt::join(ratios, ", "));
  }
  const run::MethodOptions& method = description.method;
  const bool left_to_deck = by_deck && !description.damping_given;
  std::string result = fmt::format("method:\n  family: {}\n", method.of().name);
  std::map<std::string, double> values;
  for (const run::MethodKey& key : method.of().keys)
    if (key.name != "rho_infinity" || !left_to_deck) values[key.name] = method.value(key.name);
  for (const auto& [key, value] : values) result += fmt::format("  {}: {}\n", key, value);
  if (method.of().splits == run::SplitBy::nothing || left_to_deck) return result;
  result += "  splitting:\n";
  if (method.of().splits == run::SplitBy::radius) {
    const tableau::GaussSplitting radii = method.term_radii();
    for (const auto& [term, radius] : radii.entries())
      result += fmt::format("    {}: {}\n", quoted(term), radius);
    return result;
  }
  const tableau::Splitting splitting = method.letters();
  for (const auto& [term, mixture] : splitting.entries())
    result += fmt::format("    {}: {}\n", quoted(term),
                          mixture_text(mixture, method.value("rho_infinity")));
  return result;
}

/// What is left to a deck is not written.
std::string time_text(const run::TimeSpan& time, bool by_deck) {
  const std::string tolerance =
      time.tolerance > 0 ? fmt::format(", tolerance: {}", time.tolerance) : std::string();
  if (!by_deck)
    return fmt::format("time: {{start: {}, end: {}, step: {}{}}}\n", time.start, time.end,
                       time.step, tolerance);
  return time.step > 0 ? fmt::format("time: {{step: {}}}\n", time.step) : std::string();
}

std::string structure_case_text(const Case& description) {
  std::string result = description.system ? system_text(*description.system) : "";
  if (description.model) result += description.model->text;
  const bool by_deck = description.model && !description.model->deck.empty();
  if (!by_deck || description.method_given || description.superposition)
    result += method_text(description, by_deck);
  result += time_text(description.time, by_deck);
  if (const auto& spin = description.spin)
    result += fmt::format("spin: {{axis: [{}], through: [{}], speeds: [{}]}}\n",
                          fmt::join(spin->axis, ", "), fmt::join(spin->through, ", "),
                          fmt::join(spin->speeds, ", "));
  const linear::SolverWish& solver = description.solver;
  const bool tied = solver.strategy == linear::Strategy::multigrid && !solver.tolerance;
  const double tolerance = solver.tolerance.value_or(linear::SolverWish::default_tolerance);
  return result + fmt::format("solver: {{strategy: {}, factors: {}, {}max_iterations: {}}}\n",
                              name(solver.strategy), name(solver.factors),
                              tied ? "" : fmt::format("tolerance: {}, ", tolerance),
                              solver.max_iterations);
}

std::string selection_text(const OutputSpec& output) {
  std::string result;
  if (!output.times.empty()) result = fmt::format("  times: [{}]\n", fmt::join(output.times, ", "));
  if (output.interval > 0) result += fmt::format("  interval: {}\n", output.interval);
  return result.empty() ? fmt::format("  every: {}\n", output.every) : result;
}

}  // namespace

run::OutputTimes Case::output_times() const {
  run::OutputTimes result{
      .listed = output.times, .start = time.start, .interval = output.interval, .step = time.step};
  if (!(result.step > 0))  // left to a deck
    result.step = output.interval > 0       ? output.interval
                  : output.times.size() > 1 ? (output.times.back() - output.times.front()) /
                                                  static_cast<double>(output.times.size())
                                            : 1e-6;
  return result;
}

std::string resolved(const Case& description) {
  std::string result = fmt::format("title: {}\n", quoted(description.title));
  if (description.problem)
    result += problem_text(*description.problem);
  else
    result += structure_case_text(description);
  const OutputSpec& output = description.output;
  result +=
      fmt::format("output:\n  directory: {}\n{}  energy: {}\n{}", absolute_text(output.directory),
                  selection_text(output), output.energy, output.report ? "" : "  report: false\n");
  if (description.problem) result += problem_output_text(*description.problem);
  if (output.error_estimate) result += "  error_estimate: true\n";
  if (description.model) result += fmt::format("  stress: {}\n", output.stress);
  if (output.nodal_stress) result += "  nodal_stress: true\n";
  if (output.envelope) result += "  envelope: true\n";
  if (output.section_forces) result += "  section_forces: true\n";
  if (!description.problem) result += list_text("probes", output.probes);
  const run::CheckpointOptions& checkpoint = description.checkpoint;
  if (!checkpoint.given) return result;
  return result +
         fmt::format("checkpoint: {{every: {}, seconds: {}, keep: {}, wall_clock_limit: {}}}\n",
                     checkpoint.every, checkpoint.seconds, checkpoint.keep,
                     checkpoint.wall_clock_limit);
}

}  // namespace sparkdyn::input
