// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Resultants of a shell of thickness h, per length, with z along the normal:
//   N = ∫ σ dz,  M = ∫ σ z dz,  Q = ∫ τ dz.
// The stress in the plane is linear over the thickness and τ a parabola with 3/2 of its mean in the
// middle, so N = h σ(0), M = h²/12 (σ(h/2) − σ(−h/2)) and Q = 2h/3 τ(0), whatever the formulation.

#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::structure {

/// N11, N22, N12, M11, M22, M12, Q1, Q2 in the material's axes projected on the shell. A positive
/// moment stretches the top, the side of the normal.
using ShellForce = Eigen::Matrix<double, 8, 1>;

/// In the middle of the element.
ShellForce shell_force(const Element& element, const ElementInput& input, const Eigen::VectorXd& q);

/// The unit normal of a surface at ξ.
Point shell_normal(const Element& element, const ElementInput& input, const Eigen::Vector3d& xi);

}  // namespace sparkdyn::structure
