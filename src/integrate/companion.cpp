// SPDX-License-Identifier: BSD-3-Clause
#include "integrate/companion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tableau/error_source.hpp"

namespace sparkdyn::integrate {

using core::check;

namespace {

/// In a polynomial over steps of very different lengths errors of one show in the other.
constexpr double most_unequal = 2.5;

bool alike(double a, double b) {
  return std::max(a, b) <= most_unequal * std::min(a, b);
}

/// The corner of A in Legendre coefficients.
double corner(const stage::Coefficients& c, const stage::Matrix& A) {
  return c.highest.dot(c.b.cwiseProduct(A * c.highest));
}

}  // namespace

Companion::Companion(const stage::Coefficients& c, const mechanics::State& start)
    : stages_(c.stages),
      beta_(corner(c, c.terms.empty() ? c.velocity : c.terms.front())),
      beta_velocity_(corner(c, c.velocity)),
      s_q_(core::make_like(start.q)),
      s_v_(core::make_like(start.q)),
      end_(core::make_copy(Vec(start.v))) {
  const int highest =
      std::max(tableau::highest_mean(c.stages, 1), tableau::highest_mean(c.stages, 2));
  means_.resize(highest + 1, c.stages);
  for (int i = 0; i < c.stages; ++i)
    means_.col(i) = c.b(i) * tableau::normalised_legendre(c.c(i), highest);
  error_ = {start.t, core::make_like(start.q), core::make_like(start.q), start.load_case};
}

Companion::Step Companion::make_step() const {
  Step step;
  step.v = core::make_like(end_);
  for (Eigen::Index j = 0; j < means_.rows(); ++j) step.means.push_back(core::make_like(end_));
  return step;
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
  Step step = make_step();
  step.t = before.t;
  step.h = h;
  core::copy(before.v, step.v);
  for (Eigen::Index j = 0; j < means_.rows(); ++j)
    for (int i = 0; i < stages_; ++i)
      check(VecAXPY(step.means[static_cast<std::size_t>(j)], means_(j, i), x.velocity(i)));
  core::copy(after, end_);
  steps_.push_back(std::move(step));
}

/// From the polynomial through the step that waits and those beside it that are not too unlike.
void Companion::make_sources() {
  std::size_t first = next_, last = next_;
  if (next_ > 0 && alike(steps_[next_ - 1].h, steps_[next_].h)) --first;
  if (ready() && alike(steps_[next_ + 1].h, steps_[next_].h)) ++last;
  std::vector<double> lengths;
  for (std::size_t k = first; k <= last; ++k) lengths.push_back(steps_[k].h / steps_[next_].h);
  const auto source = tableau::error_source(stages_, beta_, beta_velocity_, lengths,
                                            static_cast<int>(next_ - first));
  check(VecSet(s_q_, 0.0));
  check(VecSet(s_v_, 0.0));
  Eigen::Index at = 0;
  const auto add = [&](Vec x) {
    check(VecAXPY(s_v_, source.velocity(at), x));
    check(VecAXPY(s_q_, steps_[next_].h * source.displacement(at), x));
    ++at;
  };
  for (std::size_t k = first; k <= last; ++k) add(steps_[k].v);
  add(last + 1 < steps_.size() ? steps_[last + 1].v : end_);
  const int highest = tableau::highest_mean(stages_, static_cast<int>(lengths.size()));
  for (std::size_t k = first; k <= last; ++k)
    for (int j = 0; j <= highest; ++j) add(steps_[k].means[static_cast<std::size_t>(j)]);
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
  while (steps_.size() < static_cast<std::size_t>(count)) steps_.push_back(make_step());
  for (std::size_t k = 0; k < steps_.size(); ++k) {
    core::ArchivePart part(archive, fmt::format("step-{}", k));
    part.number("t", steps_[k].t);
    part.number("h", steps_[k].h);
    part.vector("v", core::Space::displacement, steps_[k].v);
    for (std::size_t j = 0; j < steps_[k].means.size(); ++j)
      part.vector(fmt::format("mean-{}", j), core::Space::displacement, steps_[k].means[j]);
  }
}

}  // namespace sparkdyn::integrate
