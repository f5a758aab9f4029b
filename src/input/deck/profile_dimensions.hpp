// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The numbers of a *BEAM SECTION card as the profiles of structure/beam_profile.hpp:
//
//   RECT a, b · CIRC radius (Abaqus) or two diameters (CalculiX) · PIPE outer radius, thickness ·
//   BOX a, b, t1, t2, t3, t4; a along n1, the walls on the sides +n1, +n2, −n1, −n2.

#include <array>
#include <string>
#include <vector>

#include "sparkdyn/structure/beam_profile.hpp"

namespace sparkdyn::input::deck {

struct Profile {
  structure::BeamProfile shape;
  std::array<double, 2> widths = {};  ///< along n1 and n2, the units of OFFSET1 and OFFSET2
};

/// Empty when the section takes so many numbers, else which it takes.
std::string count_complaint(const std::string& section, std::size_t count);

/// Of numbers in the right count; structure::complaint() says whether they make a section.
Profile profile_of(const std::string& section, const std::vector<double>& dimensions);

}  // namespace sparkdyn::input::deck
