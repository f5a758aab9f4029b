// SPDX-License-Identifier: BSD-3-Clause
// Serendipity hexahedron, 2 × 2 × 2 points for the stiffness: C3D20R. A single element has six
// motions without strain energy besides the rigid ones, and a row of single elements some too: use
// hex20 there, or two elements across.

#include "all.hpp"
#include "solid.hpp"

namespace sparkdyn::structure {

const Element& hex20_reduced() {
  static const SolidElement<Shape::hexahedron20, 8, 27> element("hex20-reduced");
  return element;
}

}  // namespace sparkdyn::structure
