// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A step whose end is moved along the gradient of the total energy back to the energy of the start,
//
//   w1 = ŵ1 + μ ∇H(ŵ1),   H(w1) = H(w0),   w = (q, p).
//
// It keeps the energy of the whole, and gives and takes that of parts that have nothing to do with
// each other: what Jay (1998), section 6.5, holds against methods that keep energies, and what
// those of Simo & Gonzalez (1993) with a quotient for each pair do not do.

#include <memory>

#include "sparkdyn/dae/one_step.hpp"

namespace sparkdyn::dae {

/// Throws core::Error (input) unless the system is a mechanism with an energy, a constant mass and
/// no constraints, damping or loads.
void require_energy_surface(const System& system, const Point& start);

/// `of` must outlive it. Throws what require_energy_surface() throws.
std::unique_ptr<OneStep> on_energy_surface(OneStep& of, std::shared_ptr<const System> system,
                                           const Point& start);

}  // namespace sparkdyn::dae
