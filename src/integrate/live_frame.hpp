#pragma once
// The frame of the run loop: computes what is asked for, once per step.

#include <optional>

#include "sparkdyn/integrate/acceleration.hpp"
#include "sparkdyn/integrate/frame.hpp"
#include "sparkdyn/integrate/memory.hpp"
#include "sparkdyn/integrate/stepper.hpp"

namespace sparkdyn::integrate {

/// Relative violations, against the largest sizes met so far: a velocity that passes through zero
/// must not make round-off look large. What is at rest has no velocity but that round-off; sizes
/// are therefore not less than a thousandth of what the displacements would make in one step h,
/// |q|/h, and the loads, h|M⁻¹F| and h²|M⁻¹F|.
class ConstraintWatch {
 public:
  ConstraintWatch(const mechanics::System& system, double h);
  /// @note Collective.
  Violations measure(const mechanics::State& state);
  const ConstraintScales& scales() const { return scales_; }
  void resume(const ConstraintScales& scales) { scales_ = scales; }

 private:
  double load_acceleration(const mechanics::State& state) const;

  const mechanics::System* system_;
  double h_;
  ConstraintScales scales_;
  std::vector<double> accelerations_;  ///< of each load at a = 1: the largest |F_i|/M_ii
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
