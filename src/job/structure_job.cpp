// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <deque>
#include <filesystem>
#include <sstream>

#include "job/force_sums.hpp"
#include "job/plan.hpp"
#include "job/run_notes.hpp"
#include "job/structure_modes.hpp"
#include "mechanics/validate.hpp"
#include "modal/basis.hpp"
#include "output/history_writer.hpp"
#include "output/output_folder.hpp"
#include "quiet_log.hpp"
#include "run/rest_frame.hpp"
#include "session.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/integrate/equilibrium.hpp"
#include "sparkdyn/output/model_identity.hpp"
#include "structure/held_alike.hpp"
#include "structure_outputs.hpp"
#include "structure_prints.hpp"

namespace sparkdyn::job {
namespace {

using Kind = input::PlannedStep::Kind;

/// Looks at probes as a run does at its start, and makes no file.
class ProbeCheck final : public run::Observer {
 public:
  ProbeCheck(MPI_Comm comm, std::vector<output::Probe> probes,
             std::shared_ptr<output::MeshResults> mesh)
      : history_(comm, {}, std::move(probes), {}, std::move(mesh)) {}
  void on_start(const run::Frame& frame) override { history_.check_probes(frame); }

 private:
  output::HistoryWriter history_;
};

/// The plan of a structure, carried out step by step.
class StructureJob final : public Session {
 public:
  StructureJob(const JobSurroundings& around, const input::Case& description)
      : Session(around, description),
        loaded_(input::load_structure(comm_, description, around.mesh_folder)) {
    if (case_.title.empty()) case_.title = loaded_.title;
    if (case_.output.every == 1) case_.output.every = loaded_.every;
    for (const auto& warning : loaded_.structure.warnings) log_.warn("{}", warning);
    for (const auto& note : loaded_.notes) log_.note("{}", note);
    for (std::size_t i = 0; i < loaded_.plan.size(); ++i)
      if (is_stored(i)) last_stored_ = i;
  }

  void prepare(const std::optional<output::RestartRequest>& request) override {
    find_restart(request, outputs_.folder_of(0));
    if (restart_) first_ = require_plan_step(restart_->plan_step());
  }

  int run() override {
    if (case_.rest && !loaded_.by_deck) return follow_rest();
    for (std::size_t i = first_; i < loaded_.plan.size(); ++i) {
      carry_out_step(i, restart_ && i == first_ ? &*restart_ : nullptr);
      if (!reports_.empty() && (!reports_.front().done || reports_.front().stopped)) break;
    }
    if (!outputs_.made()) return 0;  // a deck of *FREQUENCY steps
    if (!forces_)
      log_.warn("[M Gᵀ; G 0] is singular: accelerations and forces are not in the results");
    summary_.start_time = loaded_.plan.front().start;
    return finish(outputs_.recorders());
  }

  std::vector<std::string> check() override {
    std::vector<std::string> sentences;
    const auto& structure = loaded_.structure;
    const auto mass = structure::mass_properties(structure);
    sentences.push_back(
        fmt::format("{} nodes, {} elements", structure.nodes.global, structure.slab.cells));
    sentences.push_back(fmt::format("mass {:.9g}, centre of gravity ({:.6g}, {:.6g}, {:.6g})",
                                    mass.mass, mass.centre[0], mass.centre[1], mass.centre[2]));
    for (std::size_t i = 0; i < loaded_.plan.size(); ++i) check_step(i, sentences);
    for (std::size_t k = 0; k < loaded_.plan.front().conditions.size(); ++k)
      output::require_possible(comm_, outputs_.folder_of(k));
    return sentences;
  }

