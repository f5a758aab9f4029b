// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The forces of the elements of a structure that may turn as far as it likes.

#include <vector>

#include "layout.hpp"
#include "sparkdyn/mechanics/force.hpp"
#include "sparkdyn/mechanics/rayleigh.hpp"
#include "sparkdyn/structure/distributed.hpp"

namespace sparkdyn::structure::nonlinear {

/// Whether the element has a force for motion of any size.
bool has_exact_force(const Element& element);

/// One for each kind and region. `rayleigh` is that of the whole structure, which adds to what its
/// materials have. @note Collective.
std::vector<mechanics::ForcePtr> element_forces(const Distributed& structure, const Layout& layout,
                                                const mechanics::Rayleigh& rayleigh = {});

}  // namespace sparkdyn::structure::nonlinear
