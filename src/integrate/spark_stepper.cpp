// SPDX-License-Identifier: BSD-3-Clause
#include "integrate/spark_stepper.hpp"

#include <utility>

#include "sparkdyn/core/error.hpp"
#include "stage/newton.hpp"

namespace sparkdyn::integrate {

using core::check;

namespace {

/// Where strains are unknowns another linearisation is cheaper than so many solutions of a step.
constexpr int many_solutions = 8;

}  // namespace

SparkStepper::SparkStepper(const mechanics::System& system, SparkMethod method,
                           std::shared_ptr<stage::MassSolver> mass, StepCacheLimits kept)
    : system_(&system),
      coefficients_(std::move(method.coefficients)),
      order_(method.order),
      description_(std::move(method.description)),
      mass_(std::move(mass)),
      prepared_(system.linear() ? kept : StepCacheLimits{.count = 1}),
      work_n_(system.make_displacement()),
      work_m_(system.make_multiplier()) {}

SparkStepper::SparkStepper(const mechanics::System& system, const SparkOptions& options,
                           std::shared_ptr<stage::MassSolver> mass)
    : SparkStepper(system, lobatto_method(system, options.stages, options.splitting),
                   std::move(mass), options.kept) {}

/// What no longer has a place goes first: factors are large.
void SparkStepper::install(double h, std::shared_ptr<const mechanics::Linearization> around) {
  if (!system_->linear()) current_ = nullptr;  // the last one goes, and a factorisation may fail
  prepared_.make_room([&](const stage::PreparedStep& step) {
    let_go_.factor += step.solver->times().factor;
    let_go_.solve += step.solver->times().solve;
  });
  auto step = stage::prepare_step(*system_, coefficients_, h, mass_, std::move(around));
  const double bytes = step.solver->factor_bytes();
  current_ = &prepared_.add({h, linearization_}, std::move(step), bytes);
}

void SparkStepper::use_step(const mechanics::State& state, double h) {
  carry_errors_of_other_steps(h);
  if (current_ && current_->stages->h() == h) return;
  if (find_step(h)) return;
  if (system_->linear()) {
    install(h, nullptr);
  } else if (around_.h == h) {  // a checkpoint's
    linearize_around(std::exchange(around_, {}));
  } else {
    if (linearization_ == 0 && stays_mixed(h)) begin_mixed();
    Around start{.h = h,
                 .at = {state.t, core::make_copy(Vec(state.q)), core::make_copy(Vec(state.v)),
                        state.load_case},
                 .lambda = {}};
    linearize_around(std::move(start));
    stale_ = false;
  }
  renew_vectors();
}

/// Whether what the step needs is there, and now in use.
bool SparkStepper::find_step(double h) {
  stage::PreparedStep* const found = prepared_.find({h, linearization_});
  if (!found) return false;
  current_ = found;
  renew_vectors();
  return true;
}

void SparkStepper::renew_vectors() {
  all_rhs_.clear();
  all_x_.clear();
  stages_of_.clear();
  error_rhs_.reset();
  error_x_.reset();
  rhs_ = std::make_unique<linear::BlockVector>(current_->stages->op().make_vector());
  x_ = std::make_unique<linear::BlockVector>(current_->stages->op().make_vector());
}

void SparkStepper::prepare(const mechanics::State& initial, double h) {
  use_step(initial, h);
}

bool SparkStepper::remembers() const {
  return current_->solver->takes_guess() || !system_->linear();
}

StepResult SparkStepper::advance(const mechanics::State& state, double h, mechanics::State& next) {
  work_of_pieces_.reset();
  if (system_->linear()) return advance_whole(state, h, next);
  StepResult result = attempt_whole(state, h, next);
  if (result.done || whole_) return result;
  return advance_in_pieces(state, h, next, std::move(result));
}

StepResult SparkStepper::advance_whole(const mechanics::State& state, double h,
                                       mechanics::State& next) {
  use_step(state, h);
  keep_start(state);
  Companion* companion = companion_of(state);
  const bool together = companion && companion->ready() && carries_errors_along();
  const auto attempt = [&]() -> stage::NewtonResult {
    if (together)
      return {.solved = solve_with_error(state, *companion), .passes = 1, .corrections = 1};
    const bool guessed = remembers() && guess_stages(state, h);
    if (mixed_left_ > 0) return solve_with_strains(state, h, guessed);
    return stage::newton(*current_->stages, *current_->solver, state, guessed, *rhs_, *x_);
  };
  const bool renewed = stale_;
  if (stale_) relinearize(state, h);
  stage::NewtonResult result = attempt();
  const auto again = [&] {
    const stage::NewtonResult before = result;
    check(VecSet(x_->whole(), 0.0));
    relinearize(state, h);
    result = attempt();
    result.solved.iterations += before.solved.iterations;
    result.passes += before.passes;
    result.corrections += before.corrections;
  };
  if (!result.solved.converged && !system_->linear() && !renewed) again();
  if (!result.solved.converged && mixed_left_ == 0 && stage::offers_strains(*system_)) {
    begin_mixed();
    again();
  }
  stale_ = mixed_left_ > 0 ? result.passes > many_solutions : result.slow();
  if (mixed_left_ > 0 && !stays_mixed(h)) --mixed_left_;
  const auto& solved = result.solved;
  const bool newton = !system_->linear();
  StepResult step{.done = solved.converged,
                  .iterations = newton ? result.passes : solved.iterations,
                  .corrections = newton ? result.corrections : 0,
                  .cause = solved.cause,
                  .dof = solved.dof};
  if (!solved.converged) return step;
  current_->stages->finish(state, *x_, next);
  stages_of_[state.load_case] = x_.get();
  if (companion) {
    if (!together && companion->ready()) carry_error(state.load_case);
    companion->record(state, h, *x_, next.v);
  }
  return step;
}

/// The start is looked at again where its forces are no gradient, or not those of one stiffness.
void SparkStepper::keep_start(const mechanics::State& state) {
  last_.t = state.t;
  last_.load_case = state.load_case;
  if (system_->symmetric() && system_->linear()) return;
  if (last_.q.empty()) {
    last_.q = core::make_like(state.q);
    last_.v = core::make_like(state.v);
  }
  core::copy(state.q, last_.q);
  core::copy(state.v, last_.v);
}

std::string SparkStepper::solver_description() const {
  if (!current_) return "not yet chosen";
  return fmt::format("{}: {}", current_->solver->name(), current_->why);
}

linear::SolverTimes SparkStepper::times() const {
  linear::SolverTimes sum = mass_->times();
  sum.factor += let_go_.factor;
  sum.solve += let_go_.solve;
  prepared_.for_each([&](const stage::PreparedStep& step) {
    sum.factor += step.solver->times().factor;
    sum.solve += step.solver->times().solve;
  });
  return sum;
}

double SparkStepper::factor_entries() const {
  return current_ ? current_->solver->factor_entries() : 0.0;
}

}  // namespace sparkdyn::integrate
