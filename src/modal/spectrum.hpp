// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The upper end of the spectrum of K x + Gᵀy = ω² M x, G x = 0, and how many modes lie below a
// frequency: what a conditionally stable splitting must know.

#include <optional>

#include "linear/saddle.hpp"
#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::modal {

struct HighestMode {
  double omega = 0;     ///< from below
  core::Vector shape;   ///< largest entry 1; empty when ω is zero
  double residual = 0;  ///< |ω² − nearest eigenvalue| ≤ residual·ω²
  /// No mode lies above this, by the signs of the pivots of K − ω²M; 0: not checked.
  double bound = 0;
};

/// Lanczos with [M Gᵀ; G 0]⁻¹K in the inner product of M; `mass` solves with [M Gᵀ; G 0]. With
/// `bounded` one or a few factorizations more find the bound. PETSc options: `modes_`.
/// @note Collective.
HighestMode highest_mode(const mechanics::System& system, linear::RealSaddle& mass,
                         bool bounded = true);

/// By Sylvester's law; empty when the matrices are not symmetric, or the factorization fails
/// because a mode lies there. @note Collective.
std::optional<PetscInt> modes_below(const mechanics::System& system, double omega);

}  // namespace sparkdyn::modal
