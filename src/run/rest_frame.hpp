// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// An equilibrium as observers see it: K q + Gᵀλ = F, Gq = c, with v = a = 0. Forces of supports and
// constraints follow from q and λ alone, so no mass is needed.

#include "sparkdyn/mechanics/system.hpp"
#include "sparkdyn/run/frame.hpp"

namespace sparkdyn::run {

class RestFrame final : public Frame {
 public:
  /// Among the states of a run; by itself, it is the first and the last.
  struct Place {
    long step = 0;
    bool first = true, last = true;
  };
  /// All must live as long. @note Collective.
  RestFrame(const mechanics::System& system, const mechanics::State& state, Vec lambda)
      : RestFrame(system, state, lambda, Place{}) {}
  RestFrame(const mechanics::System& system, const mechanics::State& state, Vec lambda,
            const Place& place);

  long step() const override { return place_.step; }
  double time() const override { return state_->t; }
  bool first() const override { return place_.first; }
  bool last() const override { return place_.last; }
  Vec q() const override { return state_->q; }
  Vec v() const override { return state_->v; }
  Vec acceleration() const override { return zero_; }
  Vec multiplier() const override { return constrained_ ? lambda_ : nullptr; }
  const Energies& energies() const override { return energies_; }
  const Violations& violations() const override { return violations_; }

 private:
  const mechanics::State* state_;
  Vec lambda_;
  Place place_;
  bool constrained_;
  core::Vector zero_;
  Energies energies_;
  Violations violations_;
};

}  // namespace sparkdyn::run
