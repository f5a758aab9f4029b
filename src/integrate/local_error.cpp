// SPDX-License-Identifier: BSD-3-Clause
#include "integrate/local_error.hpp"

#include <cmath>
#include <utility>

namespace sparkdyn::integrate {

using core::check;

namespace {

bool ends_at(const std::optional<StepMeans>& step, double t, double h) {
  return step && std::abs(step->t + step->h - t) <= 1e-6 * h;
}

}  // namespace

LocalError::LocalError(const stage::Coefficients& coefficients, const mechanics::State& like)
    : from_(coefficients),
      error_{like.t, core::make_like(like.q), core::make_like(like.q), like.load_case},
      s_q_(core::make_like(like.q)),
      s_v_(core::make_like(like.q)) {}

/// The last step is the one before, unless it was not taken.
void LocalError::take_place(const mechanics::State& before, double h) {
  if (ends_at(current_, before.t, h))
    std::swap(previous_, current_);
  else if (!ends_at(previous_, before.t, h))
    previous_.reset();
  if (!current_) current_ = from_.empty(before.q);
}

void LocalError::right_hand_side(stage::StageSystem& stages, const mechanics::State& before,
                                 double h, const stage::BlockVector& x, Vec after,
                                 stage::BlockVector& rhs) {
  take_place(before, h);
  from_.fill(*current_, before, h, x, after);
  std::vector<const StepMeans*> window;
  if (previous_ && alike(previous_->h, h)) window.push_back(&*previous_);
  window.push_back(&*current_);
  from_.make(window, static_cast<int>(window.size()) - 1, after, s_q_, s_v_);
  error_.t = before.t;
  error_.load_case = before.load_case;
  check(VecSet(error_.q, 0.0));
  check(VecSet(error_.v, 0.0));
  stages.error_right_hand_side(start(), rhs);
}

const mechanics::State& LocalError::finish(const stage::StageSystem& stages,
                                           const stage::BlockVector& x) {
  stages.finish_error(start(), x);
  error_.t = current_->t + current_->h;
  return error_;
}

stage::ErrorStart LocalError::start() const {
  return {.t = current_->t,
          .load_case = error_.load_case,
          .q = error_.q,
          .v = error_.v,
          .s_q = s_q_,
          .s_v = s_v_};
}

void LocalError::carry(core::Archive& archive) {
  for (auto* step : {&previous_, &current_}) {
    core::ArchivePart part(archive, step == &previous_ ? "before" : "last");
    long known = *step ? 1 : 0;
    part.number("known", known);
    if (known == 0) {
      step->reset();
      continue;
    }
    if (!*step) *step = from_.empty(error_.q);
    (*step)->carry(part);
  }
}

}  // namespace sparkdyn::integrate
