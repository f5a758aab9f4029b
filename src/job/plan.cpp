// SPDX-License-Identifier: BSD-3-Clause
#include "job/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sparkdyn/integrate/equilibrium.hpp"
#include "sparkdyn/linear/plan.hpp"

namespace sparkdyn::job {

using Kind = input::PlannedStep::Kind;

run::MethodOptions method_of(const input::Case& description, const input::PlannedStep& step) {
  run::MethodOptions method = description.method;
  if (description.damping_given || description.model->deck.empty()) return method;
  if (method.of().find("rho_infinity")) method.values["rho_infinity"] = step.rho_infinity;
  method.splitting.reset();
  method.radii.reset();
  return method;
}

bool superposes(const input::Case& description, const input::PlannedStep& step) {
  return step.modal && !description.method_given;
}

std::vector<double> modal_damping(const std::vector<input::ModalRatio>& ratios,
                                  const modal::NaturalModes& modes) {
  std::vector<double> damping(modes.modes.size(), 0.0);
  for (const auto& item : ratios)
    for (int j = item.first; j <= std::min<int>(item.last, static_cast<int>(damping.size())); ++j)
      damping[j - 1] = 2 * item.ratio * std::max(modes.modes[j - 1].omega, 0.0);
  return damping;
}

run::TimeSpan span_of(const input::PlannedStep& step) {
  if (step.kind != Kind::dynamic) return {step.end, step.end, 1.0};
  return {step.start, step.end, step.step, 0, step.tolerance};
}

std::string step_count_text(const run::TimeSpan& span) {
  if (span.tolerance == 0) return fmt::format("{} steps", span.steps());
  return fmt::format("steps by a tolerance of {}, the first of {:.6g}", span.tolerance, span.step);
}

structure::Assembled assemble(const input::LoadedStructure& loaded,
                              const input::PlannedStep& step) {
  return structure::assemble(
      loaded.structure, step.conditions.front(),
      {.rayleigh = step.rayleigh, .start = step.start, .load_cases = step.conditions});
}

Rest carry_out_equilibrium(const mechanics::System& system, const input::PlannedStep& step,
                           const linear::SolverWish& solver, std::vector<mechanics::State>& states,
                           const std::function<void(const std::string&)>& tell) {
  for (auto& state : states) state.t = step.end;
  const auto plan = linear::plan_equilibrium(linear::operators_of(system), solver);
  integrate::Equilibria equilibria(system, plan, tell);
  if (step.end > step.start) equilibria.begin(step.start);
  equilibria.find(states);
  Rest rest{.multipliers = {}, .multigrid = plan.method == linear::Method::multigrid};
  for (const core::Vector& lambda : equilibria.multipliers())
    rest.multipliers.push_back(core::make_copy(Vec(lambda)));
  return rest;
}

}  // namespace sparkdyn::job
