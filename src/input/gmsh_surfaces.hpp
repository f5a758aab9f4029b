// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Which side of which cell a boundary cell of a mesh is.

#include <vector>

#include "sparkdyn/structure/mesh.hpp"

namespace sparkdyn::input {

/// Finds for each of the `boundary` cells the side of one of the `bodies` (cells of one dimension
/// more) with the same corners, as a facet with its normal out of that body; cell = −1 where none
/// is. Between two bodies it is a side of the one which the boundary cell's own normal points out
/// of.
std::vector<structure::Facet> find_sides(const structure::Mesh& mesh,
                                         const std::vector<structure::Index>& boundary,
                                         const std::vector<structure::Index>& bodies);

/// The cell itself as a facet.
structure::Facet facet_of(const structure::Mesh& mesh, structure::Index cell);

}  // namespace sparkdyn::input
