// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A component with neither stiffness nor mass nor a constraint makes every system singular: found
// before anything is factorised, so that the message can name the node.

#include <vector>

#include "sparkdyn/structure/distributed.hpp"

namespace sparkdyn::structure {

/// `marks` says of each free component of this rank whether it has stiffness or mass. Throws
/// core::Error (input) on all ranks, naming the first node in the order of the input with one that
/// has neither and is in no row of G. @note Collective.
void require_no_loose_components(const Distributed& structure, const LocalConditions& conditions,
                                 std::vector<char> marks);

}  // namespace sparkdyn::structure