 private:
  void check_step(std::size_t i, std::vector<std::string>& sentences) {
    const input::PlannedStep& step = loaded_.plan[i];
    structure::Assembled assembled = assemble(loaded_, step);
    const mechanics::System& system = *assembled.system;
    if (loaded_.by_deck) sentences.push_back(fmt::format("{}: {}", step.where, name(step)));
    sentences.push_back(
        fmt::format("{} degrees of freedom, {} constraints{}", system.dofs(), system.constraints(),
                    step.kind == Kind::dynamic ? ", " + step_count_text(span_of(step)) : ""));
    if (step.kind == Kind::frequency) return;
    auto states = initial_states(assembled, step);
    const bool quick = is_quick_to_factor(system);
    if (step.kind == Kind::equilibrium) {
      mechanics::require_inertia_or_stiffness(system);
      if (quick)
        carry_out_equilibrium(system, step, case_.solver, states);
      else
        settled_ = false;
    } else if (quick || !superposes(case_, step)) {
      run::SimulationOptions options = simulation_options(i, assembled);
      options.span = span_of(step);
      run::Simulation simulation(assembled.system, std::move(states), std::move(options), log_);
      prepare_for_check(simulation, span_of(step), case_.solver, log_);
      look_at_start(i, assembled, simulation);
      sentences.push_back(simulation.stepper().description());
      states = std::move(simulation.states());
    }
    keep_states(step, states);
  }

  void look_at_start(std::size_t i, const structure::Assembled& assembled,
                     run::Simulation& simulation) {
    const double t = simulation.states().front().t;
    std::vector<std::unique_ptr<output::StructureFrame>> frames;
    std::vector<std::unique_ptr<output::StructureObserver>> shown;
    run::Observers observers;
    std::deque<ProbeCheck> probes;
    for (std::size_t k = 0; k < simulation.states().size(); ++k) {
      frames.push_back(std::make_unique<output::StructureFrame>(loaded_.structure));
      frames.back()->use(assembled, loaded_.plan[i].conditions[k], static_cast<int>(k));
      probes.emplace_back(comm_, probes_of(loaded_),
                          std::make_shared<output::StructureResults>(
                              loaded_.structure, *frames.back(), fields_of(loaded_)));
      shown.push_back(std::make_unique<output::StructureObserver>(
          *frames.back(), std::vector<run::Observer*>{&probes.back()}));
      observers.push_back({shown.back().get()});
    }
    run::run(*simulation.integration({t, t, 1.0}, false), observers);
  }

  std::size_t require_plan_step(long number) const {
    const auto size = static_cast<long>(loaded_.plan.size());
    if (number < 0 || number >= size || loaded_.plan[number].kind != Kind::dynamic)
      core::input_error("'{}' is of step {} of another deck: {}", restart_->file(), number + 1,
                        number < 0 || number >= size
                            ? fmt::format("this one has {}", size)
                            : fmt::format("here that is {}", name(loaded_.plan[number])));
    return static_cast<std::size_t>(number);
  }

  /// Whether states of the step are in the results. The equilibrium that a case starts from is its
  /// first state.
  bool is_stored(std::size_t i) const {
    const Kind kind = loaded_.plan[i].kind;
    return kind == Kind::dynamic || (kind == Kind::equilibrium && loaded_.by_deck);
  }
  bool is_last(std::size_t i) const { return i == last_stored_; }

  void carry_out_step(std::size_t i, const output::Restart* restart) {
    const input::PlannedStep& step = loaded_.plan[i];
    if (step.kind == Kind::frequency) return find_modes(i);
    auto assembled = std::make_unique<structure::Assembled>(assemble(loaded_, step));
    auto states = initial_states(*assembled, step);
    if (step.kind == Kind::equilibrium)
      come_to_rest(i, *assembled, states);
    else
      integrate(i, *assembled, states, restart);
    keep_states(step, states);
    assembled_ = std::move(assembled);
  }

  /// 'sparkdyn static': rest under the loads, at the start or through the time of the case.
  int follow_rest() {
    const std::size_t last = loaded_.plan.size() - 1;  // one before it is the run's own start
    const input::PlannedStep& step = loaded_.plan[last];
    assembled_ = std::make_unique<structure::Assembled>(assemble(loaded_, step));
    const mechanics::System& system = *assembled_->system;
    mechanics::require_inertia_or_stiffness(system);
    const auto& amplitudes = loaded_.structure.amplitudes;
    const bool varies = std::any_of(amplitudes.begin(), amplitudes.end(),
                                    [](const auto& each) { return !each->is_constant(); });
    announce(&system);
    const auto rest = make_rest(system, initial_states(*assembled_, step), varies);
    make_outputs(nullptr);
    outputs_.use(last, *assembled_);
    outputs_.expect_last();
    carry_out_rest(*rest, system, outputs_.observers());
    return finish(outputs_.recorders());
  }

