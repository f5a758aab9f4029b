// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Newton's method with strains as unknowns beside V and Λ (Hairer's reformulation, (19) of Jay and
// Petzold 1995; numerics.md, section 7.2): for forces f = B(Q)ᵀs(z),
//   M V = M v₀ − h A B(Q)ᵀ s(z) − A G(Q)ᵀ hΛ + …,    z = z(Q),    g(Q) = 0.
// The solution is the same, the way to it is not: the equations are quadratic where materials are
// linear, and stiff parts that turn act like constraints, by the angle that they turned. The linear
// systems are not condensed. GCR solves them, with the same system frozen at one place, which is
// one solution of the stages by `solver` and a product with B there, for a preconditioner, and what
// the corrections before it learned of the system.

#include "stage/newton.hpp"
#include "stage/stage_system.hpp"

namespace sparkdyn::stage {

/// Whether any force offers its strains.
bool offers_strains(const mechanics::System& system);
/// Zero, of all stages. @note Collective.
StageStrains make_strains(const mechanics::System& system, int stages);

/// As newton(); the operator of `solver` was linearised at `frozen`, with the stresses of
/// `stressed`. `passes` counts solutions by `solver`, of which most are GCR's. `strains` hold a
/// guess of those of the stages, and then the solution. @note Collective.
NewtonResult mixed_newton(const mechanics::System& system, StageSystem& stages, Solver& solver,
                          const mechanics::State& state, Vec frozen, Vec stressed, bool guessed,
                          BlockVector& x, StageStrains& strains,
                          const Convergence& convergence = {});

}  // namespace sparkdyn::stage
