// SPDX-License-Identifier: BSD-3-Clause
#include "integrate/acceleration.hpp"

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::integrate {

using core::check;

Acceleration::Acceleration(const mechanics::System& system, std::shared_ptr<stage::MassSolver> mass)
    : system_(&system),
      mass_(std::move(mass)),
      a_(system.make_displacement()),
      lambda_(system.make_multiplier()),
      force_(system.make_displacement()),
      value_(system.make_multiplier()) {}

bool Acceleration::available() {
  if (tried_) return available_;
  tried_ = true;
  try {
    mass_->with_constraint();
    available_ = true;
  } catch (const core::Error& error) {
    // Every rank sees the same factorization fail, so every rank comes here.
    if (error.kind() != core::Failure::numerics) throw;
  }
  return available_;
}

void Acceleration::compute(const mechanics::State& state) {
  check(VecSet(force_, 0.0));
  system_->add_load(state.t, 1.0, force_, state.load_case);
  system_->add_forces(state.at(), -1.0, force_);
  if (system_->constrained()) system_->constraint_acceleration(state.at(), value_);
  mass_->with_constraint(state.at()).solve(force_, value_, a_, lambda_);
}

}  // namespace sparkdyn::integrate
