// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What the loads of a structure add up to: their force and their moment about a point, held
// components included.

#include <vector>

#include "sparkdyn/structure/assemble.hpp"

namespace sparkdyn::structure {

struct Resultant {
  Vector force{};
  Vector moment{};  ///< about the point asked for
};

/// One for each of assembled.system->loads(), for an amplitude of 1. @note Collective.
std::vector<Resultant> load_resultants(const Distributed& structure, std::size_t step,
                                       const Assembled& assembled, const Vector& about);

/// Says of each of this rank's free components whether it belongs to the node of the one before.
std::vector<char> same_node_as_before(const Distributed& structure, std::size_t step);

}  // namespace sparkdyn::structure
