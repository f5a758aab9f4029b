// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The numbers of a beam's cross-section from its shape: A = ∫ dA, I11 = ∫ x2² dA, I22 = ∫ x1² dA,
// I12 = ∫ x1 x2 dA about the centroid, Saint-Venant's torsion constant J, and the shear areas A_s =
// κ A of Timoshenko's V = G A_s (w' − φ), κ by Cowper (J. Appl. Mech. 33, 1966): w and φ are the
// mean deflection and rotation of the section in Saint-Venant's flexure, so κ depends on Poisson's
// ratio. Abaqus' constants 0.85, 0.89 and 0.53 are these for ν = 0.3. docs/elements.md has the
// formulas.

#include <string>
#include <variant>

#include "sparkdyn/structure/section.hpp"

namespace sparkdyn::structure {

/// Solid, `a` along n1 and `b` along n2.
struct Rectangle {
  double a = 0, b = 0;  ///< along n1, along n2
};

/// Solid.
struct Circle {
  double radius = 0;  ///< of the circle
};

/// Solid.
struct Ellipse {
  double semi1 = 0, semi2 = 0;  ///< semi-axes along n1 and n2
};

/// Hollow circle of outer radius `radius`.
struct Pipe {
  double radius = 0, thickness = 0;  ///< outside, and of the wall
};

/// Hollow rectangle, outside `a` along n1 and `b` along n2; the walls lie on the sides +n1, +n2,
/// −n1 and −n2. Area and second moments are exact; J (Bredt) and shear areas as for thin walls,
/// where opposite ones differ by the energy of their shear flow. The nodes lie in the middle of the
/// outer rectangle.
struct Box {
  double a = 0, b = 0;                                  ///< outside, along n1 and n2
  double plus1 = 0, plus2 = 0, minus1 = 0, minus2 = 0;  ///< thickness of each wall
};

/// Web along n2, flanges along n1. The nodes lie `origin` above the lower edge. Area and second
/// moments are exact; J (Σ b t³/3) and shear areas as for thin walls, along n1 as for the flanges
/// alone.
struct IProfile {
  double origin = 0, height = 0;           ///< of the nodes above the lower edge; of the whole
  double bottom_width = 0, top_width = 0;  ///< of the flanges
  double bottom_thickness = 0, top_thickness = 0, web_thickness = 0;  ///< of flanges and web
};

/// A web along n2 and a flange along n1 at its upper end. As of the next two, the nodes lie at the
/// centroid; area and second moments are exact, J (Σ b t³/3), shear areas and shear centre as for
/// thin walls.
struct TProfile {
  double height = 0, width = 0;  ///< of the whole
  double flange = 0, web = 0;    ///< thicknesses
};

/// Legs along n1 and n2 from their common corner, which lies towards −n1 and −n2.
struct LProfile {
  double leg1 = 0, leg2 = 0;              ///< outside, along n1 and n2
  double thickness1 = 0, thickness2 = 0;  ///< of the leg along n1, and of that along n2
};

/// A web along n2 and flanges along n1 at both its ends, towards +n1.
struct UProfile {
  double height = 0, width = 0;  ///< outside, along n2 and n1
  double flange = 0, web = 0;    ///< thicknesses
};

/// Any of them.
using BeamProfile =
    std::variant<Rectangle, Circle, Ellipse, Pipe, Box, IProfile, TProfile, LProfile, UProfile>;

/// Empty, or what is wrong: "the wall of the pipe is thicker than its radius", …
std::string complaint(const BeamProfile& profile);

/// Everything but n1. Poisson's ratio enters the shear areas.
BeamSection beam_section(const BeamProfile& profile, double nu);

}  // namespace sparkdyn::structure
