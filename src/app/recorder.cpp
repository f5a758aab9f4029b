#include "sparkdyn/app/recorder.hpp"

#include "sparkdyn/app/command_line.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/runtime.hpp"

namespace sparkdyn::app {

Recorder::Recorder(MPI_Comm comm, const std::filesystem::path& folder,
                   const input::Case& description, RecorderOptions options)
    : comm_(comm),
      case_text_(fmt::format("# sparkdyn {}\n{}", version(), input::resolved(description))),
      folder_(comm, folder),
      energy_(description.output.energy),
      progress_(options.progress),
      results_(comm, folder_.file("results.h5"),
               {.every = description.output.every,
                .origin = {.program = "sparkdyn " + version(),
                           .run = options.run,
                           .steps = std::move(options.steps)},
                .mesh = std::move(options.mesh)}),
      history_(comm, folder_.file("history.csv"), std::move(options.probes)),
      energies_(comm, folder_.file("energy.csv"), description.output.every),
      line_(comm, options.total_steps) {
  set_memory(options.files);
}

void Recorder::write_case() const {
  core::on_rank_zero(comm_,
                     [&] { output::write_text_atomically(folder_.file("case.yaml"), case_text_); });
}

std::vector<integrate::Observer*> Recorder::observers() {
  std::vector<integrate::Observer*> all{&results_, &history_};
  if (energy_) all.push_back(&energies_);
  if (progress_) all.push_back(&line_);
  return all;
}

std::map<std::string, std::string> Recorder::keep() {
  std::map<std::string, std::string> files{{"results.h5", results_.keep()},
                                           {"history.csv", history_.keep()}};
  if (energy_) files["energy.csv"] = energies_.keep();
  return files;
}

void Recorder::set_memory(const RecorderOptions::Files& files) {
  const auto give = [&](const char* name, auto& writer) {
    if (const auto found = files.find(name); found != files.end()) writer.set_memory(found->second);
  };
  give("results.h5", results_);
  give("history.csv", history_);
  give("energy.csv", energies_);
}

RunFacts facts_of(Simulation& simulation) {
  return {.method = simulation.stepper().description(),
          .order = simulation.stepper().order(),
          .solver = simulation.solver_description(),
          .dofs = simulation.system().dofs(),
          .constraints = simulation.system().constraints(),
          .end_time = simulation.states().front().t,
          .factor_seconds = simulation.stepper().times().factor};
}

output::Summary summarise(MPI_Comm comm, const input::Case& description, const RunFacts& facts,
                          const integrate::RunReport& report, const core::Log& log) {
  const auto colon = facts.solver.find(": ");
  output::Summary summary;
  summary.status = !report.done     ? output::Status::failed
                   : report.stopped ? output::Status::stopped
                                    : output::Status::done;
  summary.cause = report.cause;
  summary.version = version();
  summary.title = description.title;
  summary.method = facts.method;
  summary.order = facts.order;
  summary.strategy = facts.solver.substr(0, colon);
  summary.strategy_reason = colon == std::string::npos ? "" : facts.solver.substr(colon + 2);
  summary.blas = core::Runtime::blas();
  summary.ranks = core::size(comm);
  summary.dofs = facts.dofs;
  summary.constraints = facts.constraints;
  summary.start_time = description.time.start;
  summary.end_time = facts.end_time;
  summary.steps = report.steps;
  summary.iterations = report.iterations;
  summary.seconds.factor = facts.factor_seconds;
  summary.seconds.solve = report.step_seconds;
  summary.seconds.output = report.observer_seconds;
  summary.peak_memory_bytes = core::sum(comm, core::peak_memory());
  summary.largest_position_violation = report.largest.position;
  summary.largest_velocity_violation = report.largest.velocity;
  summary.energies = report.energies;
  summary.energy_account = description.output.energy;
  summary.warnings = log.warnings();
  return summary;
}

}  // namespace sparkdyn::app
