// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A method on Gauss' nodes whose matrix has one real eigenvalue g, s times: all s systems of a step
// are the same one, and memory for one real factor is enough (docs/gauss_lobatto/notes.md §6).
//   R(z) = P_s(z)/(1 − gz)ˢ = eᶻ + O(zˢ⁺¹),   |R(∞)| = ρ∞,
// which leaves a few g, of which the one counts with |R(iy)| ≤ 1 and the smallest error. In
// Legendre coefficients A is Gauss' matrix with another last column, so that C(s−1) and B(2s) stay:
// order s. R is that of the s-sub-step methods with one factor (Kim & Reddy; Noh & Bathe;
// Kennedy & Carpenter's singly diagonal ones); the matrix on Gauss' nodes is this program's.

#include "sparkdyn/tableau/types.hpp"

namespace sparkdyn::tableau {

class OneFactor {
 public:
  static constexpr int fewest_stages = 2, most_stages = 6;

  /// Throws std::invalid_argument for other numbers of stages, and unless 0 ≤ ρ∞ ≤ 1.
  OneFactor(int stages, double rho_infinity);

  double eigenvalue() const { return g_; }  ///< g
  const Matrix& A() const { return A_; }
  /// The change of stage velocities that moves v₁ and neither q₁ nor the order: bᵀAᵏd = 0 for k =
  /// 0 … s−2, bᵀA⁻¹d ≠ 0.
  const Vector& direction() const { return direction_; }

 private:
  double g_;
  Matrix A_;
  Vector direction_;
};

}  // namespace sparkdyn::tableau
