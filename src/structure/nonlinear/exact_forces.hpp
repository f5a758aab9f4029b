// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The ExactForces of a step as forces of the system.

#include "layout.hpp"
#include "sparkdyn/mechanics/force.hpp"
#include "sparkdyn/structure/distributed.hpp"

namespace sparkdyn::structure::nonlinear {

/// Those with a potential, those that damp and those of loads; none where there are none.
/// @note Collective.
std::vector<mechanics::ForcePtr> exact_forces(const Distributed& structure,
                                              const LocalConditions& conditions,
                                              const Layout& layout);

}  // namespace sparkdyn::structure::nonlinear
