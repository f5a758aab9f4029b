// SPDX-License-Identifier: BSD-3-Clause
// Serendipity hexahedron, 3 × 3 × 3 points: C3D20.

#include "all.hpp"
#include "solid.hpp"

namespace sparkdyn::structure {

const Element& hex20() {
  static const SolidElement<Shape::hexahedron20, 27, 27> element("hex20");
  return element;
}

}  // namespace sparkdyn::structure
