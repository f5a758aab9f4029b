// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// SPARK on Gauss nodes: one matrix for each damping, on the nodes c and weights b of Gauss,
//
//   A_γ = A_Gauss + γ/(4s−2) · p pᵀB,   p_i = √(2s−1) P_{s−1}(2c_i − 1),   B = diag(b),
//   γ = (1 − ρ∞)/(1 + ρ∞):   |R(∞)| = ρ∞,   BA + AᵀB − bbᵀ = 2γ/(4s−2) (Bp)(Bp)ᵀ
//
// In the W-transformation of Hairer & Wanner and Burrage only the last diagonal entry changes:
// B(2s), C(s−1), D(s−1), so order 2s − 1, and 2s for γ = 0, which is Gauss. Algebraically stable
// for γ ≥ 0; A_{−γ} is A_γ run backwards. γ = 1 has the stability function of Radau IIA.
// Constraints are closed as in the (s,s)-Gauss–Lobatto methods of Jay (2007), (7) to (9): they
// hold, and the multipliers act, at the s + 1 Lobatto points x_k with weights b̃_k,
//
//   ā_kj = ∫₀^{x_k} ℓ_j,   ã_ik = b̃_k (1 − ā_ki / b_i),   ℓ_j(c_i) = δ_ij.
//
// What is whose: the closing is Jay's; the uniform, linear, unconstrained method has the
// amplification of the mixed-order Padé scheme of Song, Zhang, Eisenträger & Kumar (2023, Computers
// & Structures 285), and that of the weighting of Fung (1999). One γ for each term and region
// on shared nodes, with that closing, is this program's (docs/numerics.md).

#include "sparkdyn/tableau/runge_kutta.hpp"
#include "sparkdyn/tableau/types.hpp"

namespace sparkdyn::tableau {

/// γ = (1 − ρ∞)/(1 + ρ∞). Throws std::invalid_argument unless 0 ≤ ρ∞ ≤ 1.
double damping_gamma(double rho_infinity);

/// The coefficients for one number of stages, accurate to rounding.
class GaussLobatto {
 public:
  static constexpr int most_stages = max_stages - 1;  ///< s + 1 Lobatto points

  /// Throws std::invalid_argument unless 1 ≤ stages ≤ most_stages.
  explicit GaussLobatto(int stages);

  int stages() const { return static_cast<int>(b_.size()); }  ///< s
  /// 2s without damping, 2s − 1 when any term has a ρ∞ below 1.
  int order(bool damped) const { return 2 * stages() - (damped ? 1 : 0); }

  const Vector& b() const { return b_; }  ///< weights
  const Vector& c() const { return c_; }  ///< nodes, all inside the step
  const Vector& p() const { return p_; }  ///< √(2s−1) P_{s−1} at the nodes; pᵀBp = 1

  /// γ/(4s−2), the factor of p pᵀB.
  double beta(double gamma) const { return gamma / (4 * stages() - 2); }

  /// A_γ for any γ; negative ones are the adjoints.
  Matrix member(double gamma) const;
  /// The member that damps the highest frequencies to ρ∞, from 0 to 1: else std::invalid_argument.
  Matrix A(double rho_infinity) const { return member(damping_gamma(rho_infinity)); }
  /// The same as one method by itself.
  RungeKutta method(double rho_infinity) const;

  /// @{
  /// v₁ = R∞ v₀ + (bᵀA⁻¹) V for one matrix A of all forces: R∞ = (−1)ˢ ρ∞, and the row bᵀA⁻¹.
  /// Throws std::invalid_argument unless 0 ≤ ρ∞ ≤ 1.
  double limit(double rho_infinity) const;
  Vector end_row(double rho_infinity) const;
  /// @}

  const Vector& points() const { return points_; }                ///< x_k, k = 0..s, from 0 to 1
  const Vector& point_weights() const { return point_weights_; }  ///< b̃_k
  /// Ā, (s+1)×s; row 0 is zero and row s is b, exactly.
  const Matrix& point_rows() const { return point_rows_; }
  /// Ã, s×(s+1); column s is zero exactly.
  const Matrix& reaction_rows() const { return reaction_rows_; }

  /// ∫₀^θ ℓ_j, so that q(t₀ + θh) = q₀ + h Σ_j ∫₀^θ ℓ_j V_j; any θ.
  Vector integration_row(double theta) const;
  /// ℓ_j(θ), the polynomial through the s stages; any θ.
  Vector interpolation_row(double theta) const;

 private:
  using Wide = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  using WideRow = Eigen::Matrix<long double, 1, Eigen::Dynamic>;

  WideRow wide_integration_row(long double theta) const;

  Vector b_, c_, p_;
  Vector points_, point_weights_;
  Matrix point_rows_, reaction_rows_;
  Wide coefficients_;  ///< WᵀB: of ℓ_j in the normalised Legendre polynomials
};

}  // namespace sparkdyn::tableau
