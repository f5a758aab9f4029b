#include "check_preparation.hpp"
#include "problem_command.hpp"
#include "sparkdyn/app/checkpointer.hpp"
#include "sparkdyn/app/command_line.hpp"
#include "sparkdyn/app/commands.hpp"
#include "sparkdyn/app/recorder.hpp"
#include "sparkdyn/app/structure_run.hpp"
#include "sparkdyn/check/notes.hpp"
#include "sparkdyn/core/clock.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/input/case_reader.hpp"
#include "sparkdyn/input/load_system.hpp"
#include "sparkdyn/output/folder_lock.hpp"
#include "sparkdyn/output/run_name.hpp"

namespace sparkdyn::app {
namespace {

using Clock = std::chrono::steady_clock;

input::Case read(MPI_Comm comm, const RunArguments& arguments) {
  input::Case description = input::read_case(comm, arguments.case_file, arguments.overrides);
  input::place_output(comm, description, arguments.output);
  return description;
}

integrate::TimeSpan case_span(const input::Case& description) {
  return {description.time.start, description.time.end, description.time.step};
}

SimulationOptions options_of(const input::Case& description) {
  return {.method = description.method,
          .solver = description.solver,
          .project = description.system->initial.project,
          .steps = case_span(description).steps(),
          .end = description.time.end,
          .step = description.time.step};
}

/// A system at the start, or where the checkpoint was written, and what tells it from others.
struct MatrixRun {
  std::unique_ptr<ModelIdentity> model;
  Simulation simulation;
};

MatrixRun matrix_run(MPI_Comm comm, const input::Case& description,
                     const std::optional<Restart>& restart, core::Log& log) {
  auto loaded = input::load_system(comm, *description.system, description.time.start);
  SimulationOptions options = options_of(description);
  const MatrixOrder order(*loaded.system);
  auto model = std::make_unique<ModelIdentity>(*loaded.system, order, loaded.initial);
  std::vector<mechanics::State> states;
  states.push_back(std::move(loaded.initial));
  if (restart && restart->plan_step() != 0)
    core::input_error("'{}' is of step {} of a deck", restart->file(), restart->plan_step() + 1);
  if (restart) restart->read_states(*model, order, states);
  options.restored = restart.has_value();
  if (restart) options.multigrid_before = restart->multigrid();
  Simulation simulation(loaded.system, std::move(states), std::move(options), log);
  if (restart) restart->read_steppers(simulation, order);
  return {std::move(model), std::move(simulation)};
}

void print_start(core::Log& log, const input::Case& description, Simulation& simulation,
                 int ranks) {
  const auto& system = simulation.system();
  if (!description.title.empty()) log.note("{}", description.title);
  log.note("{} degrees of freedom, {} constraints, {} rank{}", system.dofs(), system.constraints(),
           ranks, ranks == 1 ? "" : "s");
  log.note("{}, order {}", simulation.stepper().description(), simulation.stepper().order());
  log.note("{}", simulation.solver_description());
}

int run_matrices(MPI_Comm comm, const input::Case& description,
                 const std::optional<RestartRequest>& request, core::Log& log,
                 Clock::time_point start) {
  const auto& folder = description.output.directory;
  const auto restart = request ? Restart::find(comm, *request, folder, folder / "results.h5", log)
                               : std::optional<Restart>();
  MatrixRun run = matrix_run(comm, description, restart, log);
  Simulation& simulation = run.simulation;
  const std::string method = simulation.stepper().description();
  const auto span =
      restart ? restart->span(case_span(description), method, true) : case_span(description);
  const double setup = core::seconds_since(start);
  auto probes = matrix_probes(description, simulation);
  simulation.prepare(span, restart ? restart->step() : span.first);
  const std::string run_name = restart ? restart->run_name() : output::make_run_name(comm);
  Recorder recorder(comm, folder, description,
                    {.probes = std::move(probes),
                     .total_steps = span.steps(),
                     .run = run_name,
                     .files = restart ? restart->files(0) : RecorderOptions::Files{}});
  recorder.write_case();
  print_start(log, description, simulation, core::size(comm));
  for (const auto& note : check::run_notes(simulation.system(), span, {}))
    log.note("note: {}", note);
  if (restart) {
    log.note("{}", restart->text());
    restart->forget_later_ones(comm);
  }

  const MatrixOrder order(simulation.system());
  Checkpointer checkpointer(comm, description.checkpoint, folder, run_name, start, log);
  checkpointer.watch({.model = run.model.get(),
                      .order = &order,
                      .span = span,
                      .start = description.time.start,
                      .case_text = input::resolved(description),
                      .method = method,
                      .multigrid = simulation.multigrid(),
                      .recorders = {&recorder}},
                     restart.has_value());
  const auto report =
      simulation
          .run({.span = span,
                .energy = description.output.energy,
                .keeper = &checkpointer,
                .resume = restart ? std::optional(restart->resume_point()) : std::nullopt},
               {recorder.observers()})
          .front();
  if (!simulation.acceleration().available())
    log.warn("[M Gᵀ; G 0] is singular: accelerations and multipliers are not in the results");
  auto summary = summarise(comm, description, facts_of(simulation), report, log);
  summary.steps_before = restart ? restart->step() : 0;
  summary.seconds.setup = setup;
  summary.seconds.checkpoints = checkpointer.seconds();
  summary.seconds.total = core::seconds_since(start);
  output::write_summary(comm, recorder.folder().file("summary.json"), summary);
  log.note("{}", output::summary_text(summary));
  log.note("results: {}", recorder.folder().path().string());
  if (!report.done) core::numerics_error("{}", report.cause);
  if (!report.stopped) return 0;
  log.note("{}", checkpointer.stop_text());
  return stopped_status;
}

/// As a run begins, up to the first step.
int check_matrices(MPI_Comm comm, const input::Case& description, core::Log& log) {
  QuietLog quiet(comm, log);
  MatrixRun run = matrix_run(comm, description, std::nullopt, quiet.log());
  Simulation& simulation = run.simulation;
  matrix_probes(description, simulation);
  prepare_for_check(simulation, case_span(description), description.solver, quiet.log());
  output::require_possible(comm, description.output.directory);
  const auto& system = simulation.system();
  log.note("# sparkdyn {}: the case as it would run", version());
  quiet.tell();
  log.note("# {} degrees of freedom, {} constraints, {} steps", system.dofs(), system.constraints(),
           case_span(description).steps());
  log.note("# {}", simulation.stepper().description());
  log.note("{}", input::resolved(description));
  return 0;
}

}  // namespace

int run(MPI_Comm comm, const RunArguments& arguments) {
  const auto start = Clock::now();
  core::Log log(comm);
  const input::Case description = read(comm, arguments);
  const output::FolderLock lock(comm, description.output.directory, arguments.case_file, log);
  if (description.problem) return run_problem(comm, description, arguments.restart, log, start);
  if (description.model) return run_structure(comm, description, arguments.restart, log, start);
  return run_matrices(comm, description, arguments.restart, log, start);
}

int check(MPI_Comm comm, const RunArguments& arguments) {
  core::Log log(comm);
  const input::Case description = read(comm, arguments);
  if (description.problem) return check_problem(comm, description, log);
  if (description.model) return check_structure(comm, description, log);
  return check_matrices(comm, description, log);
}

}  // namespace sparkdyn::app
