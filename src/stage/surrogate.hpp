// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The uniform splitting whose decoupled solver preconditions one that does not decouple
// (docs/numerics.md §4). By (21b) of Jay 1998 the matrices B, C, C* and their mixtures differ by
// rank one in the stages, so the best surrogate is a matrix the splitting already uses; A_γ with ρ∞
// = 1/3 lies between C and C* and serves where none fits.

#include "stage/stage_system.hpp"

namespace sparkdyn::stage {

struct Surrogate {
  Coefficients coefficients;  ///< one matrix for all forces
  /// Largest condition number of the preconditioned stage equations of one oscillator over its
  /// frequencies: hundreds of iterations where it is large (IIIA–IIIB in a stiff structure).
  double condition = 1;
};

/// The candidate with the smallest condition, `largest_h_omega` being h times the highest
/// frequency.
/// @note Collective.
Surrogate choose_surrogate(const mechanics::System& system, const Coefficients& coefficients,
                           double h, double largest_h_omega);

}  // namespace sparkdyn::stage
