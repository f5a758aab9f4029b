#include "problem_command.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "problem_checkpoints.hpp"
#include "problem_recorder.hpp"
#include "problem_report.hpp"
#include "problem_setup.hpp"
#include "sparkdyn/app/command_line.hpp"
#include "sparkdyn/app/commands.hpp"
#include "sparkdyn/core/clock.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/package.hpp"
#include "sparkdyn/core/signals.hpp"
#include "sparkdyn/dae/damping.hpp"
#include "sparkdyn/dae/independence.hpp"
#include "sparkdyn/dae/integrate.hpp"
#include "sparkdyn/output/run_name.hpp"

namespace sparkdyn::app {
namespace {

using core::Clock;
using core::seconds_since;

/// 0 with step control.
long step_count(const input::ProblemTime& time) {
  if (time.tolerance) return 0;
  const double count = std::round((time.end - time.start) / time.step);
  if (count < 1)
    core::input_error("'step' in 'time', {}, is more than twice the time from 'start' to 'end', {}",
                      time.step, time.end - time.start);
  return static_cast<long>(count);
}

std::string steps_text(const input::ProblemTime& time) {
  if (time.tolerance)
    return fmt::format("variable steps, {} control, tolerance {}",
                       time.control == dae::StepControl::reversible ? "reversible" : "standard",
                       *time.tolerance);
  const long count = step_count(time);
  return fmt::format("{} steps of {:.9g}", count, (time.end - time.start) / count);
}

/// The method's own name lists every kind of term; here only those that the problem has.
std::string method_text(const input::ProblemSpec& spec, const dae::Method& method) {
  if (spec.method.family != input::ProblemFamily::lobatto) return method.name;
  std::string splitting;
  for (const auto& [term, mixture] : spec.method.splitting.entries()) {
    const std::string kind = term.substr(0, term.find('@'));
    if (!std::ranges::binary_search(spec.terms, kind)) continue;
    splitting += fmt::format("{}{}: {}", splitting.empty() ? "" : ", ", term, mixture.text());
  }
  const auto& regions = spec.method.damping.regions;
  return fmt::format(
      "{}-stage Lobatto SPARK ({}){}", method.stages(), splitting,
      regions.empty() ? ""
                      : fmt::format(" with automatic damping of {}", fmt::join(regions, " and ")));
}

std::string size_text(const dae::System& system) {
  const dae::Sizes& sizes = system.sizes();
  return fmt::format("{} coordinates, {} constraints", std::max(sizes.y, sizes.z), sizes.u());
}

std::string start_text(const dae::Problem& problem) {
  const auto list = [](const Eigen::VectorXd& values) {
    return fmt::format("[{}]", fmt::join(values.begin(), values.end(), ", "));
  };
  std::string text = fmt::format("start: t = {}", problem.start.t);
  if (problem.start.y.size() > 0)
    text +=
        fmt::format(", q ({}) = {}", fmt::join(problem.components, ", "), list(problem.start.y));
  return text + fmt::format(", v = {}", list(problem.start.z));
}

std::unique_ptr<dae::Run> make_run(ProblemSetup& setup, const input::ProblemSpec& spec,
                                   const dae::Point& from) {
  const input::ProblemTime& time = spec.time;
  if (!spec.method.damping.regions.empty())
    return dae::damped_steps(setup.problem.system, spec.method.stages, spec.method.splitting,
                             spec.method.damping, from, time.end, time.step, stepper_options(spec));
  if (!time.tolerance) return dae::constant_steps(setup.stepper, from, time.end, time.step);
  dae::ControlOptions options;
  options.control = time.control;
  options.tolerance = *time.tolerance;
  options.first_step = time.step;
  if (time.largest_step > 0) options.largest_step = time.largest_step;
  return dae::variable_steps(setup.stepper, from, time.end, options);
}

void show_damping(const dae::Run& run, ProblemRecorder& recorder) {
  if (const auto* damped = dynamic_cast<const dae::DampedRun*>(&run))
    recorder.set_damping(damped->damping());
}

/// Steps to the end, or to where the checkpoints say that it stops.
void follow(dae::Run& run, ProblemRecorder& recorder, ProblemCheckpoints& checkpoints) {
  while (!run.done()) {
    run.advance();
    show_damping(run, recorder);
    recorder(run.summary().end);
    if (checkpoints.after_step(run, recorder)) return;
  }
}

/// All steps back with −h, which for reversible systems is the same as flipping the velocities and
/// going forward: how far from the start it ends. Nothing when a step back fails, as with friction.
std::optional<double> way_back(ProblemSetup& setup, const input::ProblemTime& time,
                               const dae::Point& end) {
  const dae::Point& start = setup.problem.start;
  try {
    const dae::Point back = dae::integrate(setup.stepper, end, start.t, -time.step).end;
    const auto distance = [](const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
      return a.size() == 0 ? 0.0 : (a - b).lpNorm<Eigen::Infinity>();
    };
    const auto size = [](const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
      return std::max(a.lpNorm<Eigen::Infinity>(), b.lpNorm<Eigen::Infinity>());
    };
    return std::max(distance(back.y, start.y) / size(start.y, end.y),
                    distance(back.z, start.z) / size(start.z, end.z));
  } catch (const core::Error&) {
    return {};
  }
}

ProblemReport describe(const input::Case& description, const ProblemSetup& setup, int ranks) {
  const dae::Sizes& sizes = setup.problem.system->sizes();
  ProblemReport report;
  report.title = description.title;
  report.problem = setup.problem.name;
  report.source = setup.problem.source;
  report.parameters = setup.problem.parameters;
  report.method = method_text(*description.problem, setup.stepper.method());
  report.order = setup.stepper.method().order;
  report.ranks = ranks;
  report.coordinates = std::max(sizes.y, sizes.z);
  report.constraints = sizes.u();
  report.start_time = setup.problem.start.t;
  return report;
}

std::string counted_steps(int count) {
  return count == 1 ? "" : fmt::format(" and in {} more steps", count - 1);
}

/// What the user should know of a run that went through: steps that do not resolve an oscillation
/// may have several solutions, a configuration in which a constraint follows from the others leaves
/// its multiplier open, and standard Runge–Kutta methods drift.
void warn(const dae::RunSummary& run, const ProblemReport& report, core::Log& log) {
  if (run.nearer_roots > 0)
    log.warn(
        "at t = {:.9g}{} the equations of the step had several solutions: the iteration found one "
        "far from where the motion was going, and the nearer one was taken; a smaller step makes "
        "it unique",
        run.first_nearer_root, counted_steps(run.nearer_roots));
  if (run.energy_jumps > 0)
    log.warn(
        "at t = {:.9g}{} the energy of this conservative system rose from {:.4g} to {:.4g} in one "
        "step: the results from there on are not the motion; take a smaller step or a method that "
        "is stable for it",
        run.first_energy_jump, counted_steps(run.energy_jumps), run.energy_before,
        run.energy_after);
  const dae::Independence& least = report.independence;
  if (least.constraint > 0 && least.pivot < 1e-8)
    log.warn(
        "at t = {:.9g} the gradients of the constraints are dependent: constraint {} follows from "
        "the others (pivot {:.1e}), and the multipliers there mean nothing",
        least.time, least.constraint, least.pivot);
  constexpr double noticeable = 1e-6;
  if (std::max(report.position_violation, report.velocity_violation) > noticeable)
    log.warn(
        "the constraints are off by up to {:.2g}, their derivatives by {:.2g}; the families "
        "lobatto "
        "and gauss-lobatto hold both",
        report.position_violation, report.velocity_violation);
}

/// Newton cannot converge on a configuration with dependent constraints; the step's own message
/// looks at its beginning only.
std::string cause_ahead(const ProblemSetup& setup, const ProblemRecorder& recorder, double h) {
  const dae::System& system = *setup.problem.system;
  if (system.sizes().u() == 0 || recorder.latest().z.size() == 0) return "";
  const dae::Independence least = dae::least_ahead(system, recorder.latest(), h);
  if (least.pivot > 1e-4) return "";
  return fmt::format(
      "; within this step, at t = {:.6g}, the gradients of the constraints become dependent: "
      "constraint {} follows from the others (pivot {:.1e}); let no step end there, or avoid that "
      "configuration",
      least.time, least.constraint, least.pivot);
}

/// The run at its start, or where the checkpoint was written.
std::unique_ptr<dae::Run> start_run(ProblemSetup& setup, const input::ProblemSpec& spec,
                                    const std::optional<ProblemRestart>& restart,
                                    ProblemRecorder& recorder) {
  const bool from_point = restart && restart->changes_method();
  auto run = make_run(setup, spec, from_point ? restart->point() : setup.problem.start);
  show_damping(*run, recorder);
  if (restart)
    restart->resume(*run, recorder);
  else
    recorder(run->summary().end);
  return run;
}

void describe_start(const input::Case& description, const ProblemSetup& setup,
                    const ProblemReport& report, core::Log& log) {
  const input::ProblemSpec& spec = *description.problem;
  if (!description.title.empty()) log.note("{}", description.title);
  log.note("{} ({}): {}", spec.name, setup.problem.source, size_text(*setup.problem.system));
  log.note("{}; {}", report.method, steps_text(spec.time));
  if (!setup.moved.empty()) log.note("{}", setup.moved);
  if (report.ranks > 1) log.note("a problem of this size runs on one rank; the others wait");
}

int run_here(const input::Case& description, const std::optional<RestartRequest>& request,
             core::Log& log, int ranks, Clock::time_point start) {
  const input::ProblemSpec& spec = *description.problem;
  ProblemSetup setup = set_up(description);
  const long steps = step_count(spec.time);
  ProblemReport report = describe(description, setup, ranks);
  const ProblemIdentity identity = identity_of(spec, setup.problem, report.method);
  const auto& to = description.output.directory;
  const auto found = request ? Restart::find(MPI_COMM_SELF, *request, to, to / "results.h5", log)
                             : std::optional<Restart>();
  std::optional<ProblemRestart> restart;
  if (found) restart.emplace(*found, identity, spec, request->change_method);
  const output::OutputFolder folder(MPI_COMM_SELF, to);
  report.setup_seconds = seconds_since(start);
  describe_start(description, setup, report, log);
  if (found) log.note("{}", found->text());

  const std::string run_name = found ? found->run_name() : output::make_run_name(MPI_COMM_SELF);
  ProblemRecorder recorder(description, setup, folder, run_name, steps);
  ProblemCheckpoints checkpoints(description, to, run_name, identity, start, log);
  const auto begin = Clock::now();
  const auto run = start_run(setup, spec, restart, recorder);
  if (found) found->forget_later_ones(MPI_COMM_SELF);
  output::write_text_atomically(
      folder.file("case.yaml"),
      fmt::format("# sparkdyn {}\n{}", version(), input::resolved(description)));
  if (!restart) checkpoints.at_start(*run, recorder);
  try {
    follow(*run, recorder, checkpoints);
  } catch (const core::Error& error) {
    if (error.kind() != core::Failure::numerics) throw;
    const double h = recorder.last_step() > 0 ? recorder.last_step() : spec.time.step;
    report.cause = error.what() + cause_ahead(setup, recorder, h);
    checkpoints.after_failure(*run, recorder);
  }
  report.rejected = run->summary().rejected;
  report.iterations = run->summary().iterations;
  report.factorizations = run->summary().factorizations;
  report.solve_seconds = seconds_since(begin) - recorder.seconds() - checkpoints.seconds();
  recorder.finish();
  recorder.fill(report);
  report.stopped = !checkpoints.stop_text().empty();
  if (spec.structure && report.cause.empty() && !report.stopped && !spec.time.tolerance)
    report.way_back = way_back(setup, spec.time, recorder.latest());
  warn(run->summary(), report, log);
  report.warnings = log.warnings();
  report.total_seconds = seconds_since(start);
  output::write_text_atomically(folder.file("summary.json"), report_json(report));
  log.note("{}", report_text(report));
  log.note("results: {}", folder.path().string());
  if (!report.cause.empty()) core::numerics_error("problem '{}': {}", spec.name, report.cause);
  if (!report.stopped) return 0;
  log.note("{}", checkpoints.stop_text());
  return stopped_status;
}

}  // namespace

int run_problem(MPI_Comm comm, const input::Case& description,
                const std::optional<RestartRequest>& restart, core::Log& log,
                Clock::time_point start) {
  const core::StopSignals signals;  // on every rank: those that wait must not end first
  std::vector<int> status{0};
  const int ranks = core::size(comm);
  core::on_rank_zero(comm, [&] { status[0] = run_here(description, restart, log, ranks, start); });
  core::broadcast(comm, status);
  return status[0];
}

int check_problem(MPI_Comm comm, const input::Case& description, core::Log& log) {
  core::on_rank_zero(comm, [&] {
    ProblemSetup setup = set_up(description);
    make_run(setup, *description.problem, setup.problem.start);  // refuses what it cannot do
    output::require_possible(MPI_COMM_SELF, description.output.directory);
    log.note("# sparkdyn {}: the case as it would run", version());
    log.note("# {}: {}", setup.problem.source, size_text(*setup.problem.system));
    log.note("# {}; {}", method_text(*description.problem, setup.stepper.method()),
             steps_text(description.problem->time));
    log.note("# {}", start_text(setup.problem));
    if (!setup.moved.empty()) log.note("# {}", setup.moved);
    log.note("{}", input::resolved(description));
  });
  return 0;
}

}  // namespace sparkdyn::app
