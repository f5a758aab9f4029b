// SPDX-License-Identifier: BSD-3-Clause
#include "integrate/rest_newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "integrate/diagnosis.hpp"
#include "linear/multigrid_spaces.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::integrate {
namespace {

/// Of displacements: what a last correction may be, beside how far the structure moved.
constexpr double rest_tolerance = 1e-10;
/// What it may be where round-off makes corrections no smaller.
constexpr double rest_good_enough = 1e-7;
/// Of forces: what may be left, beside those that balance.
constexpr double forces_balance_to = 1e-6;
/// Of constraints: what may be left, beside the motion that they hold.
constexpr double constraints_close_to = 1e-9;

}  // namespace

using core::check;

double RestNewton::shorten(linear::RealSaddle& matrix, const RestPoint& at, Vec q, Vec lambda,
                           const Options& options, double change) {
  constexpr double shortest = 1.0 / 64;
  const core::Vector q_before = core::make_copy(q), lambda_before = core::make_copy(lambda);
  std::vector<core::Vector> z_before, gap_before;
  for (const Strained& each : strained_) {
    z_before.push_back(each.force ? core::make_copy(Vec(each.z)) : core::Vector());
    gap_before.push_back(each.force ? core::make_copy(Vec(each.gap)) : core::Vector());
  }
  for (double length = 1; length >= shortest; length /= 2) {
    advance(length, q, lambda);
    const Imbalance left = residual(at, q, lambda, options.viscosity);
    if (left.finite) {
      correct(matrix, at, q, trial_dq_, trial_dlambda_);
      const double next = core::norm(trial_dq_);
      if (next <= (1 - length / 4) * change) return length;
    }
    core::copy(q_before, q);
    core::copy(lambda_before, lambda);
    for (std::size_t k = 0; k < strained_.size(); ++k) {
      if (!strained_[k].force) continue;
      core::copy(z_before[k], strained_[k].z);
      core::copy(gap_before[k], strained_[k].gap);
    }
  }
  return 0;
}

RestResult RestNewton::iterate(const RestPoint& at, Vec q, Vec lambda, const Options& options) {
  constexpr double round_off = 64 * std::numeric_limits<double>::epsilon();
  RestResult result;
  double before = std::numeric_limits<double>::infinity();
  core::Located change;
  const auto failed = [&](std::string why) {
    result.cause = std::move(why);
    return result;
  };
  core::copy(q, start_);
  reset_strains(q);
  Imbalance left = residual(at, q, lambda, options.viscosity);
  while (left.finite && result.iterations < options.most_iterations) {
    const mechanics::Linearization around = linearize(at, q, lambda);
    const linear::Operators operators = this->operators(around);
    linear::SaddleOptions how{.placement = plan_.placement, .iterative = {.tolerance = 1e-10}};
    if (plan_.method == linear::Method::multigrid)
      how.spaces = std::make_shared<linear::MultigridSpaces>(operators);
    linear::RealSaddle matrix(operators, stiffness(around, options.viscosity), "static_", how);
    correct(matrix, at, q, dq_, dlambda_);
    ++result.iterations;
    change = largest_entry(dq_);
    if (!std::isfinite(change.value)) return failed("a correction is not finite");
    double length = 1;
    if (options.guarded)
      length = shorten(matrix, at, q, lambda, options, core::norm(dq_));
    else
      advance(1, q, lambda);
    if (length == 0) return failed("no share of a correction makes the next one smaller");
    left = residual(at, q, lambda, options.viscosity);
    check(VecWAXPY(work_, -1.0, options.reference ? options.reference : Vec(start_), q));
    const double size = core::norm_infinity(work_);
    const double fine = std::max(rest_tolerance * size, round_off * core::norm_infinity(q));
    const bool stalled = change.value > 0.25 * before && change.value <= rest_good_enough * size;
    if (length == 1 && (change.value <= fine || stalled)) {
      reset_strains(q);
      left = residual(at, q, lambda, 0);
      result.imbalance = left.force;
      result.converged = left.finite && left.constraint <= constraints_close_to &&
                         (options.viscosity > 0 || left.force <= forces_balance_to);
      if (!result.converged)
        return failed(fmt::format("forces are out of balance by {:.1e} of their size", left.force));
      return result;
    }
    before = change.value;
  }
  if (!left.finite) return failed("forces are not finite");
  return failed(fmt::format("iteration {} still moves {} by {:.1e}", result.iterations,
                            system_->dof_name(static_cast<PetscInt>(change.index)), change.value));
}

RestResult RestNewton::solve(const RestPoint& at, Vec q, Vec lambda, const Options& options) {
  try {
    return iterate(at, q, lambda, options);
  } catch (const core::Error& error) {
    // Every rank sees the same solve fail.
    if (error.kind() != core::Failure::numerics) throw;
    return {.converged = false, .iterations = 0, .cause = error.what()};
  }
}

}  // namespace sparkdyn::integrate
