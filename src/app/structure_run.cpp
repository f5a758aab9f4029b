#include "sparkdyn/app/structure_run.hpp"
#include "sparkdyn/check/notes.hpp"
#include "sparkdyn/core/clock.hpp"

#include <filesystem>

#include "check_preparation.hpp"
#include "sparkdyn/app/checkpointer.hpp"
#include "sparkdyn/app/command_line.hpp"
#include "sparkdyn/app/commands.hpp"
#include "sparkdyn/app/plan.hpp"
#include "sparkdyn/app/structure_modes.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/temporary_folder.hpp"
#include "sparkdyn/integrate/equilibrium.hpp"
#include "sparkdyn/integrate/rest_frame.hpp"
#include "sparkdyn/mechanics/validate.hpp"
#include "sparkdyn/output/run_name.hpp"
#include "sparkdyn/structure/held_alike.hpp"
#include "structure_outputs.hpp"

namespace sparkdyn::app {
namespace {

using Kind = input::PlannedStep::Kind;

/// Looks at probes as a run does at its start, and makes no file.
class ProbeCheck final : public integrate::Observer {
 public:
  ProbeCheck(MPI_Comm comm, std::vector<output::Probe> probes)
      : history_(comm, {}, std::move(probes)) {}
  void on_start(const integrate::Frame& frame) override { history_.check_probes(frame); }

 private:
  output::HistoryWriter history_;
};

/// The plan of a structure, carried out step by step.
class StructureRun {
 public:
  StructureRun(MPI_Comm comm, const input::Case& description,
               const std::optional<RestartRequest>& request, core::Log& log,
               std::chrono::steady_clock::time_point start,
               const std::filesystem::path& mesh_folder)
      : comm_(comm), case_(description), log_(log), start_(start) {
    loaded_ = input::load_structure(comm, description, mesh_folder);
    if (case_.title.empty()) case_.title = loaded_.title;
    if (case_.output.every == 1) case_.output.every = loaded_.every;
    for (const auto& warning : loaded_.structure.warnings) log.warn("{}", warning);
    for (const auto& note : loaded_.notes) log.note("{}", note);
    for (std::size_t i = 0; i < loaded_.plan.size(); ++i)
      if (is_stored(i)) last_stored_ = i;
    if (request)
      restart_ = Restart::find(comm, *request, case_.output.directory,
                               outputs_.folder_of(0) / "results.h5", log);
    run_name_ = restart_ ? restart_->run_name() : output::make_run_name(comm);
  }

  int carry_out() {
    const std::size_t first = restart_ ? require_plan_step(restart_->plan_step()) : 0;
    for (std::size_t i = first; i < loaded_.plan.size(); ++i) {
      carry_out_step(i, restart_ && i == first ? &*restart_ : nullptr);
      if (!reports_.empty() && (!reports_.front().done || reports_.front().stopped)) break;
    }
    return finish();
  }

  /// All that a run does before it steps; leaves nothing. A sentence or two for each step of the
  /// plan.
  std::vector<std::string> check() {
    std::vector<std::string> sentences;
    for (std::size_t i = 0; i < loaded_.plan.size(); ++i) check_step(i, sentences);
    for (std::size_t k = 0; k < loaded_.plan.front().conditions.size(); ++k)
      output::require_possible(comm_, outputs_.folder_of(k));
    return sentences;
  }

  const structure::Distributed& structure() const { return loaded_.structure; }

 private:
  void check_step(std::size_t i, std::vector<std::string>& sentences) {
    const input::PlannedStep& step = loaded_.plan[i];
    structure::Assembled assembled = assemble(loaded_, step);
    const mechanics::System& system = *assembled.system;
    if (loaded_.by_deck) sentences.push_back(fmt::format("{}: {}", step.where, name(step)));
    sentences.push_back(fmt::format(
        "{} degrees of freedom, {} constraints{}", system.dofs(), system.constraints(),
        step.kind == Kind::dynamic ? fmt::format(", {} steps", span_of(step).steps()) : ""));
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
      const auto simulation = make_simulation(i, assembled, std::move(states), nullptr);
      prepare_for_check(*simulation, span_of(step), case_.solver, log_);
      look_at_start(i, assembled, *simulation);
      sentences.push_back(simulation->stepper().description());
      states = std::move(simulation->states());
    }
    keep_states(step, states);
  }

