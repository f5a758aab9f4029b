// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The estimated error of a state, e_q and e_v, as observers see it.

#include <limits>

#include "sparkdyn/mechanics/system.hpp"
#include "sparkdyn/run/frame.hpp"

namespace sparkdyn::run {

class ErrorFrame final : public Frame {
 public:
  /// False when it has been shown already. `error` must live as long as it is looked at.
  bool renew(const mechanics::State& error) {
    if (error.t == time_) return false;
    error_ = &error;
    time_ = error.t;
    return true;
  }

  long step() const override { return -1; }
  double time() const override { return time_; }
  bool first() const override { return false; }
  bool last() const override { return false; }
  Vec q() const override { return error_->q; }
  Vec v() const override { return error_->v; }
  Vec acceleration() const override { return nullptr; }
  Vec multiplier() const override { return nullptr; }
  const Energies& energies() const override { return energies_; }
  const Violations& violations() const override { return violations_; }

 private:
  const mechanics::State* error_ = nullptr;
  double time_ = std::numeric_limits<double>::quiet_NaN();
  Energies energies_;
  Violations violations_;
};

}  // namespace sparkdyn::run
