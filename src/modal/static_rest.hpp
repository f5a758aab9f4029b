// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What modes leave out, at rest: r = (K⁻¹ − ΦΩ⁻²Φᵀ) F on G r = 0. By X = K + σM with σ far below
// what is sought, r ← S (F − MΦΦᵀF + σM r) gains a factor of σ/ω² each time, and needs no K that
// can be inverted.

#include <span>

#include "modal/energy_space.hpp"

namespace sparkdyn::modal {

/// σ for these modes, the lowest of all; 0 when none of them vibrates. @note Collective.
double sigma_beside(std::span<const Mode> modes);
/// r; `space` with that σ. @note Collective.
core::Vector static_rest(const EnergySpace& space, std::span<const Mode> modes, Vec force);

}  // namespace sparkdyn::modal
