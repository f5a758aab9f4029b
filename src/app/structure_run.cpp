#include "sparkdyn/app/structure_run.hpp"

#include <filesystem>

#include "check_preparation.hpp"
#include "run_notes.hpp"
#include "sparkdyn/app/checkpointer.hpp"
#include "sparkdyn/app/command_line.hpp"
#include "sparkdyn/app/commands.hpp"
#include "sparkdyn/app/plan.hpp"
#include "sparkdyn/app/recorder.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/temporary_folder.hpp"
#include "sparkdyn/output/motion_watch.hpp"
#include "sparkdyn/output/run_name.hpp"
#include "sparkdyn/output/structure_frame.hpp"
#include "sparkdyn/output/structure_results.hpp"

namespace sparkdyn::app {
namespace {

using Kind = input::PlannedStep::Kind;

std::vector<output::Probe> probes_of(const input::LoadedStructure& loaded) {
  std::vector<output::Probe> probes;
  for (const auto& probe : loaded.probes)
    probes.push_back({probe.name, quantity_of(probe.quantity), 0, probe.terms});
  return probes;
}

/// What one load case writes.
struct CaseOutput {
  std::unique_ptr<output::StructureFrame> frame;
  std::unique_ptr<Recorder> recorder;
  std::unique_ptr<output::MotionWatch> watch;
  std::unique_ptr<output::StructureObserver> observer;
};

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
    for (const auto& step : loaded_.plan)
      if (step.kind != Kind::frequency) runs_.push_back(&step);
    if (runs_.empty())
      core::input_error("{}: there is no *STATIC or *DYNAMIC step to run; see 'sparkdyn modes'",
                        description.file.string());
    if (request)
      restart_ =
          Restart::find(comm, *request, case_.output.directory, folder_of(0) / "results.h5", log);
    run_name_ = restart_ ? restart_->run_name() : output::make_run_name(comm);
  }

  int carry_out() {
    const std::size_t first = restart_ ? require_plan_step(restart_->plan_step()) : 0;
    for (std::size_t i = first; i < runs_.size(); ++i) {
      carry_out_step(i, restart_ && i == first ? &*restart_ : nullptr);
      if (!reports_.empty() && (!reports_.front().done || reports_.front().stopped)) break;
    }
    return finish();
  }

