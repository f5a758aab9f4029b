// SPDX-License-Identifier: BSD-3-Clause
#include "job/problem_setup.hpp"

#include <algorithm>

#include "dae/composition.hpp"
#include "dae/energy_surface.hpp"
#include "dae/projection.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/consistency.hpp"
#include "sparkdyn/dae/diagnostics.hpp"

namespace sparkdyn::job {
namespace {

Eigen::VectorXd vector_of(const std::vector<double>& values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

/// What is known of the solution is known of the one from the problem's own start.
void apply_initial(const input::ProblemSpec& spec, dae::Problem& problem) {
  const dae::Point standard = problem.start;
  if (!spec.initial.q.empty()) problem.start.y = vector_of(spec.initial.q);
  if (!spec.initial.v.empty()) problem.start.z = vector_of(spec.initial.v);
  problem.start.t = spec.time.start;
  const bool same = problem.start.t == standard.t && problem.start.y == standard.y &&
                    problem.start.z == standard.z;
  if (same) return;
  problem.answers.clear();
  problem.exact = {};
  problem.tangents = {};
}

/// "case.yaml: problem 'pendulum'".
std::string place(const input::Case& description) {
  return fmt::format("{}: problem '{}'", description.file.string(), description.problem->name);
}

dae::ConstraintResiduals residuals(const dae::Problem& problem) {
  const dae::Point& at = problem.start;
  if (problem.phase_space)
    return {problem.phase_space->residuals(at).lpNorm<Eigen::Infinity>(), 0.0};
  if (problem.formulation == dae::Formulation::constrained)
    return dae::constraint_residuals(*problem.system, at);
  const Eigen::VectorXd off = problem.formulations->residuals(at.y, at.z);
  const int m = problem.formulations->constraints();
  return {off.head(m).lpNorm<Eigen::Infinity>(), off.tail(m).lpNorm<Eigen::Infinity>()};
}

void require_consistent(const input::Case& description, const dae::Problem& problem) {
  try {
    dae::require_consistent(*problem.system, problem.start);
    if (problem.formulation != dae::Formulation::state_space && !problem.phase_space) return;
    const auto off = residuals(problem);  // they have no points beside the manifold
    if (off.position > 1e-8 || off.velocity > 1e-8)
      core::input_error(
          "the start is off the constraints by {:.3g}, its velocities by {:.3g}; "
          "project them",
          off.position, off.velocity);
  } catch (const core::Error& error) {
    core::input_error("{}: {}: 'initial: {{project: true}}' in 'problem' does that",
                      place(description), error.what());
  }
}

dae::Point projected(const dae::Problem& problem) {
  if (problem.phase_space) return dae::onto(*problem.phase_space, problem.start);
  return problem.formulation == dae::Formulation::constrained
             ? dae::projected(*problem.system, problem.start)
             : dae::project(*problem.formulations, problem.start).at;
}

std::string project(dae::Problem& problem) {
  const auto before = residuals(problem);
  problem.start = projected(problem);
  return fmt::format(
      "initial values moved onto the constraints: positions were off by {:.3g}, velocities by "
      "{:.3g}",
      before.position, before.velocity);
}

void require_reached(const input::Case& description, const dae::Problem& problem) {
  const auto after = residuals(problem);
  if (after.position <= 1e-8 && after.velocity <= 1e-8) return;
  core::input_error(
      "{}: the initial values cannot be projected onto the constraints: positions stay off by "
      "{:.3g}, velocities by {:.3g}",
      place(description), after.position, after.velocity);
}

void make_steps(const input::ProblemSpec& spec, ProblemSetup& setup) {
  const dae::Problem& problem = setup.problem;
  const dae::StepperOptions options = stepper_options(spec);
  if (spec.method.family->make)
    setup.stepper = std::make_unique<dae::Stepper>(
        problem.system, input::coefficients(spec.method, spec.time), options);
  else
    setup.scheme = dae::scheme_steps(problem, spec.method.family->name, options);
  if (spec.method.composition > 0)
    setup.wrapped = dae::composed(setup.basic(), spec.method.composition, spec.structure);
  if (!spec.method.energy_projection) return;
  setup.inner = std::move(setup.wrapped);
  setup.wrapped = dae::on_energy_surface(setup.inner ? *setup.inner : setup.basic(), problem.system,
                                         problem.start);
}

}  // namespace

dae::StepperOptions stepper_options(const input::ProblemSpec& spec) {
  return {.tolerance = spec.newton.tolerance,
          .max_iterations = spec.newton.max_iterations,
          .end_multiplier = spec.method.end_multiplier,
          .starting_values = spec.newton.starting_values};
}

ProblemSetup set_up(const input::Case& description) {
  const input::ProblemSpec& spec = *description.problem;
  dae::Problem problem = dae::make_problem(spec.name, spec.parameters, spec.formulation);
  apply_initial(spec, problem);
  std::string moved;
  if (spec.initial.project)
    moved = project(problem);
  else
    require_consistent(description, problem);
  const std::string dependent = dae::dependent_constraint(*problem.system, problem.start);
  if (!dependent.empty())
    core::input_error("{} cannot start there: {}; choose other initial values", place(description),
                      dependent);
  if (spec.initial.project) require_reached(description, problem);
  problem.start.u = dae::acceleration(*problem.system, problem.start).u;
  ProblemSetup setup{.problem = std::move(problem), .moved = std::move(moved)};
  try {
    make_steps(spec, setup);
  } catch (const core::Error& error) {  // of a method that does not fit
    if (error.kind() != core::Failure::input) throw;
    core::input_error("{}: {}", place(description), error.what());
  }
  return setup;
}

}  // namespace sparkdyn::job