  void look_at_start(std::size_t i, const structure::Assembled& assembled, Simulation& simulation) {
    const double t = simulation.states().front().t;
    std::vector<std::unique_ptr<output::StructureFrame>> frames;
    std::vector<std::unique_ptr<output::StructureObserver>> shown;
    std::vector<std::vector<integrate::Observer*>> observers;
    ProbeCheck probes(comm_, probes_of(loaded_));
    for (std::size_t k = 0; k < simulation.states().size(); ++k) {
      frames.push_back(std::make_unique<output::StructureFrame>(loaded_.structure));
      frames.back()->use(assembled, loaded_.plan[i].conditions[k], static_cast<int>(k));
      shown.push_back(std::make_unique<output::StructureObserver>(
          *frames.back(), std::vector<integrate::Observer*>{&probes}));
      observers.push_back({shown.back().get()});
    }
    simulation.run({.span = {t, t, 1.0}, .energy = false}, observers);
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

  static std::optional<bool> multigrid_before(const Restart* restart) {
    return restart ? std::optional(restart->multigrid()) : std::nullopt;
  }

  void carry_out_step(std::size_t i, const Restart* restart) {
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
      rest = carry_out_equilibrium(*assembled.system, step, case_.solver, states);
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
      const integrate::RestFrame frame(*assembled.system, states[k], rest.multipliers[k]);
      outputs_.observer(k).on_rest(frame);
      reports_[k].largest = frame.violations();
      reports_[k].energies = frame.energies();
    }
    const RunFacts facts{.method = "equilibrium",
                         .order = 0,
                         .solver = rest.multigrid ? "multigrid" : "factors",
                         .dofs = assembled.system->dofs(),
                         .constraints = assembled.system->constraints()};
    if (facts_.method.empty()) facts_ = facts;
    facts_.end_time = step.end;
  }

  void integrate(std::size_t i, const structure::Assembled& assembled,
                 std::vector<mechanics::State>& states, const Restart* restart) {
    const input::PlannedStep& step = loaded_.plan[i];
    const StructureOrder order(loaded_.structure, step.conditions.front());
    const ModelIdentity model(*assembled.system, order, loaded_, i);
    if (restart) restart->read_states(model, order, states);
    const auto made = make_simulation(i, assembled, std::move(states), restart);
    Simulation& simulation = *made;
    if (restart) restart->read_steppers(simulation, order);
    run(i, assembled, simulation, {model, order}, restart);
    if (!simulation.acceleration().available()) forces_ = false;
    facts_ = facts_of(simulation);
    states = std::move(simulation.states());
  }

  /// At the start of a dynamic step, or where the checkpoint was written.
  std::unique_ptr<Simulation> make_simulation(std::size_t i, const structure::Assembled& assembled,
                                              std::vector<mechanics::State> states,
                                              const Restart* restart) {
    const input::PlannedStep& step = loaded_.plan[i];
    const auto basis = superposes(case_, step) ? modal_basis(step, *assembled.system) : nullptr;
    return std::make_unique<Simulation>(
        assembled.system, std::move(states),
        SimulationOptions{.method = method_of(case_, step),
                          .solver = case_.solver,
                          .project = loaded_.project || i > 0,
                          .check_constraints = false,
                          .restored = restart != nullptr || !settled_,
                          .steps = span_of(step).steps(),
                          .end = step.end,
                          .step = step.step,
                          .multigrid_before = multigrid_before(restart),
                          .modal = basis},
        log_);
  }

  /// What a checkpoint of a step says of the model, and the order in which it keeps vectors.
  struct Kept {
    const ModelIdentity& model;
    const StructureOrder& order;
  };

