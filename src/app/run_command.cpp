#include <chrono>

#include "problem_command.hpp"
#include "sparkdyn/app/command_line.hpp"
#include "sparkdyn/app/commands.hpp"
#include "sparkdyn/app/simulation.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/runtime.hpp"
#include "sparkdyn/input/case_reader.hpp"
#include "sparkdyn/output/energy_writer.hpp"
#include "sparkdyn/output/output_folder.hpp"
#include "sparkdyn/output/progress_observer.hpp"
#include "sparkdyn/output/results_writer.hpp"
#include "sparkdyn/output/summary.hpp"

namespace sparkdyn::app {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

input::Case read(MPI_Comm comm, const RunArguments& arguments) {
  input::Case description = input::read_case(comm, arguments.case_file, arguments.overrides);
  if (arguments.output) description.output.directory = *arguments.output;
  return description;
}

/// Failures of the first factorization come before any earlier result is touched.
void prepare(Simulation& simulation) {
  const auto span = simulation.span();
  try {
    simulation.stepper().prepare(simulation.state(), span.size(1));
  } catch (const core::Error& error) {
    if (error.kind() != core::Failure::numerics) throw;
    core::numerics_error(
        "step 1 from t = {:.9g} cannot be prepared: {}; degrees of freedom that nothing holds, or "
        "massless ones with a splitting that is not uniform, make the stage matrix singular",
        span.start, error.what());
  }
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

output::Summary summarise(const input::Case& description, Simulation& simulation,
                          const integrate::RunReport& report, const core::Log& log, MPI_Comm comm) {
  const std::string solver = simulation.stepper().solver_description();
  const auto colon = solver.find(": ");
  const auto times = simulation.stepper().times();
  output::Summary summary;
  summary.status = report.done ? output::Status::done : output::Status::failed;
  summary.cause = report.cause;
  summary.version = version();
  summary.title = description.title;
  summary.method = simulation.stepper().description();
  summary.order = simulation.stepper().order();
  summary.strategy = solver.substr(0, colon);
  summary.strategy_reason = colon == std::string::npos ? "" : solver.substr(colon + 2);
  summary.blas = core::Runtime::blas();
  summary.ranks = core::size(comm);
  summary.dofs = simulation.system().dofs();
  summary.constraints = simulation.system().constraints();
  summary.start_time = description.time.start;
  summary.end_time = simulation.state().t;
  summary.steps = report.steps;
  summary.iterations = report.iterations;
  summary.seconds.factor = times.factor;
  summary.seconds.solve = report.step_seconds;
  summary.seconds.output = report.observer_seconds;
  summary.peak_memory_bytes = core::sum(comm, core::peak_memory());
  summary.largest_position_violation = report.largest.position;
  summary.largest_velocity_violation = report.largest.velocity;
  summary.energies = report.energies;
  summary.warnings = log.warnings();
  return summary;
}

}  // namespace

int run(MPI_Comm comm, const RunArguments& arguments) {
  const auto start = Clock::now();
  core::Log log(comm);
  const input::Case description = read(comm, arguments);
  if (description.problem) return run_problem(comm, description, log);
  Simulation simulation(comm, description, log);
  const auto span = simulation.span();
  const double setup = seconds_since(start);
  prepare(simulation);
  const output::OutputFolder folder(comm, description.output.directory);
  print_start(log, description, simulation, core::size(comm));

  output::ResultsWriter results(
      comm, folder.file("results.h5"),
      {.every = description.output.every, .program = "sparkdyn " + version()});
  output::HistoryWriter history(comm, folder.file("history.csv"), simulation.probes());
  output::EnergyWriter energy(comm, folder.file("energy.csv"), description.output.every);
  output::ProgressObserver progress(comm, span.steps());
  std::vector<integrate::Observer*> observers{&results, &history};
  if (description.output.energy) observers.push_back(&energy);
  observers.push_back(&progress);
  core::on_rank_zero(comm, [&] {
    output::write_text_atomically(
        folder.file("case.yaml"),
        fmt::format("# sparkdyn {}\n{}", version(), input::resolved(description)));
  });

  const auto report = integrate::run(
      simulation.system(), simulation.stepper(), simulation.acceleration(), simulation.state(),
      {.span = span, .energy = description.output.energy}, observers);
  if (!simulation.acceleration().available())
    log.warn("[M Gᵀ; G 0] is singular: accelerations and multipliers are not in the results");
  auto summary = summarise(description, simulation, report, log, comm);
  summary.seconds.setup = setup;
  summary.seconds.total = seconds_since(start);
  output::write_summary(comm, folder.file("summary.json"), summary);
  log.note("{}", output::summary_text(summary));
  log.note("results: {}", folder.path().string());
  if (!report.done) core::numerics_error("{}", report.cause);
  return 0;
}

int check(MPI_Comm comm, const RunArguments& arguments) {
  core::Log log(comm);
  const input::Case description = read(comm, arguments);
  if (description.problem) return check_problem(comm, description, log);
  Simulation simulation(comm, description, log);
  const auto& system = simulation.system();
  log.note("# sparkdyn {}: the case as it would run", version());
  log.note("# {} degrees of freedom, {} constraints, {} steps", system.dofs(), system.constraints(),
           simulation.span().steps());
  log.note("# {}", simulation.stepper().description());
  log.note("{}", input::resolved(description));
  return 0;
}

}  // namespace sparkdyn::app
