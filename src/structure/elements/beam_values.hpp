// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a beam's section and material give: strains e = C F of its forces F = (N, V1, V2, T, M1, M2)
// at the centroid in local axes t, n1, n2, where shear twists that does not pass the shear centre,
// and the mass per length of (u, θ) of the centroid.

#include <string>

#include "local_frame.hpp"

namespace sparkdyn::structure {

inline const BeamSection& beam_section(const ElementInput& input) {
  return std::get<BeamSection>(*input.section);
}

/// C. An orthotropic beam lies along the material's axis 1 and n1 along its axis 2.
Matrix6 beam_compliance(const BeamSection& s, const Orthotropic& e);
/// The mass per length, for local (u, θ) of the centroid.
Matrix6 beam_mass(const BeamSection& s, double density);
/// Empty, or what is wrong with the section.
std::string beam_section_complaint(const BeamSection& s);

}  // namespace sparkdyn::structure
