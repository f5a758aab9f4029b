// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The s×s matrices of one SPARK method for the terms of one system: definition (17) of Jay 1998
// with the constraint rows (17c) always integrated by Lobatto IIIA.

#include <vector>

#include "sparkdyn/mechanics/system.hpp"
#include "sparkdyn/tableau/lobatto.hpp"
#include "sparkdyn/tableau/splitting.hpp"

namespace sparkdyn::stage {

using tableau::Matrix;
using tableau::Vector;

struct Coefficients {
  int stages = 0;
  Vector b, c;
  Matrix position;            ///< IIIA, for the position constraints
  Matrix velocity;            ///< A_v of q' = v
  std::vector<Matrix> terms;  ///< one per system.terms()
  std::vector<Matrix> loads;  ///< one per system.loads()
  Matrix constraint;          ///< A_λ of −Gᵀλ
};

/// Throws core::Error (input) when the splitting names a region that no term of the system has.
Coefficients make_coefficients(const mechanics::System& system, const tableau::Lobatto& lobatto,
                               const tableau::Splitting& splitting);

/// The one invertible matrix that integrates every force but the loads, or an empty matrix: then
/// h·forces = A⁻¹(V − 1v₀) and the stages decouple even with constraints (docs/numerics.md §4).
Matrix uniform_force_matrix(const mechanics::System& system, const Coefficients& coefficients);

}  // namespace sparkdyn::stage
