// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/mechanics/constraints.hpp"

namespace sparkdyn::mechanics {
namespace {

using core::check;

double evaluate(const Amplitude& amplitude, double t, int derivative) {
  if (derivative == 0) return amplitude.value(t);
  return derivative == 1 ? amplitude.rate(t) : amplitude.acceleration(t);
}

}  // namespace

void Constraints::add_reaction(double t, Vec q, Vec lambda, double scale, Vec r) const {
  const core::Vector scaled = core::make_copy(lambda);
  check(VecScale(scaled, scale));
  check(MatMultTransposeAdd(*gradient(t, q), scaled, r, r));
}

void Constraints::apply_gradient(double t, Vec q, Vec v, Vec r) const {
  check(MatMult(*gradient(t, q), v, r));
}

void LinearConstraints::value(double t, int derivative, Vec c) const {
  check(VecSet(c, 0.0));
  for (const TimedVector& value : values_)
    check(VecAXPY(c, evaluate(*value.amplitude, t, derivative), value.shape));
}

void LinearConstraints::residual(double t, Vec q, Vec r) const {
  if (work_.empty()) work_ = core::make_like(r);
  value(t, 0, work_);
  check(MatMult(*G_, q, r));
  check(VecAXPY(r, -1.0, work_));
}

void LinearConstraints::rate(const Configuration& at, int order, Vec r) const {
  value(at.t, order, r);
  check(VecScale(r, -1.0));
}

}  // namespace sparkdyn::mechanics
