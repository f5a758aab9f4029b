// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Whether two steps hold a structure in the same way: then its modes are the same.

#include "sparkdyn/structure/distributed.hpp"

namespace sparkdyn::structure {

/// Whether the same components are held and the rows of G are the same, whatever their values.
/// Indices in Distributed::steps. @note Collective.
bool held_alike(const Distributed& structure, std::size_t one, std::size_t other);

}  // namespace sparkdyn::structure
