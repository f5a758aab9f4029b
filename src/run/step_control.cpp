// SPDX-License-Identifier: BSD-3-Clause
#include "run/step_control.hpp"

#include <algorithm>
#include <cmath>

namespace sparkdyn::run {
namespace {

/// A share above the first refuses a step, above the second shortens the next.
constexpr double refused = 2, too_much = 1;
/// The share that a change of the step aims at.
constexpr double wanted = 0.6;
constexpr long least_patience = 10, most_patience = 96, longest_leap = 6;
/// So many last steps are made equal.
constexpr double last_steps = 3;
constexpr double round_off = 1e-9;

}  // namespace

StepControl::StepControl(const TimeSpan& span, int order)
    : start_(span.start),
      end_(span.end),
      tolerance_(span.tolerance),
      first_(span.step),
      order_(order),
      ratio_(std::pow(16.0, 1.0 / (order + 1))),
      time_(span.start),
      patience_(least_patience) {}

double StepControl::grid_step(long index) const {
  return first_ * std::pow(ratio_, static_cast<double>(index));
}

/// How much of the errors of all steps is left in the error of the run; 1 while little is known.
double StepControl::coherence() const {
  constexpr long few = 16;
  constexpr double least = 0.05, most = 1.6;
  return taken_ < few || sum_ == 0 || error_ == 0 ? 1 : std::clamp(error_ / sum_, least, most);
}

/// Steps as bad as allowed leave most of the tolerance to the error of the run.
double StepControl::allowed() const {
  constexpr double usable = 0.8, least = 0.3, most = 4;
  const double even = tolerance_ / (end_ - start_);
  const double left = (usable * tolerance_ - coherence() * sum_) / (end_ - time_);
  return std::clamp(left, least * even, most * even) * step() / coherence();
}

/// Sizes that differ by round-off would need factors of their own.
double StepControl::step() const {
  const double h = grid_step(index_), left = end_ - time_;
  const double count = std::ceil(left / h * (1 - round_off));
  if (count > last_steps) return h;
  const double equal = left / std::max(count, 1.0);
  for (const double known : {h, last_})
    if (std::abs(equal - known) <= round_off * known) return known;
  return equal;
}

double StepControl::next_time() const {
  const double h = step();
  return end_ - time_ <= h * (1 + round_off) ? end_ : time_ + h;
}

bool StepControl::stuck() const {
  return step() < 1e-10 * (end_ - start_);
}

/// From two refusals in turn the order is known that errors really have: where a load begins
/// abruptly it is lower than the method's.
void StepControl::shrink(double share) {
  double order = order_;
  const double h = step();
  if (tried_step_ > h && tried_share_ > 0)
    order = std::clamp(std::log(tried_share_ / share) / std::log(tried_step_ / h), 1.0, order_);
  const double steps = std::ceil(std::log(share / wanted) / (order * std::log(ratio_)));
  tried_step_ = h;
  tried_share_ = share;
  const long down = std::isfinite(steps) ? static_cast<long>(steps) : longest_leap;
  index_ -= std::clamp(down, 1L, longest_leap);
  while (grid_step(index_) >= h) --index_;  // the last steps are shorter than those of the grid
}

bool StepControl::accepts(double share, bool hard) {
  if (!(share <= refused)) {
    ++rejected_;
    // It grew too early: the next time it waits longer.
    if (tried_step_ == 0 && grown_ && since_growth_ <= 2 * patience_)
      patience_ = std::min(2 * patience_, most_patience);
    calm_ = 0;
    worst_ = 0;
    shrink(share);
    return false;
  }
  worst_ = std::max({worst_, share, hard ? too_much : 0.0});
  share_ = share;
  ++calm_;
  return true;
}

void StepControl::grow() {
  const double step_up = order_ * std::log(ratio_);
  const double steps = worst_ > 0 ? std::floor(std::log(wanted / worst_) / step_up)
                                  : static_cast<double>(longest_leap);
  if (steps < 1) return;
  index_ += std::min(static_cast<long>(steps), longest_leap);
  grown_ = 1;
  since_growth_ = 0;
  calm_ = 0;
  worst_ = 0;
}

void StepControl::take() {
  const double h = step(), reached = next_time();
  const bool of_the_grid = h == grid_step(index_);
  sum_ += share_ * allowed();
  ++taken_;
  last_ = h;
  time_ = reached;
  tried_step_ = tried_share_ = 0;
  ++since_growth_;
  if (worst_ > too_much && of_the_grid) {
    --index_;
    calm_ = 0;
    worst_ = 0;
  } else if (calm_ >= patience_) {
    grow();
    calm_ = 0;
    worst_ = 0;
  }
}

void StepControl::carry(core::Archive& archive) {
  archive.number("control.start", start_);
  archive.number("control.first", first_);
  archive.number("control.time", time_);
  archive.number("control.index", index_);
  archive.number("control.last", last_);
  archive.number("control.calm", calm_);
  archive.number("control.worst", worst_);
  archive.number("control.patience", patience_);
  archive.number("control.grown", grown_);
  archive.number("control.since_growth", since_growth_);
  archive.number("control.rejected", rejected_);
  archive.number("control.taken", taken_);
  archive.number("control.sum", sum_);
  archive.number("control.error", error_);
}

}  // namespace sparkdyn::run
