// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The motion within a step, from what the step has: v(θ) is the polynomial with
//   v(0) = v₀,  v(1) = v₁,  ∫ P_j v = Σ_i b_i P_j(c_i) V_i,  j = 0 … max(0, s−2),
// P_j Legendre's, and q(θ) = q₀ + h ∫₀^θ v. It meets q₁ and v₁, is smooth from step to step, and on
// Gauss' nodes q has the order s + 2 and v s + 1, one more than the polynomial through the stages:
// the mean values of stage velocities are the more accurate the lower j is.

#include "sparkdyn/tableau/types.hpp"

namespace sparkdyn::tableau {

/// What v₀, v₁ and the stages V_i are multiplied by.
struct DenseRow {
  double start = 0, end = 0;
  Vector stages;
};

class DenseOutput {
 public:
  /// For the weights and nodes of a method.
  DenseOutput(const Vector& b, const Vector& c);

  DenseRow velocity(double theta) const;      ///< v(t₀ + θh)
  DenseRow displacement(double theta) const;  ///< (q(t₀ + θh) − q₀)/h

 private:
  DenseRow row(const Vector& basis) const;

  Matrix moments_;  ///< of the stages: P_j normalised, one row each
};

}  // namespace sparkdyn::tableau
