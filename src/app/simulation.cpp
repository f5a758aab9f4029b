#include "sparkdyn/app/simulation.hpp"

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/integrate/generalized_alpha.hpp"
#include "sparkdyn/integrate/initial.hpp"
#include "sparkdyn/integrate/spark_stepper.hpp"
#include "sparkdyn/mechanics/validate.hpp"

namespace sparkdyn::app {
namespace {

stage::Strategy strategy_of(input::Strategy strategy) {
  switch (strategy) {
    case input::Strategy::decoupled:
      return stage::Strategy::decoupled;
    case input::Strategy::monolithic:
      return stage::Strategy::monolithic;
    case input::Strategy::krylov:
      return stage::Strategy::krylov;
    default:
      return stage::Strategy::automatic;
  }
}

std::unique_ptr<integrate::Stepper> make_stepper(const mechanics::System& system,
                                                 const input::Case& description,
                                                 std::shared_ptr<stage::MassSolver> mass) {
  const auto& method = description.method;
  using integrate::AlphaParameters;
  const auto alpha = [&](AlphaParameters parameters) {
    return std::make_unique<integrate::AlphaStepper>(system, std::move(parameters), mass);
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
          integrate::SparkOptions{.stages = method.stages,
                                  .splitting = method.splitting,
                                  .strategy = strategy_of(description.solver.strategy),
                                  .krylov = {.tolerance = description.solver.tolerance,
                                             .max_iterations = description.solver.max_iterations}},
          mass);
  }
}

/// `input` may not see `output`, so both name the quantities.
output::Quantity quantity_of(input::Quantity quantity) {
  switch (quantity) {
    case input::Quantity::velocity:
      return output::Quantity::velocity;
    case input::Quantity::acceleration:
      return output::Quantity::acceleration;
    case input::Quantity::multiplier:
      return output::Quantity::multiplier;
    default:
      return output::Quantity::displacement;
  }
}

std::vector<output::Probe> make_probes(const input::OutputSpec& spec) {
  std::vector<output::Probe> probes;
  for (const auto& probe : spec.probes)
    probes.push_back(
        {probe.name, quantity_of(probe.quantity), static_cast<PetscInt>(probe.index - 1)});
  return probes;
}

}  // namespace

Simulation::Simulation(MPI_Comm comm, const input::Case& description, core::Log& log)
    : case_(&description) {
  if (!description.system)
    core::input_error("{}: the case describes no system", description.file.string());
  loaded_ = input::load_system(comm, *description.system, description.time.start);
  check_system(log);
  mass_ = std::make_shared<stage::MassSolver>(system());
  make_consistent(log);
  stepper_ = make_stepper(system(), description, mass_);
  acceleration_ = std::make_unique<integrate::Acceleration>(system(), mass_);
  probes_ = make_probes(description.output);
  check_probes();
}

void Simulation::check_probes() {
  output::require_valid(probes_, system().dofs(), system().constraints());
  for (const auto& probe : probes_) {
    const bool solved = probe.quantity == output::Quantity::acceleration ||
                        probe.quantity == output::Quantity::multiplier;
    if (solved && !acceleration_->available())
      core::input_error(
          "{}: probe '{}' needs accelerations or multipliers, but [M Gᵀ; G 0] is singular: some "
          "degrees of freedom have neither mass nor a constraint",
          case_->file.string(), probe.name);
  }
}

integrate::TimeSpan Simulation::span() const {
  return {case_->time.start, case_->time.end, case_->time.step};
}

void Simulation::check_system(core::Log& log) {
  mechanics::require_inertia_or_stiffness(system());
  mechanics::require_independent_constraints(system());
  const PetscInt massless = mechanics::count_massless(system());
  if (massless > 0)
    log.warn(
        "{} degrees of freedom have no mass: only splittings with one invertible matrix for all "
        "forces (a rho_infinity, C or D) can be solved",
        massless);
  if (!system().symmetric())
    log.warn("a matrix is not symmetric: the solvers use general instead of symmetric factors");
}

void Simulation::make_consistent(core::Log& log) {
  if (!case_->system->initial.project) {
    integrate::require_consistent(system(), state());
    return;
  }
  const auto before = integrate::inconsistency(system(), state());
  integrate::project(system(), state(), *mass_);
  log.note(
      "initial values moved onto the constraints: displacement was off by {:.3g}, velocity by "
      "{:.3g}",
      before.position, before.velocity);
}

}  // namespace sparkdyn::app
