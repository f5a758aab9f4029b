// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// ∫ N_i ds of the nodes of a line (line_load.cpp).

#include <span>

#include "sparkdyn/structure/element.hpp"
#include "structure/shape_functions.hpp"

namespace sparkdyn::structure {

/// One for each node at `x`; their sum is the length.
ShapeValues line_shares(Shape shape, std::span<const Point> x);

}  // namespace sparkdyn::structure