  void find_modes(std::size_t i) {
    const input::PlannedStep& step = loaded_.plan[i];
    announce();
    log_.note("step {}, {}", i + 1, step.where);
    auto found = write_structure_modes(comm_, loaded_, step,
                                       {.count = step.modes,
                                        .folder = case_.output.directory / step_folder(i + 1),
                                        .title = case_.title},
                                       log_);
    modes_ = FoundModes{step.conditions.front(), step.modes,
                        std::make_shared<const modal::NaturalModes>(std::move(found))};
  }

  /// Those of the *FREQUENCY step before, if the structure is held alike.
  std::shared_ptr<const modal::Basis> modal_basis(const input::PlannedStep& step,
                                                  const mechanics::System& system) {
    const std::size_t conditions = step.conditions.front();
    const bool known = modes_ && modes_->asked == step.modes &&
                       structure::held_alike(loaded_.structure, modes_->conditions, conditions);
    if (!known)
      modes_ = FoundModes{conditions, step.modes,
                          std::make_shared<const modal::NaturalModes>(
                              modal::natural_modes(system, {.count = step.modes}))};
    return std::make_shared<const modal::Basis>(system, modes_->found,
                                                modal_damping(step, *modes_->found),
                                                integrate::static_motions(system));
  }

  void come_to_rest(std::size_t i, const structure::Assembled& assembled,
                    std::vector<mechanics::State>& states) {
    const input::PlannedStep& step = loaded_.plan[i];
    mechanics::require_inertia_or_stiffness(*assembled.system);
    Rest rest;
    try {
      rest =
          carry_out_equilibrium(*assembled.system, step, case_.solver, states,
                                [this](const std::string& sentence) { log_.warn("{}", sentence); });
    } catch (const core::Error&) {
      if (outputs_.made()) outputs_.flush();  // what earlier steps gave is kept
      throw;
    }
    if (!is_stored(i)) return;
    if (!outputs_.made()) make_outputs(nullptr);
    outputs_.use(i, assembled);
    if (is_last(i)) outputs_.expect_last();
    announce(assembled.system.get());
    log_.note("equilibrium at t = {:.9g}", step.end);
    reports_.assign(states.size(), {});
    for (std::size_t k = 0; k < states.size(); ++k) {
      const run::RestFrame frame(*assembled.system, states[k], rest.multipliers[k]);
      outputs_.observer(k).on_rest(frame);
      reports_[k].largest = frame.violations();
      reports_[k].energies = frame.energies();
    }
    summary_.end_time = step.end;
    if (!summary_.method.empty()) return;
    summary_.method = "equilibrium";
    summary_.set_solver(rest.multigrid ? "multigrid" : "factors");
    summary_.dofs = assembled.system->dofs();
    summary_.constraints = assembled.system->constraints();
  }

  /// A run for its error alone.
  std::optional<double> trial(std::size_t i, const structure::Assembled& assembled,
                              const std::vector<mechanics::State>& start, double h) {
    std::ostringstream unheard;
    core::Log quiet(comm_, unheard);
    const input::PlannedStep& step = loaded_.plan[i];
    run::SimulationOptions options = simulation_options(i, assembled);
    options.span = {step.start, step.end, h};
    options.estimate_errors = true;
    std::vector<mechanics::State> states;
    for (const mechanics::State& each : start)
      states.push_back(
          {each.t, core::make_copy(Vec(each.q)), core::make_copy(Vec(each.v)), each.load_case});
    run::Simulation simulation(assembled.system, std::move(states), std::move(options), quiet);
    std::deque<output::StructureFrame> frames;
    std::deque<output::ProbeErrors> errors;
    std::deque<output::StructureObserver> shown;
    run::Observers observers;
    std::vector<output::ProbeErrors*> watchers;
    for (std::size_t k = 0; k < start.size(); ++k) {
      frames.emplace_back(loaded_.structure)
          .use(assembled, step.conditions[k], static_cast<int>(k));
      watchers.push_back(&errors.emplace_back(comm_, deciding_probes(probes_of(loaded_))));
      observers.push_back(
          {&shown.emplace_back(frames.back(), std::vector<run::Observer*>{watchers.back()})});
    }
    return error_of_run(simulation, observers, watchers);
  }

