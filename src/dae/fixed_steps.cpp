// SPDX-License-Identifier: BSD-3-Clause
#include "fixed_steps.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::dae {
namespace {

double sum_of(const std::vector<double>& pattern) {
  for (const double part : pattern)
    if (!(part > 0.0) || !std::isfinite(part))
      core::input_error("a pattern of steps has the size {}; all must be positive", part);
  return std::accumulate(pattern.begin(), pattern.end(), 0.0);
}

double round_count(double start, double end, double h) {
  const double count = std::round((end - start) / h);
  if (!(count >= 1.0))
    core::input_error("a step of {} does not lead from t = {} to {}", h, start, end);
  return count;
}

double changed_round_count(double start, double end, double h) {
  const double count = (end - start) / h;
  if (std::abs(count - std::round(count)) > 1e-6)
    core::input_error(
        "the run has steps of {:.9g} from t = {:.9g} on: another end must be a whole number of "
        "them away, such as {:.9g}",
        h, start, start + std::max(1.0, std::round(count)) * h);
  return std::round(count);
}

}  // namespace

FixedSteps::FixedSteps(double start, double end, double h, std::vector<double> pattern)
    : pattern_(std::move(pattern)),
      whole_(sum_of(pattern_)),
      start_(start),
      end_(end),
      count_(round_count(start, end, h * whole_)),
      h_((end - start) / (count_ * whole_)) {}

double FixedSteps::advance() {
  ++place_;
  if (place_ < pattern_.size()) {
    const double into = std::accumulate(pattern_.begin(), pattern_.begin() + place_, 0.0);
    return start_ + ((round_ - 1.0) * whole_ + into) * h_;
  }
  place_ = 0;
  return start_ + round_++ * whole_ * h_;
}

void FixedSteps::carry(Carried& carried) {
  double end = end_;
  carried(start_)(end)(count_)(h_)(round_)(place_);
  if (place_ >= pattern_.size()) core::input_error("the run had another pattern of steps");
  if (end != end_) count_ = changed_round_count(start_, end_, h_ * whole_);
}

}  // namespace sparkdyn::dae
