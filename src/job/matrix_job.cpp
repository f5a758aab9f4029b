// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <sstream>

#include "input/load_system.hpp"
#include "job/plan.hpp"
#include "job/run_notes.hpp"
#include "modal/basis.hpp"
#include "output/output_folder.hpp"
#include "output/probe_errors.hpp"
#include "quiet_log.hpp"
#include "session.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/integrate/equilibrium.hpp"
#include "sparkdyn/output/model_identity.hpp"

namespace sparkdyn::job {
namespace {

/// Probes by number. Throws core::Error (input) for one that the system does not have.
/// @note Collective.
std::vector<output::Probe> numbered_probes(const input::Case& description,
                                           const mechanics::System& system) {
  std::vector<output::Probe> probes;
  for (const auto& probe : description.output.probes)
    probes.push_back({probe.name, probe.quantity, static_cast<PetscInt>(probe.index - 1)});
  output::require_valid(probes, system.dofs(), system.constraints());
  return probes;
}

/// Whether any load or prescribed value does.
bool varies_with_time(const mechanics::System& system) {
  const auto varies = [](const std::vector<mechanics::TimedVector>& parts) {
    return std::any_of(parts.begin(), parts.end(), [](const mechanics::TimedVector& part) {
      return !part.amplitude->is_constant();
    });
  };
  return varies(system.loads()) || (system.constrained() && varies(system.prescribed()));
}

/// Also those that need accelerations. @note Collective.
std::vector<output::Probe> matrix_probes(const input::Case& description,
                                         run::Simulation& simulation) {
  std::vector<output::Probe> probes = numbered_probes(description, simulation.system());
  for (const auto& probe : probes) {
    const bool solved = probe.quantity == mechanics::Quantity::acceleration ||
                        probe.quantity == mechanics::Quantity::multiplier;
    if (solved && !simulation.has_acceleration())
      core::input_error(
          "{}: probe '{}' needs accelerations or multipliers, but [M Gᵀ; G 0] is singular: some "
          "degrees of freedom have neither mass nor a constraint",
          description.file.string(), probe.name);
  }
  return probes;
}

class MatrixJob final : public Session {
 public:
  MatrixJob(const JobSurroundings& around, const input::Case& description)
      : Session(around, description),
        loaded_(input::load_system(comm_, *case_.system, case_.time.start)),
        identity_(*loaded_.system, order_, loaded_.initial) {}

  void prepare(const std::optional<output::RestartRequest>& request) override {
    find_restart(request, case_.output.directory);
    if (case_.rest) return prepare_rest();
    if (restart_ && restart_->plan_step() != 0)
      core::input_error("'{}' is of step {} of a deck", restart_->file(),
                        restart_->plan_step() + 1);
    find_step([&](double step) { return trial(step); }, restart_ ? &*restart_ : nullptr);
    leg_ = make_leg(
        loaded_.system, initial(), options(), kept(),
        {.method = {}, .span = case_.time, .start = case_.time.start, .end = case_.time.end},
        restart_ ? &*restart_ : nullptr);
    output::RecorderOptions recording = recorder_options();
    recording.probes = matrix_probes(case_, *leg_.simulation);
    if (case_.time.tolerance == 0) recording.total_steps = leg_.label.span->steps();
    recorder_.emplace(comm_, case_.output.directory, std::move(recording));
    if (restart_) restart_->give_back(*recorder_, 0);
    checkpointer_ = std::make_unique<output::Checkpointer>(
        comm_, case_.checkpoint, case_.output.directory, run_name_, start_, log_);
  }

  int run() override {
    recorder_->write_case();
    if (rest_) {
      if (!case_.title.empty()) log_.note("{}", case_.title);
      carry_out_rest(*rest_, *loaded_.system, {recorder_->observers()});
      return finish({&*recorder_});
    }
    announce();
    carry_out(leg_, kept(), restart_ ? &*restart_ : nullptr, {&*recorder_},
              {recorder_->observers()});
    describe(*leg_.simulation);
    summary_.start_time = case_.time.start;
    if (!leg_.simulation->has_acceleration())
      log_.warn("[M Gᵀ; G 0] is singular: accelerations and multipliers are not in the results");
    return finish({&*recorder_});
  }

