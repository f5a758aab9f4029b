// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/run/simulation.hpp"

#include "core/memory.hpp"
#include "integrate/initial.hpp"
#include "integrate/massless.hpp"
#include "integrate/modal_stepper.hpp"
#include "linear/dependent_rows.hpp"
#include "mechanics/parts.hpp"
#include "mechanics/validate.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/linear/plan.hpp"

namespace sparkdyn::run {

Simulation::Simulation(std::shared_ptr<const mechanics::System> system,
                       std::vector<mechanics::State> initial, SimulationOptions options,
                       core::Log& log)
    : system_(std::move(system)), states_(std::move(initial)), options_(std::move(options)) {
  if (options_.modal) {
    superpose(log);
    return;
  }
  check_system(log);
  linear::Operators operators = linear::operators_of(*system_);
  linear::SolverPlan plan = linear::plan_run(operators, options_.solver, demand());
  mass_ = std::make_shared<stage::MassSolver>(*system_, std::move(operators), std::move(plan));
  mass_->set_own_stage_solver(options_.own_solver);
  if (!options_.restored) {
    make_consistent(log);
    settle(log);
  }
  // Factors of other step sizes are a convenience: they leave half of the memory to others.
  const StepperParts parts{.system = *system_,
                           .mass = mass_,
                           .kept = {.bytes = 0.5 * core::available_memory(system_->comm())}};
  const MethodFamily& family = options_.method.of();
  for (std::size_t i = 0; i < (family.shared ? 1 : states_.size()); ++i)
    steppers_.push_back(family.make(options_.method, parts));
  if (options_.estimate_errors)
    for (auto& stepper : steppers_) stepper->estimate_errors();
  for (std::size_t i = 0; i < states_.size(); ++i)
    accelerations_.push_back(std::make_unique<integrate::Acceleration>(*system_, mass_));
  look_at_massless(log);
}

Simulation::~Simulation() = default;

bool Simulation::multigrid() const {
  return mass_->spaces() != nullptr;
}

bool Simulation::has_acceleration() {
  return accelerations_.front()->available();
}

/// The states as far as the modes hold them; what is left out is said.
void Simulation::superpose(core::Log& log) {
  mass_ = std::make_shared<stage::MassSolver>(*system_);
  steppers_.push_back(std::make_unique<integrate::ModalStepper>(options_.modal));
  for (mechanics::State& state : states_) {
    accelerations_.push_back(std::make_unique<integrate::ModalAcceleration>(options_.modal, mass_));
    if (options_.restored) continue;
    const core::Vector q = core::make_copy(Vec(state.q)), v = core::make_copy(Vec(state.v));
    const double before = system_->kinetic_energy(v) + system_->strain_energy(q);
    options_.modal->expand(options_.modal->coordinates(state), state);
    core::check(VecAYPX(q, -1.0, state.q));
    core::check(VecAYPX(v, -1.0, state.v));
    const double changed = system_->kinetic_energy(v) + system_->strain_energy(q);
    constexpr double noticeable = 0.01;
    if (before > 0 && changed > noticeable * before)
      log.warn(
          "the modes do not hold the state at t = {:.9g}: a part with {:.2g} times its energy is "
          "left out; ask for more modes in *FREQUENCY",
          state.t, changed / before);
  }
}

linear::StepDemand Simulation::demand() const {
  const MethodFamily& family = options_.method.of();
  linear::StepDemand demand = family.demand(options_.method);
  demand.steps = std::max(options_.span.steps(), options_.expected_steps);
  demand.load_cases = static_cast<int>(states_.size());
  // Multigrid has spaces for the matrices of a linear system only.
  demand.decouples = system_->linear() && family.one_matrix(options_.method, *system_);
  demand.multigrid_before = options_.multigrid_before;
  return demand;
}

std::string Simulation::solver_description() const {
  const std::string text = steppers_.front()->solver_description();
  const std::string& why = mass_->plan().why;
  return why.empty() ? text : fmt::format("{}; {}", text, why);
}

void Simulation::prepare(const TimeSpan& span, long from) {
  const bool controlled = span.tolerance > 0;
  if (!controlled && span.steps() <= from) return;
  try {
    for (std::size_t i = 0; i < states_.size(); ++i)
      stepper_of(i).prepare(states_[i], controlled ? span.step : span.size(from + 1));
  } catch (const core::Error& error) {
    if (error.kind() != core::Failure::numerics) throw;
    core::numerics_error(
        "step {} from t = {:.9g} cannot be prepared: {}; degrees of freedom that nothing holds, or "
        "massless ones with a splitting that is not uniform, make the stage matrix singular",
        from + 1, span.time(from), error.what());
  }
  if (const std::string why = stepper().why_no_errors(); controlled && !why.empty())
    core::input_error("a 'tolerance' in 'time' chooses steps by their errors: {}", why);
}

std::unique_ptr<SystemIntegration> Simulation::integration(const TimeSpan& span, bool energy) {
  std::vector<SystemCase> cases;
  for (std::size_t i = 0; i < states_.size(); ++i)
    cases.push_back({&stepper_of(i), accelerations_[i].get(), &states_[i]});
  return std::make_unique<SystemIntegration>(*system_, cases, span, energy);
}

std::vector<RunReport> Simulation::run(const Observers& observers, CheckpointHook* hook) {
  prepare(options_.span, options_.span.first);
  return run::run(*integration(options_.span), observers, hook);
}

void Simulation::check_system(core::Log& log) {
  if (options_.own_solver && options_.method.of().splits == SplitBy::nothing)
    core::input_error("the family {} has no stages: a solver of the program's own cannot be used",
                      options_.method.of().name);
  if (!system().linear()) {
    if (options_.method.of().splits == SplitBy::nothing && !options_.method.of().nonlinear)
      system().require_linear("the family " + options_.method.of().name);
    if (options_.solver.strategy == linear::Strategy::multigrid)
      system().require_linear("solver strategy 'multigrid'");
  }
  mechanics::require_inertia_or_stiffness(system());
  if (options_.check_constraints && system().constrained())
    linear::require_independent_rows(system().G());
  if (!system().symmetric())
    log.warn("a matrix is not symmetric: the solvers use general instead of symmetric factors");
}

/// On Gauss' nodes what constraints hold is no concern: [M Gᵀ; G 0] is regular then.
void Simulation::look_at_massless(core::Log& log) {
  const PetscInt massless = mechanics::massless_dofs(system()).count;
  if (massless == 0) return;
  const MethodOptions& method = options_.method;
  const bool by_radius = method.of().splits == SplitBy::radius;
  if (!method.of().one_matrix(method, system())) {
    if (!by_radius || !has_acceleration())
      log.warn(
          "{} degrees of freedom have no mass: only splittings with one invertible matrix for all "
          "forces (a rho_infinity, C or D) can be solved",
          massless);
    return;
  }
  const bool extrapolates = by_radius && method.stages() == 2 && system().linear() &&
                            method.term_radii()(tableau::Term::elastic) == 1;
  if (!extrapolates || has_acceleration()) return;
  if (const PetscInt loose = integrate::count_settling(system(), options_.span.step); loose > 0)
    log.warn(
        "{} degrees of freedom have no mass and neither a constraint nor a dashpot: with two "
        "stages "
        "and rho_infinity 1 their velocities do not converge; take three stages, or a rho_infinity "
        "below 1",
        loose);
}

void Simulation::make_consistent(core::Log& log) {
  for (mechanics::State& state : states_) {
    if (!options_.project) {
      integrate::require_consistent(system(), state, options_.span.end);
      continue;
    }
    const auto before = integrate::inconsistency(system(), state, options_.span.end);
    if (before.relative_position <= integrate::consistent_to &&
        before.relative_velocity <= integrate::consistent_to)
      continue;
    integrate::project(system(), state, *mass_);
    log.note(
        "initial values moved onto the constraints: displacement was off by {:.3g}, velocity by "
        "{:.3g}",
        before.position, before.velocity);
  }
}

/// Those without mass start where they belong.
void Simulation::settle(core::Log& log) {
  if (!system().linear()) return;  // where they belong is known of linear forces only
  integrate::Settled most;
  for (mechanics::State& state : states_) {
    const auto settled = integrate::settle_massless(system(), state, options_.span.step, *mass_);
    if (!settled.complaint.empty()) {
      log.warn(
          "the {} degrees of freedom without mass do not start in balance with the rest ({}): with "
          "a rho_infinity near 1 they swing about it for the whole run, with 0 they are there "
          "after "
          "a step",
          settled.dofs, settled.complaint);
      return;
    }
    most.dofs = settled.dofs;
    most.displacement = std::max(most.displacement, settled.displacement);
    most.velocity = std::max(most.velocity, settled.velocity);
  }
  if (most.displacement > 0 || most.velocity > 0)
    log.note(
        "{} degrees of freedom without mass start in balance with the rest: displacements are "
        "moved "
        "by up to {:.3g}, velocities by {:.3g}",
        most.dofs, most.displacement, most.velocity);
}

}  // namespace sparkdyn::run
