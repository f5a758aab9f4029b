// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// How far q and v are from the constraints: |Gq − c| and |Gv − c'| in the maximum norm.

#include <vector>

#include "sparkdyn/core/archive.hpp"
#include "sparkdyn/mechanics/system.hpp"
#include "sparkdyn/run/frame.hpp"

namespace sparkdyn::run {

/// Relative violations, against the largest sizes met so far: a velocity that passes through zero
/// must not make round-off look large. What is at rest has no velocity but that round-off; sizes
/// are therefore not less than a thousandth of what the displacements would make in one step h,
/// |q|/h, and the loads, h|M⁻¹F| and h²|M⁻¹F|.
class ConstraintWatch {
 public:
  ConstraintWatch(const mechanics::System& system, double h);
  /// @note Collective.
  Violations measure(const mechanics::State& state);
  void carry(core::Archive& archive) {
    archive.number("scale.position", scales_.position);
    archive.number("scale.velocity", scales_.velocity);
  }

 private:
  double load_acceleration(const mechanics::State& state) const;

  const mechanics::System* system_;
  double h_;
  /// The largest |G||q|, |c| and |G||v|, |c'| met so far: what violations are relative to.
  Violations scales_;
  std::vector<double> accelerations_;  ///< of each load at a = 1: the largest |F_i|/M_ii
  core::Vector residual_, value_;
};

}  // namespace sparkdyn::run
