#pragma once
// The state of rest under the loads at one time: [K Gᵀ; G 0][q; λ] = [F(t); c(t)], by factors of K
// or, where these have no place, by conjugate gradients with multigrid.

#include <memory>
#include <span>

#include "sparkdyn/mechanics/system.hpp"
#include "sparkdyn/stage/multigrid_spaces.hpp"

namespace sparkdyn::integrate {

/// Sets each q to the equilibrium at its state's time under the loads of its load case, and v to
/// zero; K is factored once for all. Given `spaces`, iterates on them instead. Throws core::Error
/// (numerics) when something can move without strain. PETSc options: prefix `static_`.
/// @note Collective.
void find_equilibria(const mechanics::System& system, std::span<mechanics::State> states,
                     std::shared_ptr<stage::MultigridSpaces> spaces = nullptr);

}  // namespace sparkdyn::integrate
