// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a model that may turn as far as it likes (`nonlinear: true`) can be made of.

#include <string>
#include <string_view>

#include "sparkdyn/structure/element.hpp"
#include "sparkdyn/structure/model.hpp"

namespace sparkdyn::structure {

/// Whether the formulation follows motion of any size.
bool follows_large_motion(const Element& element);
/// The names of those that do: "mass, truss2, …".
std::string parts_for_large_motion();

/// The number of a law of finite strains, Material::law, or −1.
int find_law(std::string_view name);
/// The names of all: "st-venant-kirchhoff, …".
std::string law_names();
/// Empty, or why the material cannot have its law.
std::string law_complaint(const Material& material);

/// Pressures become forces that follow the facets they act on, one for each.
void let_pressures_follow(const Mesh& mesh, Conditions& conditions);

/// Empty, or why no rigid body has this inertia: with directors it is carried by the masses
/// ½(J_j + J_k − J_i) along the principal axes, none of which is negative in a body.
std::string inertia_complaint(const MassSection& section);
/// ½ tr(J) 1 − J: these masses, in global axes.
Eigen::Matrix3d director_mass(const MassSection& section);

}  // namespace sparkdyn::structure
