#include "sparkdyn/app/structure_run.hpp"

#include <filesystem>

#include "sparkdyn/app/checkpointer.hpp"
#include "sparkdyn/app/command_line.hpp"
#include "sparkdyn/app/commands.hpp"
#include "sparkdyn/app/plan.hpp"
#include "sparkdyn/app/recorder.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/temporary_folder.hpp"
#include "sparkdyn/output/run_name.hpp"
#include "sparkdyn/output/structure_frame.hpp"
#include "sparkdyn/output/structure_results.hpp"

namespace sparkdyn::app {
namespace {

using Kind = input::PlannedStep::Kind;

std::vector<output::Probe> probes_of(const input::LoadedStructure& loaded) {
  std::vector<output::Probe> probes;
  for (const auto& probe : loaded.probes)
    probes.push_back({probe.name, quantity_of(probe.quantity), probe.column});
  return probes;
}

/// What one load case writes.
struct CaseOutput {
  std::unique_ptr<output::StructureFrame> frame;
  std::unique_ptr<Recorder> recorder;
  std::unique_ptr<output::StructureObserver> observer;
};

/// The plan of a structure, carried out step by step.
class StructureRun {
 public:
  StructureRun(MPI_Comm comm, const input::Case& description,
               const std::optional<RestartRequest>& request, core::Log& log,
               std::chrono::steady_clock::time_point start)
      : comm_(comm), case_(description), log_(log), start_(start) {
    loaded_ = input::load_structure(comm, description, description.output.directory);
    if (case_.title.empty()) case_.title = loaded_.title;
    if (case_.output.every == 1) case_.output.every = loaded_.every;
    for (const auto& warning : loaded_.structure.warnings) log.warn("{}", warning);
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
    auto states = initial_states(*assembled, step);
    const ModelIdentity model(*assembled->system, order, loaded_, runs_, i);
    if (restart) {
      restart->read_states(model, order, states);
    } else if (step.kind == Kind::equilibrium) {
      carry_out_equilibrium(*assembled->system, step, case_.solver, states);
    }
    auto simulation = std::make_unique<Simulation>(
        assembled->system, std::move(states),
        SimulationOptions{.method = method_of(case_, step),
                          .solver = case_.solver,
                          .project = loaded_.project || i > 0,
                          .check_constraints = false,
                          .restored = restart != nullptr,
                          .steps = span_of(step).steps(),
                          .end = step.end,
                          .step = step.step,
                          .multigrid_before = multigrid_before(restart)},
        log_);
    if (restart) restart->read_steppers(*simulation, order);
    if (is_stored(i)) run(i, *assembled, *simulation, {model, order}, restart);
    keep_states(step, *simulation);
    simulation_ = std::move(simulation);
    assembled_ = std::move(assembled);
  }

  /// What a checkpoint of a step says of the model, and the order in which it keeps vectors.
  struct Kept {
    const ModelIdentity& model;
    const StructureOrder& order;
  };

  void run(std::size_t i, const structure::Assembled& assembled, Simulation& simulation,
           const Kept& kept, const Restart* restart) {
    const std::string method = simulation.stepper().description();
    const auto of_case = span_of(*runs_[i]);
    const auto span = restart ? restart->span(of_case, method, is_last(i)) : of_case;
    simulation.prepare(span, restart ? restart->step() : span.first);
    if (outputs_.empty()) make_outputs(restart);
    std::vector<std::vector<integrate::Observer*>> observers;
    CheckpointedRun checkpointed{.model = &kept.model,
                                 .order = &kept.order,
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
      if (is_last(i)) outputs_[k].observer->expect_last();
      observers.push_back({outputs_[k].observer.get()});
    }
    print_step(i, simulation);
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
      output.observer =
          std::make_unique<output::StructureObserver>(*output.frame, output.recorder->observers());
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
  std::vector<integrate::RunReport> reports_;
  std::optional<Restart> restart_;
  std::string run_name_;
  std::unique_ptr<Checkpointer> checkpointer_;
  double setup_ = 0;
  bool announced_ = false;
  bool resumed_ = false;  ///< the last run went on from the checkpoint
};

}  // namespace

int run_structure(MPI_Comm comm, const input::Case& description,
                  const std::optional<RestartRequest>& restart, core::Log& log,
                  std::chrono::steady_clock::time_point start) {
  return StructureRun(comm, description, restart, log, start).carry_out();
}

int check_structure(MPI_Comm comm, const input::Case& description, core::Log& log) {
  const core::TemporaryFolder folder;  // where rank 0 makes a mesh
  const auto loaded = input::load_structure(comm, description, folder.path());
  for (const auto& warning : loaded.structure.warnings) log.warn("{}", warning);
  log.note("# sparkdyn {}: the case as it would run", version());
  log.note("# {} nodes, {} elements", loaded.structure.nodes.global, loaded.structure.slab.cells);
  const auto mass = structure::mass_properties(loaded.structure);
  log.note("# mass {:.9g}, centre of gravity ({:.6g}, {:.6g}, {:.6g})", mass.mass, mass.centre[0],
           mass.centre[1], mass.centre[2]);
  for (const auto& step : loaded.plan) {
    if (step.kind == Kind::frequency) continue;
    const auto assembled = assemble(loaded, step);
    log.note("# {} degrees of freedom, {} constraints, {} steps", assembled.system->dofs(),
             assembled.system->constraints(), span_of(step).steps());
  }
  log.note("{}", input::resolved(description));
  return 0;
}

}  // namespace sparkdyn::app