  void integrate(std::size_t i, const structure::Assembled& assembled,
                 std::vector<mechanics::State>& states, const output::Restart* restart) {
    input::PlannedStep& step = loaded_.plan[i];
    if (case_.step_chosen) {
      find_step([&](double h) { return trial(i, assembled, states, h); }, restart);
      step.step = case_.time.step;
    }
    const output::StructureOrder order(loaded_.structure, step.conditions.front());
    const output::ModelIdentity model(*assembled.system, order, structure_prints(loaded_, i));
    const Kept kept{model, order, [this](int k, core::Archive& archive) {
                      outputs_.frame(static_cast<std::size_t>(k)).carry(archive);
                    }};
    const SystemLeg leg =
        make_leg(assembled.system, std::move(states), simulation_options(i, assembled), kept,
                 {.method = {},
                  .span = span_of(step),
                  .start = step.start,
                  .end = step.end,
                  .plan_step = static_cast<long>(i),
                  .last_run = is_last(i)},
                 restart);
    run::Simulation& simulation = *leg.simulation;
    if (!outputs_.made()) make_outputs(restart);
    outputs_.use(i, assembled);
    for (int k = 0; restart && k < leg.integration->load_cases(); ++k)
      restart->give_back([&](core::Archive& archive) { kept.more(k, archive); }, k, order);
    if (is_last(i)) outputs_.expect_last();
    print_step(i, simulation);
    print_notes(i, simulation);
    carry_out(leg, kept, restart, outputs_.recorders(), outputs_.observers(), outputs_.offset());
    if (!simulation.has_acceleration()) forces_ = false;
    describe(simulation);
    states = std::move(simulation.states());
  }

  run::SimulationOptions simulation_options(std::size_t i, const structure::Assembled& assembled) {
    const input::PlannedStep& step = loaded_.plan[i];
    return {.method = method_of(case_, step),
            .solver = case_.solver,
            .project = loaded_.project || i > 0,
            .check_constraints = false,
            .restored = !settled_,
            .modal = superposes(case_, step) ? modal_basis(step, *assembled.system) : nullptr};
  }

  /// The state at the end of the step before, or the model's initial values.
  std::vector<mechanics::State> initial_states(structure::Assembled& assembled,
                                               const input::PlannedStep& step) {
    std::vector<mechanics::State> states;
    const structure::ColumnMap map(loaded_.structure, step.conditions.front());
    for (std::size_t k = 0; k < step.conditions.size(); ++k) {
      mechanics::State state{step.start, core::make_copy(Vec(assembled.initial.q)),
                             core::make_copy(Vec(assembled.initial.v)), static_cast<int>(k)};
      if (!kept_.empty()) {
        map.restrict(kept_[k].q, state.q);
        map.restrict(kept_[k].v, state.v);
      }
      states.push_back(std::move(state));
    }
    return states;
  }

  void keep_states(const input::PlannedStep& step, const std::vector<mechanics::State>& states) {
    const structure::ColumnMap map(loaded_.structure, step.conditions.front());
    kept_.clear();
    for (const auto& state : states) {
      mechanics::State kept{state.t, map.make_columns(), map.make_columns(), state.load_case};
      map.expand(state.q, kept.q);
      map.expand(state.v, kept.v);
      kept_.push_back(std::move(kept));
    }
  }

