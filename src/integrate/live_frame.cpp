#include "live_frame.hpp"

#include <algorithm>

namespace sparkdyn::integrate {

ConstraintWatch::ConstraintWatch(const mechanics::System& system)
    : system_(&system), residual_(system.make_multiplier()), value_(system.make_multiplier()) {}

Violations ConstraintWatch::measure(const mechanics::State& state) {
  Violations found;
  if (!system_->constrained()) return found;
  const auto level = [&](int derivative, Vec x, double& scale) {
    // r = Gx − c: its parts are what round-off is relative to.
    system_->prescribed_value(state.t, derivative, value_);
    core::check(MatMult(system_->G(), x, residual_));
    scale = std::max(
        {scale, system_->constraint_norm() * core::norm_infinity(x), core::norm_infinity(value_)});
    core::check(VecAXPY(residual_, -1.0, value_));
    const double size = core::norm_infinity(residual_);
    return scale > 0 ? size / scale : size;
  };
  found.position = level(0, state.q, scales_.position);
  found.velocity = level(1, state.v, scales_.velocity);
  return found;
}

void LiveFrame::renew(long step, bool first, bool last, const Violations& violations) {
  step_ = step;
  first_ = first;
  last_ = last;
  violations_ = violations;
  solved_ = false;
  energies_.reset();
}

bool LiveFrame::solve_acceleration() const {
  if (!acceleration_->available()) return false;
  if (!solved_) acceleration_->compute(*state_);
  solved_ = true;
  return true;
}

Vec LiveFrame::acceleration() const {
  return solve_acceleration() ? acceleration_->a() : nullptr;
}

Vec LiveFrame::multiplier() const {
  return system_->constrained() && solve_acceleration() ? acceleration_->lambda() : nullptr;
}

const Energies& LiveFrame::energies() const {
  if (!energies_) {
    Energies e;
    e.kinetic = system_->kinetic_energy(state_->v);
    e.strain = system_->strain_energy(state_->q);
    if (first_) account_->initial = e.kinetic + e.strain;
    e.external_work = account_->external;
    e.dissipated = account_->dissipated;
    e.balance = e.kinetic + e.strain - account_->initial - e.external_work + e.dissipated;
    energies_ = e;
  }
  return *energies_;
}

}  // namespace sparkdyn::integrate
