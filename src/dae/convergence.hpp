// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// When a simplified Newton iteration has converged, needs a new Jacobian, or is lost. Rounding sets
// a floor that differs from system to system, and near singular configurations, where the
// multipliers are hardly determined, from step to step; it is found by watching, not prescribed.

#include <algorithm>
#include <cmath>
#include <limits>

#include "sparkdyn/dae/stepper.hpp"

namespace sparkdyn::dae {

// The change of the iterate by one iteration.
struct Change {
  double relative;  // the larger of ‖ΔY‖/‖Y‖ and ‖ΔZ‖/‖Z‖
  double norm;      // ‖ΔY‖ + h‖ΔZ‖ + h²‖ΔU‖, relative (section 9)
  double motion;    // the same without U
};

enum class Verdict { go_on, new_jacobian, converged, converged_at_best, failed };

class Convergence {
 public:
  // `noise` is what earlier steps found to be the floor, 0 when none has.
  Convergence(const StepperOptions& options, double noise) : options_(options), noise_(noise) {}

  Verdict judge(const Change& change, bool new_jacobian);

  // The equations have changed: what was learnt about contraction does not count any more.
  void restart() { *this = Convergence(options_, noise_); }

  // The last change was the smallest so far: the iterate is worth keeping.
  bool improved() const { return stalled_ == 0; }
  double noise() const { return noise_; }
  double contraction() const { return contraction_; }

 private:
  StepperOptions options_;
  double noise_;
  double previous_ = std::numeric_limits<double>::infinity();
  double contraction_ = 0.0;
  double smallest_motion_ = std::numeric_limits<double>::infinity();
  double smallest_norm_ = std::numeric_limits<double>::infinity();
  int stalled_ = 0;        // iterations with a new Jacobian since the smallest change
  bool promised_ = false;  // the contraction has once said that nothing is left
};

inline Verdict Convergence::judge(const Change& change, bool new_jacobian) {
  if (!std::isfinite(change.norm)) return new_jacobian ? Verdict::failed : Verdict::new_jacobian;
  const bool first = !std::isfinite(previous_);
  contraction_ = first ? 0.0 : change.relative / previous_;
  previous_ = change.relative;
  smallest_norm_ = std::min(smallest_norm_, change.norm);
  if (change.motion < 0.8 * smallest_motion_) {  // less is a limit cycle of rounding
    smallest_motion_ = change.motion;
    stalled_ = 0;
  } else {
    ++stalled_;
  }
  if (change.relative <= options_.tolerance) return Verdict::converged;
  if (first) return Verdict::go_on;
  // One quotient of changes may flatter: where the error of a stiff spring goes away at once, what
  // is left need not shrink as fast. A thousandth is the most that is believed; once it was
  // promised, changes that shrink no more are the rounding of stiff velocities.
  if (contraction_ < 1.0 &&
      change.relative * contraction_ / (1.0 - contraction_) <= 0.1 * options_.tolerance) {
    if (change.relative * 1e-3 <= options_.tolerance) return Verdict::converged;
    promised_ = true;
  }
  if (promised_ && stalled_ > 0) return Verdict::converged_at_best;
  if (contraction_ > 0.25 && change.norm <= std::max(2.0 * noise_, 1e-15)) {
    return Verdict::converged;
  }
  if (stalled_ >= 8 && smallest_motion_ <= options_.roundoff_floor) {
    noise_ = noise_ == 0.0 ? smallest_norm_ : std::min(noise_, smallest_norm_);
    return Verdict::converged_at_best;
  }
  // Down among the rounding errors a new Jacobian now and then is enough.
  if (change.motion <= 1e-12 && stalled_ % 4 != 1) return Verdict::go_on;
  return contraction_ <= options_.keep_jacobian_below ? Verdict::go_on : Verdict::new_jacobian;
}

}  // namespace sparkdyn::dae