  /// All that a run does before it steps; leaves nothing. A sentence for each step of the plan.
  std::vector<std::string> check() {
    std::vector<std::string> sentences;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      structure::Assembled assembled = assemble(loaded_, *runs_[i]);
      const StructureOrder order(loaded_.structure, runs_[i]->conditions.front());
      const bool quick = is_quick_to_factor(*assembled.system);
      const auto simulation = make_simulation(i, assembled, order, nullptr, quick);
      prepare_for_check(*simulation, span_of(*runs_[i]), case_.solver, log_);
      if (is_stored(i)) look_at_start(i, assembled, *simulation);
      keep_states(*runs_[i], *simulation);
      sentences.push_back(fmt::format("{} degrees of freedom, {} constraints, {} steps",
                                      assembled.system->dofs(), assembled.system->constraints(),
                                      span_of(*runs_[i]).steps()));
      if (runs_[i]->kind == Kind::dynamic) sentences.push_back(simulation->stepper().description());
    }
    for (std::size_t k = 0; k < runs_.front()->conditions.size(); ++k)
      output::require_possible(comm_, folder_of(k));
    return sentences;
  }

  const structure::Distributed& structure() const { return loaded_.structure; }

 private:
  std::size_t require_plan_step(long number) const {
    if (number < 0 || number >= static_cast<long>(runs_.size()))
      core::input_error("'{}' is of step {} of another deck: this one has {}", restart_->file(),
                        number + 1, runs_.size());
    return static_cast<std::size_t>(number);
  }
  std::filesystem::path folder_of(std::size_t load_case) const {
    return loaded_.load_cases.empty() ? case_.output.directory
                                      : case_.output.directory / loaded_.load_cases[load_case];
  }

  bool is_last(std::size_t i) const { return i + 1 == runs_.size(); }
  /// An equilibrium that a dynamic step follows is stored as that step's first state.
  bool is_stored(std::size_t i) const {
    return runs_[i]->kind == Kind::dynamic || is_last(i) || runs_[i + 1]->kind != Kind::dynamic;
  }

  static std::optional<bool> multigrid_before(const Restart* restart) {
    return restart ? std::optional(restart->multigrid()) : std::nullopt;
  }

  void carry_out_step(std::size_t i, const Restart* restart) {
    const input::PlannedStep& step = *runs_[i];
    auto assembled = std::make_unique<structure::Assembled>(assemble(loaded_, step));
    const StructureOrder order(loaded_.structure, step.conditions.front());
    auto simulation = make_simulation(i, *assembled, order, restart, true);
    if (is_stored(i)) run(i, *assembled, *simulation, order, restart);
    keep_states(step, *simulation);
    simulation_ = std::move(simulation);
    assembled_ = std::move(assembled);
  }

  /// At the start of step i. Without `solve` an equilibrium is left to be found.
  std::unique_ptr<Simulation> make_simulation(std::size_t i, structure::Assembled& assembled,
                                              const StructureOrder& order, const Restart* restart,
                                              bool solve) {
    const input::PlannedStep& step = *runs_[i];
    const bool at_rest = step.kind == Kind::equilibrium;
    auto states = initial_states(assembled, step);
    if (restart)
      restart->read_states(*assembled.system, order, states);
    else if (at_rest && solve)
      carry_out_equilibrium(*assembled.system, step, case_.solver, states);
    auto simulation = std::make_unique<Simulation>(
        assembled.system, std::move(states),
        SimulationOptions{.method = method_of(case_, step),
                          .solver = case_.solver,
                          .project = loaded_.project || i > 0,
                          .check_constraints = false,
                          .restored = restart != nullptr || (at_rest && !solve),
                          .steps = span_of(step).steps(),
                          .multigrid_before = multigrid_before(restart)},
        log_);
    if (restart) restart->read_steppers(*simulation, order);
    return simulation;
  }

  void look_at_start(std::size_t i, const structure::Assembled& assembled, Simulation& simulation) {
    const double t = simulation.states().front().t;
    std::vector<std::unique_ptr<output::StructureFrame>> frames;
    std::vector<std::unique_ptr<output::StructureObserver>> shown;
    std::vector<std::vector<integrate::Observer*>> observers;
    ProbeCheck probes(comm_, probes_of(loaded_));
    for (std::size_t k = 0; k < simulation.states().size(); ++k) {
      frames.push_back(std::make_unique<output::StructureFrame>(loaded_.structure));
      frames.back()->use(assembled, runs_[i]->conditions[k], static_cast<int>(k));
      shown.push_back(std::make_unique<output::StructureObserver>(
          *frames.back(), std::vector<integrate::Observer*>{&probes}));
      observers.push_back({shown.back().get()});
    }
    simulation.run({.span = {t, t, 1.0}, .energy = false}, observers);
  }

  void run(std::size_t i, const structure::Assembled& assembled, Simulation& simulation,
           const StructureOrder& order, const Restart* restart) {
    const std::string method = simulation.stepper().description();
    const auto of_case = span_of(*runs_[i]);
    const auto span = restart ? restart->span(of_case, method, is_last(i)) : of_case;
    simulation.prepare(span, restart ? restart->step() : span.first);
    if (outputs_.empty()) make_outputs(restart);
    std::vector<std::vector<integrate::Observer*>> observers;
    CheckpointedRun checkpointed{.system = &simulation.system(),
                                 .order = &order,
                                 .span = span,
                                 .start = of_case.start,
                                 .plan_step = static_cast<long>(i),
                                 .offset = outputs_.front().observer->offset(),
                                 .last_run = is_last(i),
                                 .case_text = input::resolved(case_),
                                 .method = method,
                                 .multigrid = simulation.multigrid(),
                                 .recorders = {}};
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
      checkpointed.recorders.push_back(outputs_[k].recorder.get());
      outputs_[k].frame->use(assembled, runs_[i]->conditions[k], static_cast<int>(k));
      outputs_[k].watch->use(runs_[i]->conditions[k]);
      if (is_last(i)) outputs_[k].observer->expect_last();
      observers.push_back({outputs_[k].observer.get()});
    }
    print_step(i, simulation);
    print_notes(i, simulation);
    resumed_ = restart != nullptr;
    if (restart) {
      log_.note("{}", restart->text());
      restart->forget_later_ones(comm_);
    }
    checkpointer_->watch(std::move(checkpointed), restart != nullptr);
    reports_ =
        simulation.run({.span = span,
                        .energy = case_.output.energy,
                        .keeper = runs_[i]->kind == Kind::dynamic ? checkpointer_.get() : nullptr,
                        .resume = restart ? std::optional(restart->resume_point()) : std::nullopt},
                       observers);
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

  void keep_states(const input::PlannedStep& step, Simulation& simulation) {
    const structure::ColumnMap map(loaded_.structure, step.conditions.front());
    kept_.clear();
    for (auto& state : simulation.states()) {
      mechanics::State kept{state.t, map.make_columns(), map.make_columns(), state.load_case};
      map.expand(state.q, kept.q);
      map.expand(state.v, kept.v);
      kept_.push_back(std::move(kept));
    }
  }

  void make_outputs(const Restart* restart) {
    checkpointer_ = std::make_unique<Checkpointer>(comm_, case_.checkpoint, case_.output.directory,
                                                   run_name_, start_, log_);
    long total = 0;
    for (const auto* step : runs_)
      total += step->kind == Kind::dynamic ? span_of(*step).steps() : 0;
    const std::size_t count = runs_.front()->conditions.size();
    for (std::size_t k = 0; k < count; ++k) {
      CaseOutput output;
      output.frame = std::make_unique<output::StructureFrame>(loaded_.structure);
      output.recorder = std::make_unique<Recorder>(
          comm_, folder_of(k), case_,
          RecorderOptions{
              .probes = probes_of(loaded_),
              .mesh = std::make_shared<output::StructureResults>(
                  loaded_.structure, *output.frame,
                  loaded_.stress ? output::Fields::with_stress : output::Fields::motion),
              .total_steps = total,
              .progress = k == 0,
              .run = run_name_,
              .files = restart ? restart->files(static_cast<int>(k)) : RecorderOptions::Files{}});
      output.watch = std::make_unique<output::MotionWatch>(loaded_.structure, case_.output.every,
                                                           warned_of_motion_, log_);
      auto observers = output.recorder->observers();
      observers.push_back(output.watch.get());
      output.observer =
          std::make_unique<output::StructureObserver>(*output.frame, std::move(observers));
      if (restart) output.observer->set_offset(restart->offset());
      outputs_.push_back(std::move(output));
    }
    for (const CaseOutput& output : outputs_) output.recorder->write_case();
    setup_ = seconds_since(start_);
  }

  void print_step(std::size_t i, Simulation& simulation) {
    const auto& system = simulation.system();
    const int ranks = core::size(comm_);
    if (i == 0 || !announced_) {
      announced_ = true;
      if (!case_.title.empty()) log_.note("{}", case_.title);
      log_.note("{} nodes, {} elements, {} degrees of freedom, {} constraints, {} rank{}",
                loaded_.structure.nodes.global, loaded_.structure.slab.cells, system.dofs(),
                system.constraints(), ranks, ranks == 1 ? "" : "s");
      if (loaded_.load_cases.size() > 1)
        log_.note("load cases: {}", fmt::join(loaded_.load_cases, ", "));
    }
    if (runs_[i]->kind == Kind::equilibrium) {
      log_.note("equilibrium at t = {:.9g}", runs_[i]->end);
      return;
    }
    if (runs_.size() > 1) log_.note("from t = {:.9g} to {:.9g}", runs_[i]->start, runs_[i]->end);
    log_.note("{}", simulation.stepper().description());
    log_.note("{}", simulation.solver_description());
  }

  /// Of the first dynamic step: the others share its structure.
  void print_notes(std::size_t i, const Simulation& simulation) {
    if (noted_ || runs_[i]->kind != Kind::dynamic) return;
    noted_ = true;
    const auto centre = structure::mass_properties(loaded_.structure).centre;
    const auto rigid =
        structure::rigid_motions(loaded_.structure, runs_[i]->conditions.front(), centre);
    for (const auto& note : run_notes(simulation.system(), span_of(*runs_[i]), rigid))
      log_.note("note: {}", note);
  }

  int finish() {
    if (!simulation_->acceleration().available())
      log_.warn("[M Gᵀ; G 0] is singular: accelerations and forces are not in the results");
    bool done = true;
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
      auto summary = summarise(comm_, case_, *simulation_, reports_[k], log_);
      summary.start_time = runs_.front()->start;
      summary.steps_before = resumed_ ? restart_->step() : 0;
      summary.seconds.setup = setup_;
      summary.seconds.checkpoints = checkpointer_->seconds();
      summary.seconds.total = seconds_since(start_);
      output::write_summary(comm_, outputs_[k].recorder->folder().file("summary.json"), summary);
      if (outputs_.size() > 1) log_.note("load case {}", loaded_.load_cases[k]);
      log_.note("{}", output::summary_text(summary));
      log_.note("results: {}", outputs_[k].recorder->folder().path().string());
      done = done && reports_[k].done;
    }
    if (!done)
      for (const auto& report : reports_)
        if (!report.done) core::numerics_error("{}", report.cause);
    if (!reports_.front().stopped) return 0;
    log_.note("{}", checkpointer_->stop_text());
    return stopped_status;
  }

  MPI_Comm comm_;
  input::Case case_;
  core::Log& log_;
  std::chrono::steady_clock::time_point start_;
  input::LoadedStructure loaded_;
  std::vector<const input::PlannedStep*> runs_;
  std::vector<mechanics::State> kept_;
  std::unique_ptr<structure::Assembled> assembled_;
  std::unique_ptr<Simulation> simulation_;
  std::vector<CaseOutput> outputs_;
  std::shared_ptr<bool> warned_of_motion_ = std::make_shared<bool>(false);
  std::vector<integrate::RunReport> reports_;
  std::optional<Restart> restart_;
  std::string run_name_;
  std::unique_ptr<Checkpointer> checkpointer_;
  double setup_ = 0;
  bool announced_ = false, noted_ = false;
  bool resumed_ = false;  ///< the last run went on from the checkpoint
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
