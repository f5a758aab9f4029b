// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/package.hpp"
#include "core/signals.hpp"
#include "dae/state_space.hpp"
#include "job/problem_setup.hpp"
#include "output/output_folder.hpp"
#include "run/mechanism_integration.hpp"
#include "session.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/dae/damping.hpp"
#include "sparkdyn/dae/integrate.hpp"

namespace sparkdyn::job {
namespace {

std::string list(const Eigen::VectorXd& values) {
  return fmt::format("[{}]", fmt::join(values.begin(), values.end(), ", "));
}

/// "" for equal steps.
std::string pattern_text(const input::ProblemTime& time) {
  return time.pattern.size() == 1 ? "" : fmt::format(" times {}", fmt::join(time.pattern, ", "));
}

const char* control_name(const input::ProblemTime& time) {
  return time.control == dae::ControlRule::reversible ? "reversible" : "standard";
}

/// One round of the pattern.
double round_length(const input::ProblemTime& time) {
  return time.signed_step() * std::accumulate(time.pattern.begin(), time.pattern.end(), 0.0);
}

/// 0 with step control.
long step_count(const input::ProblemTime& time) {
  if (time.tolerance) return 0;
  const double count = std::round((time.end - time.start) / round_length(time));
  if (count < 1)
    core::input_error("'step' in 'time', {}, is more than twice the time from 'start' to 'end', {}",
                      std::abs(round_length(time)), time.end - time.start);
  return static_cast<long>(count) * static_cast<long>(time.pattern.size());
}

std::string steps_text(const input::ProblemTime& time) {
  if (time.tolerance)
    return fmt::format("variable steps, {} control, tolerance {}", control_name(time),
                       *time.tolerance);
  const long count = step_count(time);
  const double mean = (time.end - time.start) / static_cast<double>(count);
  if (time.pattern.size() == 1) return fmt::format("{} steps of {:.9g}", count, mean);
  return fmt::format("{} steps of {:.9g} on average, in rounds of {}", count, mean,
                     time.pattern.size());
}

/// The method's own name lists every kind of term; here only those that the problem has.
std::string method_text(const input::ProblemSpec& spec, const dae::OneStep& steps,
                        const dae::Method* coefficients) {
  if (coefficients == nullptr || spec.method.composition > 0 || spec.method.energy_projection)
    return steps.name();
  const dae::Method& method = *coefficients;
  using Splits = dae::Family::Splits;
  const Splits splits = spec.method.family->splits;
  const bool undamped = splits == Splits::radii && !spec.method.radii.damped();
  if (spec.method.local_model.scheme)
    return fmt::format("{} with local model {}", method.name,
                       input::local_model_text(spec.method.local_model));
  if (splits == Splits::nothing || undamped) return method.name;
  std::string splitting;
  for (const auto& [term, value] : input::term_texts(spec))
    splitting += fmt::format("{}{}: {}", splitting.empty() ? "" : ", ", term, value);
  if (splits == Splits::radii)
    return fmt::format("({0},{0})-Gauss-Lobatto SPARK (rho_infinity of {1})", method.stages(),
                       splitting);
  const auto& regions = spec.method.damping.regions;
  return fmt::format(
      "{}-stage Lobatto SPARK ({}){}", method.stages(), splitting,
      regions.empty() ? ""
                      : fmt::format(" with automatic damping of {}", fmt::join(regions, " and ")));
}

/// How a method that is not symmetric goes back in time.
std::string direction_text(const input::ProblemTime& time, const dae::Method& method) {
  if (!time.goes_back() || method.symmetric) return "";
  return time.backward == input::Backward::adjoint ? ", its adjoint back in time"
                                                   : ", itself back in time";
}

std::string size_text(const dae::System& system) {
  const dae::Sizes& sizes = system.sizes();
  return fmt::format("{} coordinates, {} constraints", std::max(sizes.y, sizes.z), sizes.u());
}

std::string formulation_name(const dae::Problem& problem) {
  return dae::formulation_names()[static_cast<std::size_t>(problem.formulation)];
}

std::string start_text(const dae::Problem& problem) {
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
  if (spec.method.local_model.scheme)
    return dae::local_model_steps(setup.problem, spec.method.local_model, setup.stepper->method(),
                                  from, time.end, time.step, time.pattern);
  const double step = time.signed_step();
  if (spec.formulation == dae::Formulation::state_space)
    return dae::state_space_steps(dae::StateSpace(setup.problem.system, setup.problem.formulations,
                                                  setup.stepper->method(), spec.newton.tolerance),
                                  spec.chart_every, from, time.end, step, time.pattern);
  if (spec.projection.kind != dae::ProjectionOptions::Kind::none)
    return dae::projected_steps(*setup.stepper, setup.problem.formulations, spec.projection, from,
                                time.end, step, time.pattern);
  if (!time.tolerance)
    return dae::constant_steps(setup.steps(), from, time.end, step, time.pattern);
  dae::ControlOptions options;
  options.control = time.control;
  options.tolerance = *time.tolerance;
  options.first_step = time.step;
  if (time.largest_step > 0) options.largest_step = time.largest_step;
  if (time.resolve_above) options.resolve_above = *time.resolve_above;
  return dae::variable_steps(*setup.stepper, from, time.end, options);
}

/// All steps back with −h, which for reversible systems is the same as flipping the velocities and
/// going forward: how far from the start it ends. Nothing when a step back fails, as with friction.
std::optional<double> way_back(ProblemSetup& setup, const input::ProblemTime& time,
                               const dae::Point& end) {
  const dae::Point& start = setup.problem.start;
  try {
    const std::vector<double> backwards(time.pattern.rbegin(), time.pattern.rend());
    const auto run =
        dae::constant_steps(setup.steps(), end, start.t, -time.signed_step(), backwards);
    const dae::Point back = dae::follow(*run, {}).end;
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

std::string counted_steps(int count) {
  return count == 1 ? "" : fmt::format(" and in {} more steps", count - 1);
}

/// What the user should know of a run that went through: steps that do not resolve an oscillation
/// may have several solutions, a configuration in which a constraint follows from the others leaves
/// its multiplier open, and standard Runge–Kutta methods drift.
void warn(const dae::RunSummary& run, const dae::Independence& least,
          const run::Violations& largest, core::Log& log) {
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
  if (least.constraint > 0 && least.pivot < 1e-8)
    log.warn(
        "at t = {:.9g} the gradients of the constraints are dependent: constraint {} follows from "
        "the others (pivot {:.1e}), and the multipliers there mean nothing",
        least.time, least.constraint, least.pivot);
  constexpr double noticeable = 1e-6;
  if (std::max(largest.position, largest.velocity) > noticeable)
    log.warn(
        "the constraints are off by up to {:.2g}, their derivatives by {:.2g}; the families "
        "lobatto "
        "and gauss-lobatto hold both",
        largest.position, largest.velocity);
}

/// What must not change when a run goes on: name, parameters and initial values.
class ProblemIdentity final : public output::RunIdentity {
 public:
  explicit ProblemIdentity(const dae::Problem& problem) : name_(problem.name) {
    equations_ = problem.name;
    if (problem.formulation != dae::Formulation::constrained)
      equations_ += " as " + formulation_name(problem);
    for (const auto& [name, value] : problem.parameters)
      equations_ += fmt::format(", {} = {}", name, value);
    equations_ += fmt::format("; start: t = {}, q = {}, v = {}", problem.start.t,
                              list(problem.start.y), list(problem.start.z));
  }

  std::string problem() const override { return name_; }
  void describe(int, double, double, output::Facts& facts) const override {
    facts.set(key, equations_);
  }
  void require_same(const output::Facts& before, int, double, double,
                    const std::string& checkpoint) const override {
    if (before.text(key) != equations_)
      core::input_error("'{}' is of another problem: {}; the case has {}", checkpoint,
                        before.text(key), equations_);
  }

 private:
  static constexpr auto key = "problem.equations";
  std::string name_, equations_;
};

/// With its steps, but not where they end.
std::string identifying_method(const input::ProblemSpec& spec, const std::string& method) {
  const input::ProblemTime& time = spec.time;
  const std::string steps =
      time.tolerance
          ? fmt::format("{} control, tolerance {}, steps up to {}, the first {}{}",
                        control_name(time), *time.tolerance, time.largest_step, time.step,
                        time.resolve_above
                            ? fmt::format(", resolving what is above {}", *time.resolve_above)
                            : "")
          : fmt::format("steps of {}{}", time.signed_step(), pattern_text(time));
  std::string more = input::projection_text(spec.projection);
  if (!more.empty()) more = ", projection: " + more;
  if (spec.formulation == dae::Formulation::state_space)
    more += fmt::format(", a chart for {} steps", spec.chart_every);
  return fmt::format("{}, {}, Newton to {}{}", method, steps, spec.newton.tolerance, more);
}

std::vector<output::Probe> problem_probes(const input::ProblemSpec& spec) {
  std::vector<output::Probe> probes;
  for (const auto& probe : spec.probes)
    probes.push_back({probe.name, probe.quantity, static_cast<PetscInt>(probe.index - 1)});
  return probes;
}

std::vector<output::VectorTable> problem_tables(const dae::Problem& problem) {
  const std::string names = fmt::format("{}", fmt::join(problem.components, ", "));
  const std::string unit = "units of the problem";
  return {
      {mechanics::Quantity::displacement, "q", "positions " + names, unit},
      {mechanics::Quantity::velocity, "v", "velocities, momenta of a Hamiltonian: " + names, unit},
      {mechanics::Quantity::multiplier, "lambda", "Lagrange multipliers", unit}};
}

/// A problem on the one rank that computes.
class ProblemSession final : public Session {
 public:
  ProblemSession(const JobSurroundings& around, const input::Case& description, int ranks)
      : Session(around, description), setup_(set_up(case_)), identity_(setup_.problem) {
    const dae::Sizes& sizes = setup_.problem.system->sizes();
    const dae::Method* coefficients = setup_.stepper ? &setup_.stepper->method() : nullptr;
    summary_.method = method_text(spec(), setup_.steps(), coefficients);
    if (coefficients) summary_.method += direction_text(spec().time, *coefficients);
    summary_.order = setup_.steps().order();
    summary_.ranks = ranks;
    summary_.dofs = std::max(sizes.y, sizes.z);
    summary_.constraints = sizes.u();
    summary_.start_time = setup_.problem.start.t;
    summary_.problem = output::ProblemSummary{.name = setup_.problem.name,
                                              .source = setup_.problem.source,
                                              .parameters = setup_.problem.parameters,
                                              .findings = {},
                                              .way_back = {}};
    failure_prefix_ = fmt::format("problem '{}': ", spec().name);
  }

  void prepare(const std::optional<output::RestartRequest>& request) override {
    const long steps = step_count(spec().time);
    find_restart(request, case_.output.directory);
    leg_.label = {.method = identifying_method(spec(), summary_.method),
                  .span = {},
                  .start = setup_.problem.start.t,
                  .end = spec().time.end};
    if (restart_) {
      restart_->require_same(identity_, 1);
      restart_->span(leg_.label);
    }
    auto integration = std::make_unique<run::MechanismIntegration>(run::MechanismOptions{
        .problem = setup_.problem,
        .steps = [this](const dae::Point& from) { return make_run(setup_, spec(), from); },
        .end = spec().time.end,
        .first_step = spec().time.signed_step(),
        .tangents = spec().structure});
    mechanism_ = integration.get();
    leg_.integration = std::move(integration);
    if (restart_) restart_->give_back(*leg_.integration, order_, leg_.label);
    output::RecorderOptions recording = recorder_options();
    recording.probes = problem_probes(spec());
    recording.tables = problem_tables(setup_.problem);
    recording.total_steps = steps;
    recorder_.emplace(comm_, case_.output.directory, std::move(recording));
    if (restart_) restart_->give_back(*recorder_, 0);
    checkpointer_ = std::make_unique<output::Checkpointer>(
        comm_, case_.checkpoint, case_.output.directory, run_name_, start_, log_);
    summary_.seconds.setup = core::seconds_since(start_);
  }

  int run() override {
    announce();
    recorder_->write_case();
    carry_out(leg_, {identity_, order_}, restart_ ? &*restart_ : nullptr, {&*recorder_},
              {recorder_->observers()});
    warn(mechanism_->summary(), mechanism_->findings().independence, reports_.front().largest,
         log_);
    return finish({&*recorder_});
  }

  std::vector<std::string> check() override {
    make_run(setup_, spec(), setup_.problem.start);  // refuses what it cannot do
    output::require_possible(comm_, case_.output.directory);
    std::vector<std::string> sentences{
        fmt::format("{}: {}", setup_.problem.source, size_text(*setup_.problem.system)),
        fmt::format("{}; {}", summary_.method, steps_text(spec().time)),
        start_text(setup_.problem)};
    if (!setup_.moved.empty()) sentences.push_back(setup_.moved);
    return sentences;
  }

 private:
  const input::ProblemSpec& spec() const { return *case_.problem; }

  void announce() {
    if (!case_.title.empty()) log_.note("{}", case_.title);
    log_.note("{} ({}): {}", spec().name, setup_.problem.source, size_text(*setup_.problem.system));
    log_.note("{}; {}", summary_.method, steps_text(spec().time));
    if (!setup_.moved.empty()) log_.note("{}", setup_.moved);
    if (summary_.ranks > 1) log_.note("a problem of this size runs on one rank; the others wait");
  }

  void complete(std::size_t, output::Summary& summary) override {
    summary.problem->factorizations = reports_.front().factorizations;
    summary.problem->findings = mechanism_->findings();
    const bool plain =
        !spec().time.tolerance && spec().projection.kind == dae::ProjectionOptions::Kind::none;
    if (spec().structure && summary.status == output::Status::done && plain)
      summary.problem->way_back = way_back(setup_, spec().time, mechanism_->summary().end);
  }

  ProblemSetup setup_;
  ProblemIdentity identity_;
  output::OwnOrder order_;
  Leg leg_;
  run::MechanismIntegration* mechanism_ = nullptr;  ///< of the leg
  std::optional<output::Recorder> recorder_;
};

/// Such problems are small: rank 0 computes, the others wait and share its errors.
class ProblemJob final : public Job {
 public:
  ProblemJob(const JobSurroundings& around, const input::Case& description) : comm_(around.comm) {
    JobSurroundings alone = around;
    alone.comm = MPI_COMM_SELF;
    core::on_rank_zero(comm_, [&] {
      session_ = std::make_unique<ProblemSession>(alone, description, core::size(comm_));
    });
  }

  void prepare(const std::optional<output::RestartRequest>& restart) override {
    core::on_rank_zero(comm_, [&] { session_->prepare(restart); });
  }

  int run() override {
    // Those that wait must not end first; rank 0 has those of its checkpoints.
    std::optional<core::StopSignals> signals;
    if (core::rank(comm_) != 0) signals.emplace();
    std::vector<int> status{0};
    core::on_rank_zero(comm_, [&] { status[0] = session_->run(); });
    core::broadcast(comm_, status);
    return status[0];
  }

  std::vector<std::string> check() override {
    std::vector<std::string> sentences;
    core::on_rank_zero(comm_, [&] { sentences = session_->check(); });
    return sentences;
  }

 private:
  MPI_Comm comm_;
  std::unique_ptr<ProblemSession> session_;  ///< on rank 0
};

}  // namespace

std::unique_ptr<Job> make_problem_job(const JobSurroundings& around,
                                      const input::Case& description) {
  return std::make_unique<ProblemJob>(around, description);
}

}  // namespace sparkdyn::job
