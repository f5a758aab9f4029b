// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// An equilibrium as observers see it: K q + Gᵀλ = F, Gq = c, with v = a = 0. Forces of supports and
// constraints follow from q and λ alone, so no mass is needed.

#include "sparkdyn/mechanics/system.hpp"
#include "sparkdyn/run/frame.hpp"

namespace sparkdyn::run {

class RestFrame final : public Frame {
 public:
  /// All must live as long. @note Collective.
  RestFrame(const mechanics::System& system, const mechanics::State& state, Vec lambda);

  long step() const override { return 0; }
  double time() const override { return state_->t; }
  bool first() const override { return true; }
  bool last() const override { return true; }
  Vec q() const override { return state_->q; }
  Vec v() const override { return state_->v; }
  Vec acceleration() const override { return zero_; }
  Vec multiplier() const override { return constrained_ ? lambda_ : nullptr; }
  const Energies& energies() const override { return energies_; }
  const Violations& violations() const override { return violations_; }

 private:
  const mechanics::State* state_;
  Vec lambda_;
  bool constrained_;
  core::Vector zero_;
  Energies energies_;
  Violations violations_;
};

}  // namespace sparkdyn::run
