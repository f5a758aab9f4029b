// SPDX-License-Identifier: BSD-3-Clause
// What loads and prescribed motion put into a step of generalized-α and damping takes out.
#include "circulation.hpp"
#include "integrate/generalized_alpha.hpp"

namespace sparkdyn::integrate {

using core::check;

/// vᵀF − λᵀGv, and vᵀCv with the power of the part of K that is not symmetric; or of the forces
/// that damp and those from outside.
double AlphaStepper::power(const mechanics::State& state, const Rates& rates, double* dissipated) {
  check(VecSet(work_n_, 0.0));
  system_->add_load(state.t, 1.0, work_n_, state.load_case);
  double external = core::dot(state.v, work_n_);
  if (system_->constrained()) {
    system_->holonomic()->apply_gradient(state.t, state.q, state.v, value_);
    external -= core::dot(rates.multiplier, value_);
  }
  if (newton_) {
    for (const auto& force : system_->forces()) {
      const bool damps = force->kind() == mechanics::Kind::damping;
      if (!damps && !force->external()) continue;
      check(VecSet(work_n_, 0.0));
      force->add(state.at(), 1.0, work_n_);
      const double taken = core::dot(state.v, work_n_);
      if (force->external())
        external -= taken;
      else
        *dissipated += taken;
    }
    return external;
  }
  if (system_->damped()) {
    check(VecSet(work_n_, 0.0));
    system_->add_internal(1.0, nullptr, state.v, work_n_);
    *dissipated = core::dot(state.v, work_n_);
  }
  if (!system_->symmetric()) *dissipated += Circulation(*system_).power(state.q, state.v);
  return external;
}

StepWork AlphaStepper::work(Account) {
  return work_;
}

}  // namespace sparkdyn::integrate
