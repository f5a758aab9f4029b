// SPDX-License-Identifier: BSD-3-Clause
// Hexahedron, 2 × 2 × 2 points and nothing else: CalculiX's C3D8. It locks in bending and when
// nearly incompressible; it is here to reproduce decks.

#include "all.hpp"
#include "solid.hpp"

namespace sparkdyn::structure {

const Element& hex8_full() {
  static const SolidElement<Shape::hexahedron8, 8, 8> element("hex8-full");
  return element;
}

}  // namespace sparkdyn::structure
