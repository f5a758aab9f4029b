// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Quadrature in the local coordinates of shape_functions.hpp: ∫ f dξ ≈ Σ w f(ξ). The weights add up
// to the measure of the reference shape (line 2, triangle ½, quadrilateral 4, tetrahedron 1/6,
// wedge 1, hexahedron 8).

#include <Eigen/Core>
#include <vector>

#include "sparkdyn/structure/shape.hpp"

namespace sparkdyn::structure {

struct QuadraturePoint {
  Eigen::Vector3d xi;
  double weight = 0;
};

/// The rule with that many points; linear and quadratic shapes share them. Offered: line 1, 2, 3;
/// triangle 1, 3, 7; quadrilateral 1, 4, 9; tetrahedron 1, 4, 15; wedge 2, 9, 21; hexahedron 1, 8,
/// 27; any other number throws std::logic_error. Degrees, in that order: line, quadrilateral,
/// hexahedron 1, 3, 5 per direction; triangle and tetrahedron 1, 2, 5; wedge (triangle × line)
/// 1 × 3, 2 × 5, 5 × 5.
const std::vector<QuadraturePoint>& quadrature(Shape shape, int points);

/// The rule that is exact for ∫ N_i N_j where the Jacobian is constant, and for ∫ N_i (total mass,
/// total force) over every straight-sided shape: masses and surface loads.
const std::vector<QuadraturePoint>& mass_quadrature(Shape shape);

/// Enough points of quadrature() for N·(∂x/∂ξ × ∂x/∂η) over a facet; 0 for other shapes.
int points_for_pressure(Shape facet);

}  // namespace sparkdyn::structure
