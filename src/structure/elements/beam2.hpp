// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The stiffness of a two-node beam against the motion of its ends as its middle sees it
// (beam2.cpp).

#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::structure {

/// C with the energy ½ δᵀCδ, δ = (u, θ)₂ − (u, θ)₁ in local axes t, n1, n2, both carried to the
/// middle as if the beam were rigid.
Matrix6 beam_middle_stiffness(const BeamSection& section, const Orthotropic& elastic,
                              double length);

}  // namespace sparkdyn::structure
