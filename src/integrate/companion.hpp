// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The error of a motion, exact − computed, carried along with it as if it were one more load case
// (docs/gauss_lobatto/notes.md §4.2). It obeys the steps' own equations with sources that come from
// a polynomial through three steps, the one at hand and its neighbours; so it is two steps behind
// the motion, and the right-hand side of a step of the error is solved together with that of the
// motion.

#include <deque>

#include "integrate/step_means.hpp"

namespace sparkdyn::integrate {

class Companion {
 public:
  /// Of the load case of `start`, from which on the motion is taken to be exact.
  Companion(const stage::Coefficients& coefficients, const mechanics::State& start);

  /// The motion has taken a step from `before` to a velocity, with these stages. Where it does not
  /// go on from the step before, the error starts anew.
  void record(const mechanics::State& before, double h, const stage::BlockVector& x, Vec after);

  /// The last step that was recorded was not taken after all.
  void forget_last();

  /// Whether a step of the error can be taken, with a later step of the motion known.
  bool ready() const { return next_ + 1 < steps_.size(); }
  /// Whether one is left to be taken; without a later step its sources are less accurate.
  bool waits() const { return next_ < steps_.size(); }
  double h() const { return steps_[next_].h; }  ///< of the step that waits
  /// Of the step that waits. @note Collective.
  void right_hand_side(stage::StageSystem& stages, stage::BlockVector& rhs);
  /// The step that waited is taken, with this solution.
  void take(const stage::StageSystem& stages, const stage::BlockVector& x);

  /// e_q and e_v at their time.
  const mechanics::State& error() const { return error_; }
  void carry(core::Archive& archive);

 private:
  void make_sources();
  stage::ErrorStart start() const;

  ErrorSources from_;
  mechanics::State error_;
  core::Vector s_q_, s_v_, end_;  ///< sources, and the velocity at the end of the last step
  std::deque<StepMeans> steps_;   ///< the one before that which waits, and all later ones
  std::size_t next_ = 0;          ///< which one waits
};

}  // namespace sparkdyn::integrate
