// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The stress at the nodes of an element, σ_i = Σ_p E_ip σ(ξ_p): the field of the corners' shape
// functions that comes nearest to the stresses at the points where they are best, the 2 × 2 × 2 of
// hexahedra, 2 × 2 of quadrilaterals, 4 of quadratic tetrahedra, 3 of triangles (Barlow 1976).

#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::structure {

/// A column for each node.
using NodalStresses = Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::ColMajor, 6, 20>;

/// `layer` as in Element::stress().
NodalStresses stress_at_nodes(const Element& element, const ElementInput& input,
                              const Eigen::VectorXd& q, int layer);

}  // namespace sparkdyn::structure
