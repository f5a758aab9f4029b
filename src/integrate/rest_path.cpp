// SPDX-License-Identifier: BSD-3-Clause
#include "integrate/rest_path.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::integrate {
namespace {

using core::check;

RestPoint point_between(const RestPoint& from, const RestPoint& to, double share) {
  if (share >= 1) return to;  // the target itself, not what round-off makes of it
  return {from.t + share * (to.t - from.t), from.factor + share * (to.factor - from.factor)};
}

}  // namespace

RestPath::RestPath(const mechanics::System& system, int load_case, linear::SolverPlan plan,
                   std::function<void(const std::string&)> tell)
    : system_(&system),
      newton_(system, load_case, std::move(plan)),
      tell_(std::move(tell)),
      reference_(system.make_displacement()),
      q_before_(system.make_displacement()),
      lambda_before_(system.make_multiplier()) {}

std::string RestPath::text(const RestPoint& at) const {
  return at.factor == 1 ? fmt::format("t = {:.9g}", at.t)
                        : fmt::format("load factor {:.6g} of t = {:.9g}", at.factor, at.t);
}

RestResult RestPath::attempt(const RestPoint& at, Vec q, Vec lambda, bool guarded) {
  core::copy(q_before_, q);
  core::copy(lambda_before_, lambda);
  RestResult result = newton_.solve(
      at, q, lambda,
      {.guarded = guarded, .most_iterations = guarded ? 25 : 20, .reference = reference_});
  effort_.iterations += result.iterations;
  return result;
}

/// Steps of the flow begin where inertia and stiffness weigh alike.
double RestPath::first_viscosity() const {
  constexpr double slow = 1e-3;
  PetscReal mass = 0, stiffness = 0;
  check(MatNorm(*system_->mass(), NORM_INFINITY, &mass));
  for (const auto& term : system_->terms())
    for (const auto& part : term.parts) {
      PetscReal norm = 0;
      check(MatNorm(*part.matrix, NORM_INFINITY, &norm));
      stiffness += std::abs(part.factor) * norm;
    }
  if (!(mass > 0)) return 0;
  return stiffness > 0 ? slow * stiffness / mass : 1;
}

RestResult RestPath::creep(const RestPoint& at, Vec q, Vec lambda) {
  constexpr int most_steps = 400;
  constexpr double near = 1e-2, there = 1e-9;
  const double first = first_viscosity();
  if (first == 0)
    return {.converged = false,
            .cause = "without mass (density) it cannot look for another state of rest"};
  const core::Vector q_last = core::make_copy(Vec(q_before_)),
                     lambda_last = core::make_copy(Vec(lambda_before_));
  const auto take_back = [&] {
    core::copy(q_last, q);
    core::copy(lambda_last, lambda);
  };
  const auto solve = [&](double viscosity) {
    RestResult result =
        newton_.solve(at, q, lambda, {.viscosity = viscosity, .reference = reference_});
    effort_.iterations += result.iterations;
    return result;
  };
  take_back();
  std::string cause = "it does not come to rest";
  double c = first;
  for (int step = 0; step < most_steps && c < 1e12 * first; ++step) {
    RestResult result = solve(c);
    if (!result.converged) {
      cause = result.cause;
      take_back();
      c *= 4;
      continue;
    }
    core::copy(q, q_last);
    core::copy(lambda, lambda_last);
    if (result.imbalance <= there) return result;
    if (result.imbalance <= near) {
      RestResult rest = solve(0);
      if (rest.converged && newton_.stability(at, q, lambda).unstable <= 0) return rest;
      take_back();
    }
    c /= result.iterations <= 5 ? 8 : 2;
  }
  return {.converged = false, .cause = cause};
}

/// Says, once, that a state may be left by itself, and refuses one that is not the only one.
void RestPath::look(Vec q, Vec lambda) {
  const RestStability found = newton_.stability(at_, q, lambda);
  if (!found.regular)
    core::numerics_error(
        "no equilibrium at {}: the stiffness is singular there; {}{}the structure, or a part of "
        "it, can move without work: hold it with supports",
        text(at_), found.motions, found.motions.empty() ? "" : "; ");
  const bool unstable = found.unstable > 0;
  if (unstable && !unstable_)
    tell_(
        fmt::format("at {} the state of rest is unstable: {} way{} to leave it with a gain of "
                    "work; it buckles before",
                    text(at_), found.unstable, found.unstable == 1 ? "" : "s"));
  unstable_ = unstable;
}

void RestPath::follow(const RestPoint& target, Vec q, Vec lambda) {
  constexpr double smallest = 1.0 / 1024, stride = 1.0 / 64;
  if (!std::exchange(moved_, true)) core::copy(q, reference_);
  const RestPoint from = at_;
  double done = 0;
  while (done < 1) {
    core::copy(q, q_before_);
    core::copy(lambda, lambda_before_);
    double share = std::min(share_, 1 - done);
    if (1 - done - share < 1e-9) share = 1 - done;
    double next = done + share >= 1 ? 1 : done + share;
    RestPoint point = point_between(from, target, next);
    RestResult result = attempt(point, q, lambda, false);
    if (!result.converged && share <= 1.0 / 16) result = attempt(point, q, lambda, true);
    if (!result.converged && share / 2 >= smallest) {
      share_ = share / 2;
      ++effort_.cut_back;
      core::copy(q_before_, q);
      core::copy(lambda_before_, lambda);
      continue;
    }
    if (!result.converged) {
      const std::string why = result.cause;
      next = std::min(1.0, done + stride);
      if (1 - next < smallest) next = 1;
      point = point_between(from, target, next);
      result = creep(point, q, lambda);
      if (!result.converged) {
        core::copy(q_before_, q);
        core::copy(lambda_before_, lambda);
        core::numerics_error(
            "no equilibrium after {}: Newton's method does not converge, {}; nor does the "
            "structure creep to another one: {}",
            text(at_), why, result.cause);
      }
      ++effort_.snaps;
      tell_(at_.factor == 0
                ? fmt::format("the structure is not stiff where it starts: it crept to rest at {}",
                              text(point))
                : fmt::format("after {} there is no state of rest nearby: the structure snapped to "
                              "another at {}",
                              text(at_), text(point)));
      share_ = stride;
    } else if (result.iterations <= 8) {
      share_ = std::min(1.0, 2 * share);
    }
    done = next;
    at_ = point;
    ++effort_.increments;
  }
  look(q, lambda);
}

}  // namespace sparkdyn::integrate
