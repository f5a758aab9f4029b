// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Modes of a structure whose damping terms, gyroscopic forces among them, are kept:
//   (λ² M + λ C + K) x + Gᵀy = 0,  G x = 0,  λ = growth + iω,
// those of the smallest |λ| first and of each conjugate pair the one with ω ≥ 0. Krylov–Schur on
//   S (f, g) = (x, v):  (K + σC + σ²M) x + Gᵀy = −M g − (C + σM) f,  G x = 0,  v = f + σ x,
// whose eigenvalues are ν = 1/(λ − σ).

#include "sparkdyn/modal/modes.hpp"

namespace sparkdyn::modal {

/// `shift` is σ > 0, about the lowest frequency ω above zero. Shapes have x̄ᵀMx = 1 and their
/// largest entry is real and positive. Whether modes are missing is not known: `verified` stays
/// false. A pair of real λ that are each other's negative, of a structure that gyroscopic forces do
/// not hold, is one mode with ω = −|λ| as in natural_modes(). @note Collective.
NaturalModes quadratic_modes(const mechanics::System& system, double shift,
                             const ModesOptions& options = {});

}  // namespace sparkdyn::modal
