// SPDX-License-Identifier: BSD-3-Clause
// Quadratic wedge, nine points for the stiffness as C3D15.

#include "all.hpp"
#include "solid.hpp"

namespace sparkdyn::structure {

const Element& wedge15() {
  static const SolidElement<Shape::wedge15, 9, 21> element("wedge15");
  return element;
}

}  // namespace sparkdyn::structure
