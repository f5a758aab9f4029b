#pragma once
// The frame of the run loop: computes what is asked for, once per step.

#include <optional>

#include "sparkdyn/integrate/acceleration.hpp"
#include "sparkdyn/integrate/frame.hpp"
#include "sparkdyn/integrate/memory.hpp"
#include "sparkdyn/integrate/stepper.hpp"

namespace sparkdyn::integrate {

/// Relative violations, against the largest sizes met so far: a velocity that passes through zero
/// must not make round-off look large.
class ConstraintWatch {
 public:
  explicit ConstraintWatch(const mechanics::System& system);
  /// @note Collective.
  Violations measure(const mechanics::State& state);
  const ConstraintScales& scales() const { return scales_; }
  void resume(const ConstraintScales& scales) { scales_ = scales; }

 private:
  const mechanics::System* system_;
  ConstraintScales scales_;
  core::Vector residual_, value_;
};

class LiveFrame final : public Frame {
 public:
  LiveFrame(const mechanics::System& system, const mechanics::State& state,
            Acceleration& acceleration, EnergyAccount& account)
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

 private:
  bool solve_acceleration() const;

  const mechanics::System* system_;
  const mechanics::State* state_;
  Acceleration* acceleration_;
  EnergyAccount* account_;
  long step_ = 0;
  bool first_ = true, last_ = false;
  Violations violations_;
  mutable bool solved_ = false;
  mutable std::optional<Energies> energies_;
};

}  // namespace sparkdyn::integrate
