// SPDX-License-Identifier: BSD-3-Clause
#include "input/problem_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "case_text.hpp"
#include "yaml_tree.hpp"

namespace sparkdyn::input {
namespace {

std::string initial_text(const ProblemInitial& initial) {
  std::string result = fmt::format("project: {}", initial.project);
  if (!initial.q.empty()) result += fmt::format(", q: [{}]", fmt::join(initial.q, ", "));
  if (!initial.v.empty()) result += fmt::format(", v: [{}]", fmt::join(initial.v, ", "));
  return fmt::format("  initial: {{{}}}\n", result);
}

/// Every entry, and those of regions that the problem itself has, which would hold otherwise.
std::map<std::string, tableau::Mixture> splitting_entries(const ProblemSpec& problem) {
  auto entries = problem.method.splitting.entries();
  const dae::Problem usual = dae::make_problem(problem.name);
  for (const auto& [term, mixture] : usual.splitting.entries())
    entries.try_emplace(term, entries.at(term.substr(0, term.find('@'))));
  return entries;
}

bool has_term(const ProblemSpec& problem, const std::string& term) {
  return std::ranges::binary_search(problem.terms, term.substr(0, term.find('@')));
}

/// Only the terms the problem has: a splitting of others is an error.
std::string splitting_text(const ProblemSpec& problem) {
  std::string result = "  splitting:\n";
  const auto add = [&](const std::string& term, const std::string& value) {
    if (has_term(problem, term)) result += fmt::format("    {}: {}\n", quoted(term), value);
  };
  if (problem.method.family->splits == dae::Family::Splits::radii)
    for (const auto& [term, rho] : problem.method.radii.entries())
      add(term, fmt::format("{}", rho));
  else
    for (const auto& [term, mixture] : splitting_entries(problem))
      add(term, mixture_text(mixture, 1.0));
  return result;
}

std::string damping_text(const dae::DampingOptions& damping) {
  if (damping.regions.empty()) return "";
  std::string regions;
  for (const std::string& region : damping.regions)
    regions += (regions.empty() ? "" : ", ") + quoted(region);
  return fmt::format(
      "  damping: {{regions: [{}], raise_above: {}, release_below: {}, strongest: {}}}\n", regions,
      damping.raise_above, damping.release_below, damping.strongest);
}

std::string method_text(const ProblemSpec& problem) {
  const ProblemMethod& method = problem.method;
  std::string result = fmt::format("method:\n  family: {}\n", method.family->name);
  if (method.family->size == dae::Family::Size::order)
    result += fmt::format("  order: {}\n", method.order);
  else if (method.family->size == dae::Family::Size::stages)
    result += fmt::format("  stages: {}\n", method.stages);
  result += fmt::format("  end_multiplier: {}\n",
                        end_multipliers[static_cast<std::size_t>(method.end_multiplier)]);
  if (const std::string model = local_model_text(method.local_model); !model.empty())
    result += fmt::format("  local_model: {}\n", model);
  if (method.family->has_alpha) result += fmt::format("  alpha: {}\n", method.alpha);
  if (method.composition > 0) result += fmt::format("  composition: {}\n", method.composition);
  if (method.energy_projection) result += "  energy_projection: true\n";
  if (method.family->splits == dae::Family::Splits::nothing) return result;
  return result + damping_text(method.damping) + splitting_text(problem);
}

std::string time_text(const ProblemTime& time) {
  std::string result =
      fmt::format("time: {{start: {}, end: {}, step: {}", time.start, time.end, time.step);
  if (time.pattern.size() > 1)
    result += fmt::format(", pattern: [{}]", fmt::join(time.pattern, ", "));
  if (time.tolerance) {
    const bool reversible = time.control == dae::ControlRule::reversible;
    result += fmt::format(", tolerance: {}, control: {}", *time.tolerance,
                          reversible ? "reversible" : "standard");
    if (time.largest_step > 0) result += fmt::format(", largest_step: {}", time.largest_step);
    if (time.resolve_above) result += fmt::format(", resolve_above: {}", *time.resolve_above);
  }
  if (time.goes_back())
    result += fmt::format(", backward: {}", time.backward == Backward::same ? "same" : "adjoint");
  return result + "}\n";
}

std::string probe_text(const ProblemProbe& probe, const std::vector<std::string>& components) {
  const bool multiplier = probe.quantity == mechanics::Quantity::multiplier;
  const std::string which =
      multiplier ? fmt::format("constraint: {}", probe.index)
                 : "component: " + quoted(components[static_cast<std::size_t>(probe.index - 1)]);
  return fmt::format("{{name: {}, {}, quantity: {}}}", quoted(probe.name), which,
                     name_in_problems(probe.quantity));
}

}  // namespace

const std::vector<std::string> end_multipliers{"acceleration", "last-stage", "direct"};
const std::vector<std::string> starting_values{"best", "usual"};

std::string_view name_in_problems(mechanics::Quantity quantity) {
  return quantity == mechanics::Quantity::displacement ? "position" : name(quantity);
}

dae::Method coefficients(const ProblemMethod& method) {
  const bool by_order = method.family->size == dae::Family::Size::order;
  return method.family->make(
      by_order ? method.order : method.stages,
      {.mixtures = method.splitting, .radii = method.radii, .alpha = method.alpha});
}

dae::Method coefficients(const ProblemMethod& method, const ProblemTime& time) {
  const bool retraces = time.goes_back() && time.backward == Backward::adjoint;
  return retraces ? dae::adjoint(coefficients(method)) : coefficients(method);
}

std::map<std::string, std::string> term_texts(const ProblemSpec& problem) {
  std::map<std::string, std::string> texts;
  if (problem.method.family->splits == dae::Family::Splits::radii)
    for (const auto& [term, rho] : problem.method.radii.entries())
      texts[term] = fmt::format("{}", rho);
  if (problem.method.family->splits == dae::Family::Splits::mixtures)
    for (const auto& [term, mixture] : problem.method.splitting.entries())
      texts[term] = mixture.text();
  std::erase_if(texts, [&](const auto& entry) { return !has_term(problem, entry.first); });
  return texts;
}

std::string local_model_text(const dae::LocalModelOptions& options) {
  if (!options.scheme) return "";
  return fmt::format("{{scheme: {}, model: {}}}",
                     dae::local_scheme_names()[static_cast<std::size_t>(*options.scheme)],
                     options.model);
}

std::string projection_text(const dae::ProjectionOptions& projection) {
  if (projection.kind == dae::ProjectionOptions::Kind::none) return "";
  return fmt::format("{{kind: {}, every: {}}}",
                     dae::projection_names()[static_cast<std::size_t>(projection.kind)],
                     projection.every);
}

std::string problem_text(const ProblemSpec& problem) {
  std::string result = fmt::format("problem:\n  name: {}\n", problem.name);
  for (const auto& [parameter, value] : problem.parameters)
    result += fmt::format("  {}: {}\n", parameter, value);
  if (problem.formulation != dae::Formulation::constrained)
    result += fmt::format("  formulation: {}\n",
                          dae::formulation_names()[static_cast<std::size_t>(problem.formulation)]);
  if (problem.formulation == dae::Formulation::state_space)
    result += fmt::format("  chart_every: {}\n", problem.chart_every);
  if (const std::string projection = projection_text(problem.projection); !projection.empty())
    result += fmt::format("  projection: {}\n", projection);
  return result + initial_text(problem.initial) + method_text(problem) + time_text(problem.time) +
         fmt::format("solver: {{tolerance: {}, max_iterations: {}, starting_values: {}}}\n",
                     problem.newton.tolerance, problem.newton.max_iterations,
                     starting_values[static_cast<std::size_t>(problem.newton.starting_values)]);
}

std::string problem_output_text(const ProblemSpec& problem) {
  std::string result = fmt::format("  structure: {}\n  probes:\n", problem.structure);
  for (const ProblemProbe& probe : problem.probes)
    result += fmt::format("    - {}\n", probe_text(probe, problem.components));
  return result;
}

}  // namespace sparkdyn::input
