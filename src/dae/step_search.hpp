// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The step size that makes the error estimator what is wanted, found while the stages converge,
// section 9 of Jay (1998):
//
//   h ← h (wanted/err(h))^{1/σ}
//
// The estimator contains the multipliers, which converge last: h changes only after an iteration
// that changed err less than h has to, so that no iteration works for a step size that is wrong
// because err was. σ is p̃ + 1 at first, then the secant of log err over log h.

#include <algorithm>
#include <cmath>
#include <optional>

#include "sparkdyn/dae/stepper.hpp"

namespace sparkdyn::dae {

class StepSearch {
 public:
  // `newton_tolerance` is what the stages are known to.
  StepSearch(const WantedError& wanted, int stages, double newton_tolerance)
      : wanted_(wanted),
        accuracy_(stages * std::max(1e-8, 10.0 * newton_tolerance)),
        expected_slope_(stages),
        slope_(stages) {}

  // Takes note of err(h) of this iteration; the step size of the next one. When it does not
  // change the search is either waiting for the stages or at its end.
  double next(double h, double error) {
    const double y = std::log(std::max(error, 1e-300) / wanted_.error);
    const double lag = std::abs(y - last_);
    last_ = y;
    const bool held = std::abs(h) >= wanted_.largest_step && y <= 0.0;
    // The estimator is a difference of numbers known to rounding: more digits mean nothing.
    settled_ = held || (std::abs(y) <= accuracy_ && lag <= accuracy_);
    if (settled_ || lag > 0.2 * std::abs(y)) return h;
    const double here = std::log(std::abs(h));
    if (before_ && here != before_->log_h) {
      const double secant = (y - before_->defect) / (here - before_->log_h);
      if (secant > 0.3 * expected_slope_ && secant < 3.0 * expected_slope_) slope_ = secant;
    }
    before_ = {here, y};
    last_ = infinite;
    const double size = std::exp(here + std::clamp(-y / slope_, -0.7, 0.7));
    return std::copysign(std::min(size, wanted_.largest_step), h);
  }

  bool settled() const { return settled_; }

 private:
  static constexpr double infinite = 1e300;
  struct Pair {
    double log_h, defect;
  };

  WantedError wanted_;
  double accuracy_;
  double expected_slope_;
  double slope_;
  bool settled_ = false;
  double last_ = infinite;  // log(err/wanted) of the last iteration with this step size
  std::optional<Pair> before_;
};

}  // namespace sparkdyn::dae
