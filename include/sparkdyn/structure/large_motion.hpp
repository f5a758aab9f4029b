// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a model that may turn as far as it likes (`nonlinear: true`) can be made of.

#include <string>

#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::structure {

/// Whether the formulation follows motion of any size.
bool follows_large_motion(const Element& element);
/// The names of those that do: "mass, truss2, …".
std::string parts_for_large_motion();

/// Empty, or why no rigid body has this inertia: with directors it is carried by the masses
/// ½(J_j + J_k − J_i) along the principal axes, none of which is negative in a body.
std::string inertia_problem(const MassSection& section);
/// ½ tr(J) 1 − J: these masses, in global axes.
Eigen::Matrix3d director_mass(const MassSection& section);

}  // namespace sparkdyn::structure
