// SPDX-License-Identifier: BSD-3-Clause
#include "integrate/companion.hpp"

#include <fmt/format.h>

#include <cmath>

namespace sparkdyn::integrate {

using core::check;

Companion::Companion(const stage::Coefficients& c, const mechanics::State& start)
    : from_(c),
      s_q_(core::make_like(start.q)),
      s_v_(core::make_like(start.q)),
      end_(core::make_copy(Vec(start.v))) {
  error_ = {start.t, core::make_like(start.q), core::make_like(start.q), start.load_case};
}

void Companion::record(const mechanics::State& before, double h, const stage::BlockVector& x,
                       Vec after) {
  const double expected = steps_.empty() ? error_.t : steps_.back().t + steps_.back().h;
  if (std::abs(before.t - expected) > 1e-6 * h) {
    steps_.clear();
    next_ = 0;
    error_.t = before.t;
    check(VecSet(error_.q, 0.0));
    check(VecSet(error_.v, 0.0));
  }
  StepMeans step = from_.empty(end_);
  from_.fill(step, before, h, x, after);
  core::copy(after, end_);
  steps_.push_back(std::move(step));
}

/// Where its own error was taken along already it cannot be undone.
void Companion::forget_last() {
  if (!waits()) return;
  core::copy(steps_.back().v, end_);
  steps_.pop_back();
}

/// From the polynomial through the step that waits and those beside it that are not too unlike.
void Companion::make_sources() {
  std::size_t first = next_, last = next_;
  if (next_ > 0 && alike(steps_[next_ - 1].h, steps_[next_].h)) --first;
  if (ready() && alike(steps_[next_ + 1].h, steps_[next_].h)) ++last;
  std::vector<const StepMeans*> window;
  for (std::size_t k = first; k <= last; ++k) window.push_back(&steps_[k]);
  from_.make(window, static_cast<int>(next_ - first),
             last + 1 < steps_.size() ? steps_[last + 1].v : end_, s_q_, s_v_);
}

stage::ErrorStart Companion::start() const {
  return {.t = steps_[next_].t,
          .load_case = error_.load_case,
          .q = error_.q,
          .v = error_.v,
          .s_q = s_q_,
          .s_v = s_v_};
}

void Companion::right_hand_side(stage::StageSystem& stages, stage::BlockVector& rhs) {
  make_sources();
  stages.error_right_hand_side(start(), rhs);
}

void Companion::take(const stage::StageSystem& stages, const stage::BlockVector& x) {
  stages.finish_error(start(), x);
  error_.t = steps_[next_].t + steps_[next_].h;
  if (next_ == 0)
    ++next_;
  else
    steps_.pop_front();
}

void Companion::carry(core::Archive& archive) {
  archive.number("t", error_.t);
  archive.vector("q", core::Space::displacement, error_.q);
  archive.vector("v", core::Space::displacement, error_.v);
  archive.vector("end", core::Space::displacement, end_);
  long count = static_cast<long>(steps_.size()), next = static_cast<long>(next_);
  archive.number("steps", count);
  archive.number("next", next);
  next_ = static_cast<std::size_t>(next);
  while (steps_.size() < static_cast<std::size_t>(count)) steps_.push_back(from_.empty(end_));
  for (std::size_t k = 0; k < steps_.size(); ++k) {
    core::ArchivePart part(archive, fmt::format("step-{}", k));
    steps_[k].carry(part);
  }
}

}  // namespace sparkdyn::integrate
