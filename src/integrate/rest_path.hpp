// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The way of a nonlinear structure from one state of rest to the next, as loads grow and supports
// move. What Newton's method does not do at once is done in shares, halved where it fails and
// doubled where it is easy. Where no share is small enough there is no state of rest nearby: the
// structure snaps through or has to find its shape. It then creeps, c M q' = F − f(q) − Gᵀλ, with
// growing steps to one that is stable.

#include <functional>
#include <string>

#include "integrate/rest_newton.hpp"

namespace sparkdyn::integrate {

/// What a path took.
struct RestEffort {
  long iterations = 0, increments = 0, cut_back = 0, snaps = 0;
};

/// For one load case; borrows the system.
class RestPath {
 public:
  /// `tell` is given sentences on what a user should know, the same on all ranks.
  RestPath(const mechanics::System& system, int load_case, linear::SolverPlan plan,
           std::function<void(const std::string&)> tell);

  /// The place of q and λ before the first follow().
  void start(const RestPoint& at) { at_ = at; }
  const RestPoint& at() const { return at_; }
  /// Moves q and λ from at() to `target`. Throws core::Error (numerics) with place and cause where
  /// that is not possible, and then leaves both at the last state of rest. @note Collective.
  void follow(const RestPoint& target, Vec q, Vec lambda);
  const RestEffort& effort() const { return effort_; }

 private:
  RestResult attempt(const RestPoint& at, Vec q, Vec lambda, bool guarded);
  /// Creeps to a stable state of rest at a point.
  RestResult creep(const RestPoint& at, Vec q, Vec lambda);
  double first_viscosity() const;
  void look(Vec q, Vec lambda);
  std::string text(const RestPoint& at) const;

  const mechanics::System* system_;
  RestNewton newton_;
  std::function<void(const std::string&)> tell_;
  RestPoint at_;
  RestEffort effort_;
  double share_ = 1;  ///< of a follow(), that is tried first
  bool moved_ = false, unstable_ = false;
  core::Vector reference_, q_before_, lambda_before_;
};

}  // namespace sparkdyn::integrate
