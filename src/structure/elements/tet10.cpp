// SPDX-License-Identifier: BSD-3-Clause
// Quadratic tetrahedron: four points for the stiffness as C3D10, fifteen for the mass, which is
// then positive definite.

#include "all.hpp"
#include "solid.hpp"

namespace sparkdyn::structure {

const Element& tet10() {
  static const SolidElement<Shape::tetrahedron10, 4, 15> element("tet10");
  return element;
}

}  // namespace sparkdyn::structure
