// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A system as matrices around one configuration,
//   M δv' = −Σ_k K_k δq − Σ_k C_k δv − Gᵀ δλ,
// with the curvature Σ λ g_qq of the constraints as one more K_k: what solvers see. A linear system
// has one, a nonlinear one a new one whenever Newton's method asks for it.

#include <cstddef>
#include <vector>

#include "sparkdyn/mechanics/constraints.hpp"

namespace sparkdyn::mechanics {

/// The system as matrices; copies share them.
struct Linearization {
  std::vector<MatrixTerm> terms;  ///< K_k and C_k
  /// Whose tangent each term is: the number of a force, or that of all forces for the constraints.
  std::vector<std::size_t> force;
  MatrixPtr G;                 ///< null: no constraints
  double constraint_norm = 0;  ///< largest row sum of |G|

  std::vector<MatrixPtr> matrices;        ///< the distinct ones, the mass first
  std::vector<int> uses;                  ///< how often each occurs in M, C and K
  std::vector<double> stiffness_weights;  ///< its factor in K, the sum of the elastic terms
};

/// `constraints` and `lambda` may be null; without multipliers the curvature is left out.
/// @note Collective.
Linearization linearize(const MatrixPtr& mass, const std::vector<ForcePtr>& forces,
                        const Constraints* constraints, const Configuration& at,
                        Vec lambda = nullptr);

/// The same of tangents that are known already, one for each force. @note Collective.
Linearization linearize(const MatrixPtr& mass, const std::vector<ForcePtr>& forces,
                        std::vector<Tangent> tangents, const Constraints* constraints,
                        const Configuration& at, Vec lambda);

}  // namespace sparkdyn::mechanics
