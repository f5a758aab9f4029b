#pragma once
// The step size that makes the error estimator what is wanted, found while the stages converge,
// section 9 of Jay (1998):
//
//   h ← h (wanted/err(h))^{1/σ}
//
// σ = p̃ + 1 at first; as soon as the stages lag less behind than h, the secant of log err over
// log h, which ends the search two or three iterations after the stages have converged.

#include <algorithm>
#include <cmath>
#include <optional>

#include "sparkdyn/dae/stepper.hpp"

namespace sparkdyn::dae {

class StepSearch {
 public:
  StepSearch(const WantedError& wanted, int stages)
      : wanted_(wanted), expected_slope_(stages), slope_(stages) {}

  // h need not change any more. The estimator is a difference of numbers known to rounding: more
  // digits of h mean nothing.
  bool settled(double h, double error) const {
    if (std::abs(h) >= wanted_.largest_step && error <= wanted_.error) return true;
    return std::abs(defect(error)) <= 1e-10 * expected_slope_;
  }

  // `lag` is the relative change of the stages by the iteration that gave `error`.
  double next(double h, double error, double lag) {
    const double here = std::log(std::abs(h));
    const double y = defect(error);
    if (before_ && lag < 0.1 * std::abs(here - before_->log_h)) {
      const double secant = (y - before_->defect) / (here - before_->log_h);
      if (secant > 0.3 * expected_slope_ && secant < 3.0 * expected_slope_) slope_ = secant;
    }
    before_ = {here, y};
    const double move = std::clamp(-y / slope_, -0.7, 0.7);
    const double size = std::min(std::exp(here + move), wanted_.largest_step);
    return std::copysign(size, h);
  }

 private:
  struct Pair {
    double log_h, defect;
  };
  double defect(double error) const { return std::log(std::max(error, 1e-300) / wanted_.error); }

  WantedError wanted_;
  double expected_slope_;
  double slope_;
  std::optional<Pair> before_;
};

}  // namespace sparkdyn::dae
