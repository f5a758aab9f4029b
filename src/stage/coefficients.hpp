// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The matrices of one SPARK method for the terms of one system: definition (17) of Jay 1998 on
// Lobatto's nodes, or (7) of Jay 2007 on Gauss' with one damping for each term
// (docs/numerics.md §2b). With stage values at c and constraints at points of their own,
//   Q_i = q₀ + h Σ a^v_ij V_j,   M V_i = M v₀ − h Σ_k Σ_j a^k_ij f_k(Q_j, V_j) − h Σ_l ã_il
//   G(Y_l)ᵀΛ_l, 0 = g(q₀ + h Σ ā_kj V_j),    M v₁ = M v₀ − h Σ b_j f(Q_j, V_j) − h Σ b̃_l
//   G(Y_l)ᵀΛ_l, Y_l = q₀ + h Σ y_lj V_j.

#include <vector>

#include "sparkdyn/mechanics/system.hpp"
#include "sparkdyn/tableau/gauss_splitting.hpp"
#include "sparkdyn/tableau/lobatto.hpp"
#include "sparkdyn/tableau/splitting.hpp"
#include "tableau/one_factor.hpp"

namespace sparkdyn::stage {

using tableau::Matrix;
using tableau::Vector;

struct Coefficients {
  int stages = 0;
  Vector b, c;
  Vector middle;    ///< ∫ ℓ_j over the first half of the step: where forces are linearised
  Matrix velocity;  ///< a^v of q' = v
  std::vector<Matrix> terms;  ///< a^k, one per system.forces()
  std::vector<Matrix> loads;  ///< one per system.loads()

  Matrix position;          ///< ā: where the constraints hold, one less than there are multipliers
  Vector position_nodes;    ///< their times
  Matrix constraint;        ///< ã of −Gᵀλ
  Vector weights;           ///< b̃
  Matrix action;            ///< y: where the multipliers act
  Vector action_nodes;      ///< their times
  bool one_factor = false;  ///< all systems of a step are the same one (tableau/one_factor.hpp)
  bool interior = false;  ///< Gauss' nodes: constraints hold at s points of their own, not at nodes
  Vector highest;         ///< p of Gauss' nodes: bᵀA⁻¹p ≠ 0 = bᵀp
  /// Gauss' nodes: what the multipliers at each point move, from (c(t_k) − c(t₀))/h, c'(t₀) and
  /// c'(t₁).
  Matrix rates;
  /// Lies between the matrices that terms may have: a surrogate where none of theirs serves.
  Matrix between;

  int multipliers() const { return static_cast<int>(weights.size()); }
};

/// Both throw core::Error (input) when the splitting names a region that no term of the system has.
Coefficients make_coefficients(const mechanics::System& system, const tableau::Lobatto& lobatto,
                               const tableau::Splitting& splitting);
Coefficients make_coefficients(const mechanics::System& system, const tableau::GaussLobatto& gauss,
                               const tableau::GaussSplitting& splitting);
/// The same matrix for all terms and loads, which must be linear.
Coefficients make_coefficients(const mechanics::System& system, const tableau::OneFactor& method);

/// The one invertible matrix that integrates every force but the loads, or an empty matrix: then
/// h·forces = A⁻¹(V − 1v₀) and the stages decouple even with constraints (docs/numerics.md §4).
Matrix uniform_force_matrix(const mechanics::System& system, const Coefficients& coefficients);

}  // namespace sparkdyn::stage
