// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A moment m a(t) in global axes on a node with directors: the forces ½ m × d_i on them have its
// power, Σ ½ (m × d_i)·(ω × d_i) = m·ω.

#include "layout.hpp"
#include "sparkdyn/mechanics/force.hpp"
#include "sparkdyn/structure/distributed.hpp"

namespace sparkdyn::structure::nonlinear {

/// All moments of a step; null on all ranks where there are none. @note Collective.
mechanics::ForcePtr moments(const Distributed& structure, const LocalConditions& conditions,
                            const Layout& layout);

}  // namespace sparkdyn::structure::nonlinear
