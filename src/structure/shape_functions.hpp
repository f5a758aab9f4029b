// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Shape functions: x(ξ) = Σ N_i(ξ) x_i and u(ξ) = Σ N_i(ξ) u_i, with the nodes numbered as in
// shape.hpp. Local coordinates ξ = (ξ, η, ζ), of which a line uses the first and a surface the
// first two: lines, quadrilaterals and hexahedra −1..1; triangles and tetrahedra ξ, η, ζ ≥ 0 with
// sum ≤ 1, node 0 at the origin; wedges the triangle's ξ, η and ζ = −1..1.

#include <Eigen/Core>

#include "sparkdyn/structure/shape.hpp"

namespace sparkdyn::structure {

/// One value per node; kept on the stack.
using ShapeValues = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, most_nodes, 1>;
/// Row i: ∂N_i/∂(ξ, η, ζ). Columns beyond the shape's dimension are zero.
using ShapeGradients = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::ColMajor, most_nodes, 3>;

/// N at ξ. A point's N is 1.
ShapeValues shape_values(Shape shape, const Eigen::Vector3d& xi);
ShapeGradients shape_gradients(Shape shape, const Eigen::Vector3d& xi);

/// Local coordinates of the nodes, one row each.
ShapeGradients node_coordinates(Shape shape);
/// ξ of the centroid of the straight-sided shape.
Eigen::Vector3d centre(Shape shape);

}  // namespace sparkdyn::structure
