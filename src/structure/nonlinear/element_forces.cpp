// SPDX-License-Identifier: BSD-3-Clause
#include "element_forces.hpp"

namespace sparkdyn::structure::nonlinear {

bool has_exact_force(const Element&) {
  return false;
}

std::vector<mechanics::ForcePtr> element_forces(const Distributed&, const Layout&) {
  return {};
}

}  // namespace sparkdyn::structure::nonlinear
