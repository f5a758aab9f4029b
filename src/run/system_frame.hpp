// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The state of one load case of a system: computes what is asked for, once per step.

#include <optional>

#include "integrate/acceleration.hpp"
#include "run/energy_account.hpp"
#include "sparkdyn/run/frame.hpp"

namespace sparkdyn::run {

class SystemFrame final : public Frame {
 public:
  SystemFrame(const mechanics::System& system, const mechanics::State& state,
              integrate::Acceleration& acceleration, EnergyAccount& account)
      : system_(&system), state_(&state), acceleration_(&acceleration), account_(&account) {}

  /// Begins a new step: nothing is computed yet.
  void renew(long step, bool first, bool last, const Violations& violations);

  long step() const override { return step_; }
  double time() const override { return state_->t; }
  bool first() const override { return first_; }
  bool last() const override { return last_; }
  Vec q() const override { return state_->q; }
  Vec v() const override { return state_->v; }
  Vec acceleration() const override;
  Vec multiplier() const override;
  const Energies& energies() const override;
  const Violations& violations() const override { return violations_; }
  /// Where steps take Newton's method also its effort.
  std::vector<NamedNumber> account() const override;
  /// Of the step that led here.
  void set_iterations(int iterations) { iterations_ = iterations; }

 private:
  bool solve_acceleration() const;

  const mechanics::System* system_;
  const mechanics::State* state_;
  integrate::Acceleration* acceleration_;
  EnergyAccount* account_;
  long step_ = 0;
  bool first_ = true, last_ = false;
  Violations violations_;
  int iterations_ = 0;
  mutable bool solved_ = false;
  mutable std::optional<Energies> energies_;
};

}  // namespace sparkdyn::run
