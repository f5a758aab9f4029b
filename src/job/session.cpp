// SPDX-License-Identifier: BSD-3-Clause
#include "session.hpp"

#include <algorithm>

#include "core/temporary_folder.hpp"
#include "quiet_log.hpp"
#include "run/accuracy.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/runtime.hpp"
#include "sparkdyn/core/version.hpp"
#include "sparkdyn/output/recorder.hpp"

namespace sparkdyn::job {

std::unique_ptr<Job> build(const JobSurroundings& around, const input::Case& description) {
  if (description.problem) return make_problem_job(around, description);
  if (description.model) return make_structure_job(around, description);
  return make_matrix_job(around, description);
}

void check(MPI_Comm comm, const input::Case& description, output::Report& report, core::Log& log) {
  const core::TemporaryFolder folder;  // where rank 0 makes a mesh
  QuietLog quiet(comm, log);
  const auto job = build({comm, quiet.log(), core::Clock::now(), folder.path()}, description);
  const auto sentences = job->check();
  report.line(fmt::format("# sparkdyn {}: the case as it would run", core::version()));
  quiet.tell();
  for (const auto& sentence : sentences) report.line("# " + sentence);
  const std::string resolved = input::resolved(description);
  report.line(resolved);
  report.fact("notes", sentences).fact("resolved", resolved).fact("warnings", log.warnings());
}

void Session::find_restart(const std::optional<output::RestartRequest>& request,
                           const std::filesystem::path& results_folder) {
  if (request)
    restart_ = output::Restart::find(comm_, *request, case_.output.directory,
                                     results_folder / "results.h5", log_);
  run_name_ = restart_ ? restart_->run_name() : output::make_run_name(comm_);
}

SystemLeg Session::make_leg(std::shared_ptr<const mechanics::System> system,
                            std::vector<mechanics::State> states, run::SimulationOptions options,
                            const Kept& kept, output::RunLabel label,
                            const output::Restart* restart) {
  options.span = *label.span;
  options.estimate_errors = case_.output.error_estimate;
  if (restart) {
    restart->require_same(kept.identity, states.size());
    options.restored = true;
    options.multigrid_before = restart->multigrid();
  }
  SystemLeg leg;
  leg.simulation = std::make_unique<run::Simulation>(std::move(system), std::move(states),
                                                     std::move(options), log_);
  label.method = leg.simulation->stepper().description();
  if (restart) label.span = restart->span(label);
  auto integration = leg.simulation->integration(*label.span, case_.output.energy);
  const run::SystemIntegration& stepped = *integration;
  leg.integration = std::move(integration);
  if (restart) restart->give_back(*leg.integration, kept.order, label);
  if (!checkpointer_) summary_.seconds.setup = core::seconds_since(start_);
  run::TimeSpan ahead = *label.span;
  if (ahead.tolerance > 0) ahead.step = stepped.next_size();
  leg.simulation->prepare(ahead, leg.integration->step());
  if (const std::string why = leg.simulation->stepper().why_no_errors();
      case_.output.error_estimate && !why.empty() && !leg.integration->done())
    log_.warn("no error is estimated: {}", why);
  leg.solver = leg.simulation->multigrid() ? "multigrid" : "factors";
  leg.label = std::move(label);
  return leg;
}

std::vector<output::Probe> deciding_probes(const std::vector<output::Probe>& probes) {
  std::vector<output::Probe> displacements;
  for (const output::Probe& probe : probes)
    if (probe.quantity == mechanics::Quantity::displacement) displacements.push_back(probe);
  return displacements.empty() ? probes : displacements;
}

std::optional<double> error_of_run(run::Simulation& simulation, const run::Observers& observers,
                                   const std::vector<output::ProbeErrors*>& watchers) {
  simulation.prepare(simulation.span(), 0);
  if (!simulation.stepper().why_no_errors().empty()) return std::nullopt;
  for (const auto& report : run::run(*simulation.integration(simulation.span(), false), observers))
    if (!report.done) core::numerics_error("{}", report.cause);
  double largest = 0;
  for (output::ProbeErrors* watcher : watchers)
    for (const output::ProbeError& error : watcher->errors())
      largest = std::max(largest, error.relative);
  return largest;
}

void Session::find_step(const Trial& trial, const output::Restart* restart) {
  if (!case_.step_chosen) return;
  if (restart) {
    case_.time.step = restart->step_size().value_or(case_.time.step);
    return;
  }
  const int stages = case_.method.stages();
  const int order = 2 * stages - (case_.method.value("rho_infinity") < 1 ? 1 : 0);
  run::AccuracySearch search(*case_.accuracy, stages, order, case_.time.end - case_.time.start,
                             case_.longest_step);
  std::optional<double> next = case_.time.step;
  while (next) {
    const double step = *next;
    const std::optional<double> error = trial(step);
    if (!error) return;  // nothing is estimated: the model's choice stays
    log_.note("accuracy {}: a run with step {:.6g} has an estimated error of {:.1e}",
              *case_.accuracy, step, *error);
    next = search.after(step, *error);
  }
  case_.time.step = search.best();
  constexpr double too_much = 3;
  if (search.best_error() > too_much * *case_.accuracy)
    log_.warn(
        "accuracy {} was not reached: after {} runs the estimated error is {:.1e} with step "
        "{:.6g}; give a step, or more stages",
        *case_.accuracy, search.runs(), search.best_error(), search.best());
  case_.chosen =
      fmt::format("accuracy {}: {} stages, step {:.6g} with an estimated error of {:.1e}",
                  *case_.accuracy, stages, search.best(), search.best_error());
}

output::RecorderOptions Session::recorder_options() const {
  return {.every = case_.output.every,
          .times = case_.output_times(),
          .energy = case_.output.energy,
          .errors = case_.output.error_estimate,
          .run = run_name_,
          .case_text = input::resolved(case_)};
}

void Session::carry_out(const Leg& leg, const Kept& kept, const output::Restart* restart,
                        std::vector<output::Recorder*> recorders, const run::Observers& observers,
                        long offset) {
  if (restart) {
    log_.note("{}", restart->text());
    restart->forget_later_ones(comm_);
    summary_.steps_before = restart->step() + restart->offset();
  }
  checkpointer_->watch({.identity = &kept.identity,
                        .order = &kept.order,
                        .label = leg.label,
                        .offset = offset,
                        .case_text = input::resolved(case_),
                        .solver = leg.solver,
                        .recorders = std::move(recorders),
                        .more = kept.more});
  reports_ = run::run(*leg.integration, observers, checkpointer_.get(), case_.output_times());
  summary_.end_time = leg.integration->time();
}

void Session::describe(run::Simulation& simulation) {
  summary_.method = simulation.stepper().description();
  summary_.order = simulation.stepper().order();
  summary_.set_solver(simulation.solver_description());
  summary_.dofs = simulation.system().dofs();
  summary_.constraints = simulation.system().constraints();
  summary_.seconds.factor = simulation.stepper().times().factor;
}

run::TimeSpan Session::rest_span(bool varies) const {
  const bool path = varies && case_.time.end > case_.time.start;
  return {case_.time.start, path ? case_.time.end : case_.time.start, path ? case_.time.step : 1.0};
}

std::unique_ptr<run::RestIntegration> Session::make_rest(const mechanics::System& system,
                                                         std::vector<mechanics::State> states,
                                                         bool varies) {
  if (!varies && case_.time.end > case_.time.start)
    log_.note("note: no load or support varies with time: one state of rest");
  const auto plan = linear::plan_equilibrium(linear::operators_of(system), case_.solver);
  summary_.set_solver(plan.method == linear::Method::multigrid ? "multigrid" : "factors");
  return std::make_unique<run::RestIntegration>(
      system, std::move(states), rest_span(varies), plan,
      [this](const std::string& sentence) { log_.warn("{}", sentence); });
}

void Session::carry_out_rest(run::RestIntegration& rest, const mechanics::System& system,
                             const run::Observers& observers) {
  log_.note("states of rest, {}", summary_.strategy);
  reports_ = run::run(rest, observers);
  summary_.method = system.linear() ? "states of rest" : "states of rest by Newton's method";
  summary_.dofs = system.dofs();
  summary_.constraints = system.constraints();
  summary_.start_time = case_.time.start;
  summary_.end_time = rest.time();
}

int Session::finish(const std::vector<output::Recorder*>& recorders) {
  summary_.version = core::version();
  summary_.title = case_.title;
  summary_.blas = core::Runtime::blas();
  if (!summary_.problem) summary_.ranks = core::size(comm_);
  summary_.peak_memory_bytes = core::sum(comm_, core::peak_memory());
  summary_.energy_account = case_.output.energy;
  summary_.seconds.checkpoints = checkpointer_->seconds();
  for (std::size_t k = 0; k < recorders.size(); ++k) {
    output::Summary summary = summary_;
    summary.add(reports_[k]);
    complete(k, summary);
    summary.errors = recorders[k]->errors();
    summary.peaks = recorders[k]->peaks();
    summary.warnings = log_.warnings();
    summary.seconds.total = core::seconds_since(start_);
    const output::Report report = report_of(summary);
    write_summary(comm_, recorders[k]->folder() / "summary.json", report);
    if (const std::string name = load_case_name(k); !name.empty()) log_.note("load case {}", name);
    log_.note("{}", report.text());
    remark(k);
    log_.note("results: {}", recorders[k]->folder().string());
  }
  if (!reports_.front().done) core::numerics_error("{}{}", failure_prefix_, reports_.front().cause);
  if (!reports_.front().stopped) return 0;
  log_.note("{}", checkpointer_->stop_text());
  return stopped_status;
}

}  // namespace sparkdyn::job
