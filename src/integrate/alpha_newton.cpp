// SPDX-License-Identifier: BSD-3-Clause
// Newton's method for the steps of generalized-α, with factors that serve several steps.
#include <utility>

#include "integrate/alpha_equations.hpp"
#include "sparkdyn/core/error.hpp"
#include "stage/newton.hpp"

namespace sparkdyn::integrate {

using core::check;
using stage::BlockVector;

AlphaNewton::AlphaNewton(const mechanics::System& system, const AlphaParameters& parameters,
                         std::shared_ptr<stage::MassSolver> mass)
    : system_(&system), p_(&parameters), mass_(std::move(mass)) {
  if (!(p_->beta > 0 && p_->gamma > 0))
    core::input_error("{} of a system that is not linear needs a beta and a gamma above zero",
                      p_->name);
}

/// The old factors go first: they are large, and new ones may fail.
void AlphaNewton::install(Around around) {
  if (solver_) {
    let_go_.factor += solver_->times().factor;
    let_go_.solve += solver_->times().solve;
  }
  solver_.reset();
  equations_.reset();
  const auto tangents = system_->linearize(around.at.at(), around.lambda);
  auto equations = std::make_unique<AlphaEquations>(*system_, *p_, around.h, *mass_, tangents);
  auto form = stage::DecoupledSolver::analyse(equations->op());
  if (!form) throw core::Error(core::Failure::internal, "one block that does not decouple");
  solver_ = std::make_unique<stage::DecoupledSolver>(
      equations->op(), std::move(*form), stage::BlockSolvers{.placement = mass_->plan().placement});
  equations_ = std::move(equations);
  x_ = std::make_unique<BlockVector>(equations_->op().make_vector());
  residual_ = std::make_unique<BlockVector>(equations_->op().make_vector());
  around_ = std::move(around);
  stale_ = false;
}

void AlphaNewton::prepare(const mechanics::State& state, double h) {
  if (equations_ && equations_->h() == h) return;
  if (around_.h == h) {  // a checkpoint's
    const bool stale = stale_;
    install(std::exchange(around_, {}));
    stale_ = stale;
    return;
  }
  install({.h = h,
           .at = {state.t, core::make_copy(Vec(state.q)), core::make_copy(Vec(state.v)),
                  state.load_case},
           .lambda = {}});
}

/// Accelerations and multipliers as they were.
void AlphaNewton::guess(const mechanics::State& without, Vec derivative, Vec multiplier) {
  const double h = equations_->h();
  equations_->aim(without);
  check(VecWAXPY(x_->velocity(0), h * p_->gamma * p_->ratio(), derivative, without.v));
  if (!system_->constrained()) return;
  core::copy(multiplier, x_->multiplier(0));
  check(VecScale(x_->multiplier(0), h));
}

/// Around where the step is expected to end.
void AlphaNewton::relinearize(const mechanics::State& without) {
  const double h = equations_->h();
  Around around{
      .h = h,
      .at = {without.t, core::make_like(without.q), core::make_like(without.q), without.load_case},
      .lambda = {}};
  equations_->place(*x_, around.at);
  if (system_->constrained()) {
    around.lambda = core::make_copy(x_->multiplier(0));
    check(VecScale(around.lambda, 1 / h));
  }
  install(std::move(around));
}

StepResult AlphaNewton::step(const mechanics::State& state, double h, mechanics::State& end,
                             Vec derivative, Vec multiplier) {
  prepare(state, h);
  const mechanics::State without{end.t, core::make_copy(Vec(end.q)), core::make_copy(Vec(end.v)),
                                 end.load_case};
  const auto attempt = [&](bool renew) {
    guess(without, derivative, multiplier);
    if (renew) {
      relinearize(without);
      guess(without, derivative, multiplier);
    }
    // Constraints are met to round-off of positions, which is this much of velocities.
    const double positions = 1e-14 * core::norm_infinity(without.q) / h;
    return stage::newton(*equations_, *solver_, state, true, *residual_, *x_,
                         {.round_off = positions});
  };
  const bool renewed = stale_;
  stage::NewtonResult result = attempt(renewed);
  if (!result.solved.converged && !renewed) {
    const int passes = result.passes;
    result = attempt(true);
    result.passes += passes;
    result.corrections += passes;
  }
  stale_ = !result.solved.converged || result.slow();
  if (!result.solved.converged)
    return {.done = false,
            .iterations = result.passes,
            .corrections = result.corrections,
            .cause = result.solved.cause,
            .dof = result.solved.dof};
  equations_->finish(state, *x_, end);
  check(VecWAXPY(derivative, -1.0, without.v, end.v));
  check(VecScale(derivative, 1 / (h * p_->gamma * p_->ratio())));
  if (system_->constrained()) {
    core::copy(x_->multiplier(0), multiplier);
    check(VecScale(multiplier, 1 / h));
  }
  return {
      .done = true, .iterations = result.passes, .corrections = result.corrections, .cause = ""};
}

void AlphaNewton::carry(core::Archive& archive) {
  carry_around(around_, stale_, *system_, archive);
}

linear::SolverTimes AlphaNewton::times() const {
  linear::SolverTimes sum = let_go_;
  if (solver_) {
    sum.factor += solver_->times().factor;
    sum.solve += solver_->times().solve;
  }
  return sum;
}

}  // namespace sparkdyn::integrate
