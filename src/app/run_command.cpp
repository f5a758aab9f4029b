#include "problem_command.hpp"
#include "sparkdyn/app/command_line.hpp"
#include "sparkdyn/app/commands.hpp"
#include "sparkdyn/app/recorder.hpp"
#include "sparkdyn/app/structure_run.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/input/case_reader.hpp"
#include "sparkdyn/input/load_system.hpp"

namespace sparkdyn::app {
namespace {

using Clock = std::chrono::steady_clock;

input::Case read(MPI_Comm comm, const RunArguments& arguments) {
  input::Case description = input::read_case(comm, arguments.case_file, arguments.overrides);
  input::place_output(comm, description, arguments.output);
  return description;
}

Simulation matrix_simulation(MPI_Comm comm, const input::Case& description, core::Log& log) {
  auto loaded = input::load_system(comm, *description.system, description.time.start);
  std::vector<mechanics::State> states;
  states.push_back(std::move(loaded.initial));
  return {loaded.system,
          std::move(states),
          {.method = description.method,
           .solver = description.solver,
           .project = description.system->initial.project},
          log};
}

integrate::TimeSpan span_of(const input::Case& description) {
  return {description.time.start, description.time.end, description.time.step};
}

void print_start(core::Log& log, const input::Case& description, Simulation& simulation,
                 int ranks) {
  const auto& system = simulation.system();
  if (!description.title.empty()) log.note("{}", description.title);
  log.note("{} degrees of freedom, {} constraints, {} rank{}", system.dofs(), system.constraints(),
           ranks, ranks == 1 ? "" : "s");
  log.note("{}", simulation.stepper().description());
  log.note("{}", simulation.stepper().solver_description());
}

int run_matrices(MPI_Comm comm, const input::Case& description, core::Log& log,
                 Clock::time_point start) {
  Simulation simulation = matrix_simulation(comm, description, log);
  const auto span = span_of(description);
  const double setup = seconds_since(start);
  auto probes = matrix_probes(description, simulation);
  simulation.prepare(span);
  Recorder recorder(comm, description.output.directory, description,
                    {.probes = std::move(probes), .total_steps = span.steps()});
  print_start(log, description, simulation, core::size(comm));

  const auto report =
      simulation.run({.span = span, .energy = description.output.energy}, {recorder.observers()})
          .front();
  if (!simulation.acceleration().available())
    log.warn("[M Gᵀ; G 0] is singular: accelerations and multipliers are not in the results");
  auto summary = summarise(comm, description, simulation, report, log);
  summary.seconds.setup = setup;
  summary.seconds.total = seconds_since(start);
  output::write_summary(comm, recorder.folder().file("summary.json"), summary);
  log.note("{}", output::summary_text(summary));
  log.note("results: {}", recorder.folder().path().string());
  if (!report.done) core::numerics_error("{}", report.cause);
  return 0;
}

int check_matrices(MPI_Comm comm, const input::Case& description, core::Log& log) {
  Simulation simulation = matrix_simulation(comm, description, log);
  matrix_probes(description, simulation);
  const auto& system = simulation.system();
  log.note("# sparkdyn {}: the case as it would run", version());
  log.note("# {} degrees of freedom, {} constraints, {} steps", system.dofs(), system.constraints(),
           span_of(description).steps());
  log.note("# {}", simulation.stepper().description());
  log.note("{}", input::resolved(description));
  return 0;
}

}  // namespace

int run(MPI_Comm comm, const RunArguments& arguments) {
  const auto start = Clock::now();
  core::Log log(comm);
  const input::Case description = read(comm, arguments);
  if (description.problem) return run_problem(comm, description, log);
  if (description.model) return run_structure(comm, description, log, start);
  return run_matrices(comm, description, log, start);
}

int check(MPI_Comm comm, const RunArguments& arguments) {
  core::Log log(comm);
  const input::Case description = read(comm, arguments);
  if (description.problem) return check_problem(comm, description, log);
  if (description.model) return check_structure(comm, description, log);
  return check_matrices(comm, description, log);
}

}  // namespace sparkdyn::app
