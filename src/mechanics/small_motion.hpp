// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Small motions x about a state of rest (q, λ) of any system,
//   M x'' + Σ ∂f_k/∂v x' + (Σ ∂f_k/∂q + Σ λ_i ∂²g_i/∂q²) x + Gᵀy = 0,  G x = 0,
// as a linear system: what eigenvalue searches take.

#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::mechanics {

/// Without loads; its names are those of `system`, which must outlive it. Throws core::Error
/// (input) where a force follows the motion from outside, as a pressure does: its tangent is known
/// by its symmetric part alone. @note Collective.
System small_motions(const System& system, const Configuration& at, Vec lambda);

/// The same with a damping matrix more, which need not be symmetric. @note Collective.
System with_damping(const System& linear, MatrixPtr damping);

}  // namespace sparkdyn::mechanics
