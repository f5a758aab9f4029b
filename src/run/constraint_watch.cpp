// SPDX-License-Identifier: BSD-3-Clause
#include "constraint_watch.hpp"

#include <algorithm>
#include <cmath>

#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::run {
namespace {

double largest_quotient(Vec force, Vec mass) {
  const core::ReadArray above(force), below(mass);
  double largest = 0;
  for (PetscInt i = 0; i < above.size(); ++i)
    if (below[i] > 0) largest = std::max(largest, std::abs(above[i]) / below[i]);
  return core::maximum(core::comm_of(force), largest);
}

}  // namespace

ConstraintWatch::ConstraintWatch(const mechanics::System& system, double h)
    : system_(&system),
      h_(h),
      residual_(system.make_multiplier()),
      value_(system.make_multiplier()) {
  if (!system.constrained()) return;
  const core::Vector mass = system.make_displacement();
  core::check(MatGetDiagonal(*system.mass(), mass));
  for (const auto& load : system.loads())
    accelerations_.push_back(largest_quotient(load.shape, mass));
}

double ConstraintWatch::load_acceleration(const mechanics::State& state) const {
  double sum = 0;
  for (std::size_t k = 0; k < accelerations_.size(); ++k) {
    const auto& load = system_->loads()[k];
    if (load.acts_in(state.load_case))
      sum += accelerations_[k] * std::abs(load.amplitude->value(state.t));
  }
  return sum;
}

Violations ConstraintWatch::measure(const mechanics::State& state) {
  Violations found;
  if (!system_->constrained()) return found;
  const auto level = [&](int derivative, Vec x, double& scale) {
    // r = Gx − c: its parts are what round-off is relative to.
    if (system_->prescribes()) system_->prescribed_value(state.t, derivative, value_);
    scale = std::max(
        {scale, system_->constraint_norm() * core::norm_infinity(x), core::norm_infinity(value_)});
    if (derivative == 0)
      system_->position_residual(state.t, state.q, residual_);
    else
      system_->velocity_residual(state.at(), residual_);
    const double size = core::norm_infinity(residual_);
    return scale > 0 ? size / scale : size;
  };
  constexpr double rest = 1e-3;
  const double a = load_acceleration(state);
  scales_.position = std::max(scales_.position, rest * h_ * h_ * a);
  found.position = level(0, state.q, scales_.position);
  scales_.velocity = std::max(scales_.velocity, rest * std::max(scales_.position / h_, h_ * a));
  found.velocity = level(1, state.v, scales_.velocity);
  return found;
}

}  // namespace sparkdyn::run