  void run(std::size_t i, const structure::Assembled& assembled, Simulation& simulation,
           const Kept& kept, const Restart* restart) {
    const std::string method = simulation.stepper().description();
    const auto of_case = span_of(loaded_.plan[i]);
    const auto span = restart ? restart->span(of_case, method, is_last(i)) : of_case;
    simulation.prepare(span, restart ? restart->step() : span.first);
    if (!outputs_.made()) make_outputs(restart);
    outputs_.use(i, assembled);
    if (is_last(i)) outputs_.expect_last();
    CheckpointedRun checkpointed{.model = &kept.model,
                                 .order = &kept.order,
                                 .span = span,
                                 .start = of_case.start,
                                 .plan_step = static_cast<long>(i),
                                 .offset = outputs_.offset(),
                                 .last_run = is_last(i),
                                 .case_text = input::resolved(case_),
                                 .method = method,
                                 .multigrid = simulation.multigrid(),
                                 .recorders = outputs_.recorders()};
    print_step(i, simulation);
    print_notes(i, simulation);
    resumed_ = resumed_ || restart != nullptr;
    if (restart) {
      log_.note("{}", restart->text());
      restart->forget_later_ones(comm_);
    }
    checkpointer_->watch(std::move(checkpointed), restart != nullptr);
    reports_ =
        simulation.run({.span = span,
                        .energy = case_.output.energy,
                        .keeper = checkpointer_.get(),
                        .resume = restart ? std::optional(restart->resume_point()) : std::nullopt},
                       outputs_.observers());
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

  void make_outputs(const Restart* restart) {
    checkpointer_ = std::make_unique<Checkpointer>(comm_, case_.checkpoint, case_.output.directory,
                                                   run_name_, start_, log_);
    outputs_.make(run_name_, restart, log_);
    setup_ = core::seconds_since(start_);
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

  void print_step(std::size_t i, Simulation& simulation) {
    const auto& step = loaded_.plan[i];
    announce(&simulation.system());
    if (loaded_.plan.size() > 1) log_.note("from t = {:.9g} to {:.9g}", step.start, step.end);
    const integrate::Stepper& stepper = simulation.stepper();
    log_.note("{}{}", stepper.description(),
              stepper.order() > 0 ? fmt::format(", order {}", stepper.order()) : "");
    log_.note("{}", simulation.solver_description());
  }

  /// Of the first dynamic step: the others share its structure.
  void print_notes(std::size_t i, const Simulation& simulation) {
    if (noted_) return;
    noted_ = true;
    const input::PlannedStep& step = loaded_.plan[i];
    const auto centre = structure::mass_properties(loaded_.structure).centre;
    const auto rigid = structure::rigid_motions(loaded_.structure, step.conditions.front(), centre);
    for (const auto& note : check::run_notes(simulation.system(), span_of(step), rigid))
      log_.note("note: {}", note);
  }

  int finish() {
    if (!outputs_.made()) return 0;  // a deck of *FREQUENCY steps
    if (!forces_)
      log_.warn("[M Gᵀ; G 0] is singular: accelerations and forces are not in the results");
    bool done = true;
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
      auto summary = summarise(comm_, case_, facts_, reports_[k], log_);
      summary.start_time = loaded_.plan.front().start;
      summary.steps = outputs_.observer(k).offset();
      summary.steps_before = resumed_ ? restart_->step() + restart_->offset() : 0;
      summary.seconds.setup = setup_;
      summary.seconds.checkpoints = checkpointer_->seconds();
      summary.seconds.total = core::seconds_since(start_);
      output::write_summary(comm_, outputs_.folder(k).file("summary.json"), summary);
      if (outputs_.size() > 1) log_.note("load case {}", loaded_.load_cases[k]);
      log_.note("{}", output::summary_text(summary));
      outputs_.report(k, log_);
      log_.note("results: {}", outputs_.folder(k).path().string());
      done = done && reports_[k].done;
    }
    if (!done)
      for (const auto& report : reports_)
        if (!report.done) core::numerics_error("{}", report.cause);
    if (!reports_.front().stopped) return 0;
    log_.note("{}", checkpointer_->stop_text());
    return stopped_status;
  }

  struct FoundModes {
    std::size_t conditions = 0;
    int asked = 0;
    std::shared_ptr<const modal::NaturalModes> found;
  };

  MPI_Comm comm_;
  input::Case case_;
  core::Log& log_;
  std::chrono::steady_clock::time_point start_;
  input::LoadedStructure loaded_;
  std::size_t last_stored_ = 0;  ///< step of the plan
  std::vector<mechanics::State> kept_;
  std::unique_ptr<structure::Assembled> assembled_;
  StructureOutputs outputs_{comm_, case_, loaded_};
  RunFacts facts_;
  std::optional<FoundModes> modes_;  ///< of the last search
  std::vector<integrate::RunReport> reports_;
  std::optional<Restart> restart_;
  std::string run_name_;
  std::unique_ptr<Checkpointer> checkpointer_;
  double setup_ = 0;
  bool announced_ = false, noted_ = false;
  bool settled_ = true;   ///< false: a check left an equilibrium to be found
  bool resumed_ = false;  ///< the run went on from a checkpoint
  bool forces_ = true;    ///< accelerations and forces are known in all steps
};

}  // namespace

int run_structure(MPI_Comm comm, const input::Case& description,
                  const std::optional<RestartRequest>& restart, core::Log& log,
                  std::chrono::steady_clock::time_point start) {
  return StructureRun(comm, description, restart, log, start, description.output.directory)
      .carry_out();
}

int check_structure(MPI_Comm comm, const input::Case& description, core::Log& log) {
  const core::TemporaryFolder folder;  // where rank 0 makes a mesh
  QuietLog quiet(comm, log);
  StructureRun run(comm, description, {}, quiet.log(), std::chrono::steady_clock::now(),
                   folder.path());
  const auto sentences = run.check();
  const auto& structure = run.structure();
  log.note("# sparkdyn {}: the case as it would run", version());
  quiet.tell();
  log.note("# {} nodes, {} elements", structure.nodes.global, structure.slab.cells);
  const auto mass = structure::mass_properties(structure);
  log.note("# mass {:.9g}, centre of gravity ({:.6g}, {:.6g}, {:.6g})", mass.mass, mass.centre[0],
           mass.centre[1], mass.centre[2]);
  for (const auto& sentence : sentences) log.note("# {}", sentence);
  log.note("{}", input::resolved(description));
  return 0;
}

}  // namespace sparkdyn::app
