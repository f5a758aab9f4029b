// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The constant mass of an element that turns: M = m ⊗ I₃ over its displacements and directors, so
// that ½ vᵀMv is the same in all directions.

#include "kernel.hpp"
#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::structure::nonlinear {

/// m over the nodes of a solid or truss; over displacement, d1, d2 and d3 of both nodes of a beam;
/// empty for what has no mass, or mass elements, which have one node.
Eigen::MatrixXd exact_mass(const Element& element, const ElementInput& input, bool lumped);

}  // namespace sparkdyn::structure::nonlinear
