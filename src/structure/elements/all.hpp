// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The formulations, one function and one file each. A new one is declared here and put in list.cpp.

#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::structure {

const Element& tet4();
const Element& tet4_reduced();  // one point for the mass too: C3D4
const Element& tet10();
const Element& hex8();          // incompatible modes (Taylor, Beresford, Wilson 1976): C3D8I
const Element& hex8_bbar();     // mean dilatation (B-bar)
const Element& hex8_full();     // 2 × 2 × 2 points: C3D8 as CalculiX 2.20 has it
const Element& hex8_reduced();  // one point with hourglass control: C3D8R
const Element& hex20();
const Element& hex20_reduced();
const Element& wedge6();
const Element& wedge15();
const Element& plane3();          // plane stress, plane strain or axisymmetric: the section says
const Element& plane4();          // incompatible modes: CPS4I
const Element& plane4_full();     // 2 × 2 points
const Element& plane4_reduced();  // one point with hourglass control
const Element& plane6();
const Element& plane8();
const Element& plane8_reduced();
const Element& truss2();
const Element& truss3();
const Element& beam2();
const Element& beam3();
const Element& shell4();  // MITC4
const Element& shell3();
const Element& shell6();         // MITC6
const Element& shell8();         // MITC9, its inner node condensed
const Element& spring();         // between two nodes; also a dashpot
const Element& spring_ground();  // one node and ground
const Element& point_mass();
const Element& bushing();         // 6 × 6, between two nodes
const Element& bushing_ground();  // one node and ground

}  // namespace sparkdyn::structure
