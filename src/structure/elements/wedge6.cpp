// SPDX-License-Identifier: BSD-3-Clause
// Linear wedge, two points for the stiffness as C3D6: a single element has one motion without
// strain energy besides the rigid ones.

#include "all.hpp"
#include "solid.hpp"

namespace sparkdyn::structure {

const Element& wedge6() {
  static const SolidElement<Shape::wedge6, 2, 9> element("wedge6");
  return element;
}

}  // namespace sparkdyn::structure
