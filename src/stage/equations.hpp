// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The equations of one step, 0 = N(x) for the stage velocities and multipliers x, whatever the
// method: what is missing at x, the operator that a correction is found with, and the state that a
// solution gives. Linear equations are N(x) = rhs − operator·x.

#include "sparkdyn/mechanics/system.hpp"
#include "sparkdyn/stage/solver.hpp"

namespace sparkdyn::stage {

class Equations {
 public:
  virtual ~Equations() = default;
  virtual bool linear() const = 0;
  /// −N' where the forces were linearised.
  virtual const BlockOperator& op() const = 0;
  /// Of linear equations: N(0). @note Collective.
  virtual void right_hand_side(const mechanics::State& state, BlockVector& rhs) = 0;
  /// r ← N(x), from the forces and constraints themselves. @note Collective.
  virtual void residual(const mechanics::State& state, const BlockVector& x, BlockVector& r) = 0;
  /// The system around the middle of the step that x describes. @note Collective.
  virtual mechanics::Linearization linearize(const mechanics::State& state,
                                             const BlockVector& x) const = 0;
  /// `next` from the solution x. @note Collective.
  virtual void finish(const mechanics::State& state, const BlockVector& x,
                      mechanics::State& next) = 0;
};

}  // namespace sparkdyn::stage