  void make_outputs(const output::Restart* restart) {
    checkpointer_ = std::make_unique<output::Checkpointer>(
        comm_, case_.checkpoint, case_.output.directory, run_name_, start_, log_);
    outputs_.make(recorder_options(), restart, log_);
    if (summary_.seconds.setup == 0) summary_.seconds.setup = core::seconds_since(start_);
  }

  /// Once, with the first step.
  void announce(const mechanics::System* system = nullptr) {
    if (announced_) return;
    announced_ = true;
    const auto& structure = loaded_.structure;
    const int ranks = core::size(comm_);
    if (!case_.title.empty()) log_.note("{}", case_.title);
    log_.note("{} nodes, {} elements, {}{} rank{}", structure.nodes.global, structure.slab.cells,
              system ? fmt::format("{} degrees of freedom, {} constraints, ", system->dofs(),
                                   system->constraints())
                     : "",
              ranks, ranks == 1 ? "" : "s");
    if (loaded_.load_cases.size() > 1)
      log_.note("load cases: {}", fmt::join(loaded_.load_cases, ", "));
  }

  void print_step(std::size_t i, run::Simulation& simulation) {
    const auto& step = loaded_.plan[i];
    announce(&simulation.system());
    if (loaded_.plan.size() > 1) log_.note("from t = {:.9g} to {:.9g}", step.start, step.end);
    const integrate::Stepper& stepper = simulation.stepper();
    log_.note("{}{}", stepper.description(),
              stepper.order() > 0 ? fmt::format(", order {}", stepper.order()) : "");
    if (!case_.chosen.empty()) log_.note("{}", case_.chosen);
    log_.note("{}", simulation.solver_description());
  }

  /// Of the first dynamic step: the others share its structure.
  void print_notes(std::size_t i, const run::Simulation& simulation) {
    if (noted_ || loaded_.structure.nonlinear) return;  // motions of the reference say little
    noted_ = true;
    const input::PlannedStep& step = loaded_.plan[i];
    const auto centre = structure::mass_properties(loaded_.structure).centre;
    const auto rigid = structure::rigid_motions(loaded_.structure, step.conditions.front(), centre);
    for (const auto& note : run_notes(simulation.system(), span_of(step), rigid))
      log_.note("note: {}", note);
  }

  void complete(std::size_t k, output::Summary& summary) override {
    summary.steps = outputs_.observer(k).offset();
  }
  void remark(std::size_t k) override {
    if (case_.rest) tell_sums(k);
    outputs_.report(k, log_);
  }
  /// Of the last state: all that acts on the structure.
  void tell_sums(std::size_t k) {
    const std::size_t conditions = loaded_.plan.back().conditions[k];
    const ForceSums sums = force_sums(loaded_.structure, conditions, *assembled_,
                                      static_cast<int>(k), outputs_.frame(k));
    for (const std::string& line : sums.text()) log_.note("{}", line);
  }
  std::string load_case_name(std::size_t k) const override {
    return loaded_.load_cases.size() > 1 ? loaded_.load_cases[k] : "";
  }

  struct FoundModes {
    std::size_t conditions = 0;
    int asked = 0;
    std::shared_ptr<const modal::NaturalModes> found;
  };

  input::LoadedStructure loaded_;
  std::size_t first_ = 0, last_stored_ = 0;  ///< steps of the plan
  std::vector<mechanics::State> kept_;       ///< at the end of the step before
  std::unique_ptr<structure::Assembled> assembled_;
  StructureOutputs outputs_{comm_, case_, loaded_};
  std::optional<FoundModes> modes_;  ///< of the last search
  bool announced_ = false, noted_ = false;
  bool settled_ = true;  ///< false: a check left an equilibrium to be found
  bool forces_ = true;   ///< accelerations and forces are known in all steps
};

}  // namespace

std::unique_ptr<Job> make_structure_job(const JobSurroundings& around,
                                        const input::Case& description) {
  return std::make_unique<StructureJob>(around, description);
}

}  // namespace sparkdyn::job
