// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The keys of structure::MotionLaw in an item of `springs`.

#include <array>

#include "items.hpp"
#include "sparkdyn/structure/exact_force.hpp"

namespace sparkdyn::input {

/// Nothing where the item has none of them, so that its stiffness and damping are all.
std::optional<structure::MotionLaw> read_motion_law(ModelReader& reader, const Section& section);

}  // namespace sparkdyn::input
