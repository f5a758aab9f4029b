#include "sparkdyn/app/simulation.hpp"

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/memory.hpp"
#include "sparkdyn/integrate/generalized_alpha.hpp"
#include "sparkdyn/integrate/initial.hpp"
#include "sparkdyn/integrate/massless.hpp"
#include "sparkdyn/integrate/spark_stepper.hpp"
#include "sparkdyn/linear/dependent_rows.hpp"
#include "sparkdyn/linear/plan.hpp"
#include "sparkdyn/mechanics/parts.hpp"
#include "sparkdyn/mechanics/validate.hpp"

namespace sparkdyn::app {
namespace {

std::unique_ptr<integrate::Stepper> make_stepper(const mechanics::System& system,
                                                 const SimulationOptions& options,
                                                 std::shared_ptr<stage::MassSolver> mass) {
  const auto& method = options.method;
  // Factors of other step sizes are a convenience: they leave half of the memory to others.
  const integrate::StepCacheLimits kept{.bytes = 0.5 * core::available_memory(system.comm())};
  using integrate::AlphaParameters;
  const auto alpha = [&](AlphaParameters parameters) {
    return std::make_unique<integrate::AlphaStepper>(system, std::move(parameters), mass, kept);
  };
  switch (method.family) {
    case input::MethodFamily::newmark:
      return alpha(AlphaParameters::newmark(method.beta, method.gamma));
    case input::MethodFamily::hht:
      return alpha(AlphaParameters::hht(method.alpha));
    case input::MethodFamily::generalized_alpha:
      return alpha(AlphaParameters::generalized_alpha(method.rho_infinity));
    default:
      return std::make_unique<integrate::SparkStepper>(
          system,
          integrate::SparkOptions{
              .stages = method.stages, .splitting = method.splitting, .kept = kept},
          mass);
  }
}

}  // namespace

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
  if (!options_.restored) {
    make_consistent(log);
    settle(log);
  }
  // A Lobatto stepper keeps nothing from step to step: all load cases share it and its factors.
  const bool shared = options_.method.family == input::MethodFamily::lobatto;
  for (std::size_t i = 0; i < (shared ? 1 : states_.size()); ++i)
    steppers_.push_back(make_stepper(*system_, options_, mass_));
  for (std::size_t i = 0; i < states_.size(); ++i)
    accelerations_.push_back(std::make_unique<integrate::Acceleration>(*system_, mass_));
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
  const auto& method = options_.method;
  const bool lobatto = method.family == input::MethodFamily::lobatto;
  return {.real_systems = lobatto ? method.stages % 2 : 1,
          .complex_systems = lobatto ? method.stages / 2 : 0,
          .steps = options_.steps,
          .load_cases = static_cast<int>(states_.size()),
          .decouples = one_invertible_matrix(),
          .multigrid_before = options_.multigrid_before};
}

std::string Simulation::solver_description() const {
  const std::string text = steppers_.front()->solver_description();
  const std::string& why = mass_->plan().why;
  return why.empty() ? text : fmt::format("{}; {}", text, why);
}

void Simulation::prepare(const integrate::TimeSpan& span, long from) {
  if (span.steps() <= from) return;
  try {
    for (std::size_t i = 0; i < states_.size(); ++i)
      stepper_of(i).prepare(states_[i], span.size(from + 1));
  } catch (const core::Error& error) {
    if (error.kind() != core::Failure::numerics) throw;
    core::numerics_error(
        "step {} from t = {:.9g} cannot be prepared: {}; degrees of freedom that nothing holds, or "
        "massless ones with a splitting that is not uniform, make the stage matrix singular",
        from + 1, span.time(from), error.what());
  }
}

std::vector<integrate::RunReport> Simulation::run(
    const integrate::RunOptions& options,
    const std::vector<std::vector<integrate::Observer*>>& observers) {
  std::vector<integrate::RunCase> cases;
  for (std::size_t i = 0; i < states_.size(); ++i)
    cases.push_back({&stepper_of(i), accelerations_[i].get(), &states_[i], observers[i]});
  return integrate::run(*system_, cases, options);
}

/// Then dofs without mass follow the others statically, and there is nothing to say.
bool Simulation::one_invertible_matrix() const {
  const auto& method = options_.method;
  if (method.family != input::MethodFamily::lobatto) return true;
  const auto coefficients =
      stage::make_coefficients(*system_, tableau::Lobatto(method.stages), method.splitting);
  return stage::uniform_force_matrix(*system_, coefficients).size() > 0;
}

void Simulation::check_system(core::Log& log) {
  mechanics::require_inertia_or_stiffness(system());
  if (options_.check_constraints && system().constrained())
    linear::require_independent_rows(system().G());
  const PetscInt massless = mechanics::massless_dofs(system()).count;
  if (massless > 0 && !one_invertible_matrix())
    log.warn(
        "{} degrees of freedom have no mass: only splittings with one invertible matrix for all "
        "forces (a rho_infinity, C or D) can be solved",
        massless);
  if (!system().symmetric())
    log.warn("a matrix is not symmetric: the solvers use general instead of symmetric factors");
}

void Simulation::make_consistent(core::Log& log) {
  for (mechanics::State& state : states_) {
    if (!options_.project) {
      integrate::require_consistent(system(), state, options_.end);
      continue;
    }
    const auto before = integrate::inconsistency(system(), state, options_.end);
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
  integrate::Settled most;
  for (mechanics::State& state : states_) {
    const auto settled = integrate::settle_massless(system(), state, options_.step, *mass_);
    if (!settled.problem.empty()) {
      log.warn(
          "the {} degrees of freedom without mass do not start in balance with the rest ({}): with "
          "a rho_infinity near 1 they swing about it for the whole run, with 0 they are there "
          "after "
          "a step",
          settled.dofs, settled.problem);
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

std::vector<output::Probe> matrix_probes(const input::Case& description, Simulation& simulation) {
  std::vector<output::Probe> probes;
  for (const auto& probe : description.output.probes)
    probes.push_back({probe.name, probe.quantity, static_cast<PetscInt>(probe.index - 1)});
  output::require_valid(probes, simulation.system().dofs(), simulation.system().constraints());
  for (const auto& probe : probes) {
    const bool solved = probe.quantity == output::Quantity::acceleration ||
                        probe.quantity == output::Quantity::multiplier;
    if (solved && !simulation.acceleration().available())
      core::input_error(
          "{}: probe '{}' needs accelerations or multipliers, but [M Gᵀ; G 0] is singular: some "
          "degrees of freedom have neither mass nor a constraint",
          description.file.string(), probe.name);
  }
  return probes;
}

}  // namespace sparkdyn::app
