// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The error of a motion, exact − computed, carried along with it as if it were one more load case
// (docs/gauss_lobatto/notes.md §4.2). It obeys the steps' own equations with sources that come from
// a polynomial through three steps, the one at hand and its neighbours; so it is two steps behind
// the motion, and the right-hand side of a step of the error is solved together with that of the
// motion.

#include <deque>
#include <vector>

#include "sparkdyn/core/archive.hpp"
#include "sparkdyn/mechanics/system.hpp"
#include "stage/stage_system.hpp"

namespace sparkdyn::integrate {

class Companion {
 public:
  /// Of the load case of `start`, from which on the motion is taken to be exact.
  Companion(const stage::Coefficients& coefficients, const mechanics::State& start);

  /// The motion has taken a step from `before` to a velocity, with these stages. Where it does not
  /// go on from the step before, the error starts anew.
  void record(const mechanics::State& before, double h, const stage::BlockVector& x, Vec after);

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
  struct Step {
    double t = 0, h = 0;
    core::Vector v;                   ///< at its start
    std::vector<core::Vector> means;  ///< ν_0 … of it
  };

  Step make_step() const;
  void make_sources();
  stage::ErrorStart start() const;

  int stages_;
  double beta_, beta_velocity_;
  stage::Matrix means_;  ///< from stages to ν_j, a row each
  mechanics::State error_;
  core::Vector s_q_, s_v_, end_;  ///< sources, and the velocity at the end of the last step
  std::deque<Step> steps_;        ///< the one before that which waits, and all later ones
  std::size_t next_ = 0;          ///< which one waits
};

}  // namespace sparkdyn::integrate