  std::vector<std::string> check() override {
    run::SimulationOptions wanted = options();
    wanted.span = case_.time;
    run::Simulation simulation(loaded_.system, initial(), std::move(wanted), log_);
    matrix_probes(case_, simulation);
    prepare_for_check(simulation, case_.time, case_.solver, log_);
    output::require_possible(comm_, case_.output.directory);
    return {fmt::format("{} degrees of freedom, {} constraints, {}", loaded_.system->dofs(),
                        loaded_.system->constraints(), step_count_text(case_.time)),
            simulation.stepper().description()};
  }

 private:
  /// A run for its error alone.
  std::optional<double> trial(double step) {
    std::ostringstream unheard;
    core::Log quiet(comm_, unheard);
    run::SimulationOptions wanted = options();
    wanted.span = {case_.time.start, case_.time.end, step};
    wanted.estimate_errors = true;
    const mechanics::State& start = loaded_.initial;
    std::vector<mechanics::State> states;
    states.push_back(
        {start.t, core::make_copy(Vec(start.q)), core::make_copy(Vec(start.v)), start.load_case});
    run::Simulation simulation(loaded_.system, std::move(states), std::move(wanted), quiet);
    output::ProbeErrors errors(comm_, deciding_probes(matrix_probes(case_, simulation)));
    return error_of_run(simulation, {{&errors}}, {&errors});
  }

  void prepare_rest() {
    output::RecorderOptions recording = recorder_options();
    recording.probes = numbered_probes(case_, *loaded_.system);
    rest_ = make_rest(*loaded_.system, initial(), varies_with_time(*loaded_.system));
    recorder_.emplace(comm_, case_.output.directory, std::move(recording));
    checkpointer_ = std::make_unique<output::Checkpointer>(
        comm_, case_.checkpoint, case_.output.directory, run_name_, start_, log_);
  }

  Kept kept() const { return {identity_, order_}; }

  run::SimulationOptions options() const {
    return {.method = case_.method,
            .solver = case_.solver,
            .project = case_.system->initial.project,
            .modal = case_.superposition ? modal_basis(*case_.superposition) : nullptr};
  }

  std::shared_ptr<const modal::Basis> modal_basis(const input::Superposition& wish) const {
    const mechanics::System& system = *loaded_.system;
    auto found = std::make_shared<const modal::NaturalModes>(
        modal::natural_modes(system, {.count = wish.modes}));
    const auto damping = modal_damping(input::modal_ratios(wish), *found);
    auto basis = std::make_shared<modal::Basis>(system, std::move(found), damping,
                                                integrate::static_motions(system));
    basis->correct();
    return basis;
  }

  std::vector<mechanics::State> initial() {
    std::vector<mechanics::State> states;
    states.push_back(std::move(loaded_.initial));
    return states;
  }

  void announce() {
    const auto& system = *loaded_.system;
    const int ranks = core::size(comm_);
    if (!case_.title.empty()) log_.note("{}", case_.title);
    log_.note("{} degrees of freedom, {} constraints, {} rank{}", system.dofs(),
              system.constraints(), ranks, ranks == 1 ? "" : "s");
    const integrate::Stepper& stepper = leg_.simulation->stepper();
    log_.note("{}, order {}", stepper.description(), stepper.order());
    if (!case_.chosen.empty()) log_.note("{}", case_.chosen);
    log_.note("{}", leg_.simulation->solver_description());
    for (const auto& note : run_notes(system, *leg_.label.span, {})) log_.note("note: {}", note);
  }

  input::LoadedSystem loaded_;
  output::OwnOrder order_;
  output::ModelIdentity identity_;
  SystemLeg leg_;
  std::unique_ptr<run::RestIntegration> rest_;  ///< instead, of 'sparkdyn static'
  std::optional<output::Recorder> recorder_;
};

}  // namespace

std::unique_ptr<Job> make_matrix_job(const JobSurroundings& around,
                                     const input::Case& description) {
  return std::make_unique<MatrixJob>(around, description);
}

}  // namespace sparkdyn::job
