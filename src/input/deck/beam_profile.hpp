// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Cross-sections of beams: area, second moments, torsion constant, and shear areas with the
// coefficients of Cowper (1966), which depend on Poisson's ratio.

#include <string>
#include <vector>

#include "sparkdyn/structure/section.hpp"

namespace sparkdyn::input::deck {

struct BeamProfile {
  structure::BeamSection section;
  double width1 = 0;  ///< extent along n1, the unit of OFFSET1
  double width2 = 0;
};

/// The dimensions that a section takes, for messages: "a, b". Empty: no such section.
std::string dimensions_of(const std::string& section);

/// Empty when the dimensions make a section, else what is wrong.
std::string profile_complaint(const std::string& section, const std::vector<double>& dimensions);

/// RECT a, b · CIRC radius (Abaqus) or two diameters (CalculiX) · PIPE outer radius, thickness ·
/// BOX a, b, t1, t2, t3, t4; a and the walls t1, t3 along n1.
BeamProfile make_profile(const std::string& section, const std::vector<double>& dimensions,
                         double poisson);

}  // namespace sparkdyn::input::deck
