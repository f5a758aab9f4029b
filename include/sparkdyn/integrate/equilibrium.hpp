#pragma once
// The state of rest under the loads at one time: [K Gᵀ; G 0][q; λ] = [F(t); c(t)].

#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::integrate {

/// Sets q to the equilibrium at state.t under the loads of its load case, and v to zero. Throws
/// core::Error (numerics) when something can move without strain. PETSc options: prefix `static_`.
/// @note Collective.
void find_equilibrium(const mechanics::System& system, mechanics::State& state);

}  // namespace sparkdyn::integrate
