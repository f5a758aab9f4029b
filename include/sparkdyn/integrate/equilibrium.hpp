// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The state of rest under the loads at one time: [K Gᵀ; G 0][q; λ] = [F(t); c(t)], by factors of K
// or, where these have no place, by conjugate gradients with multigrid.

#include <memory>
#include <span>
#include <vector>

#include "sparkdyn/linear/plan.hpp"
#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::integrate {

/// Sets each q to the equilibrium at its state's time under the loads of its load case, and v to
/// zero; K is factored once for all, or iterated as planned. Returns λ of each.
/// No mass is needed. Throws core::Error (numerics) when something can move without strain. PETSc
/// options: prefix `static_`. @note Collective.
std::vector<core::Vector> find_equilibria(const mechanics::System& system,
                                          std::span<mechanics::State> states,
                                          const linear::SolverPlan& plan = {});

/// How the structure follows its supports when they move slowly: of each prescribed shape s,
/// [K Gᵀ; G 0][w; μ] = [0; s], which is none without prescribed motion. Throws as
/// find_equilibria(). @note Collective.
std::vector<core::Vector> static_motions(const mechanics::System& system);

}  // namespace sparkdyn::integrate
