// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Constraints by surfaces, beside the kinds of constraint.hpp: what their areas weigh, and closing
// the gap between them.

#include <span>
#include <vector>

#include "sparkdyn/structure/constraint.hpp"

namespace sparkdyn::structure {

/// A distributing coupling of a surface, whose nodes weigh as much as their share of its area,
/// ∫ N dA (facets of shape `point`, single nodes, all the same): *COUPLING with *DISTRIBUTING.
/// u_ref = ū + ω × (x_ref − x̄) always, so that a force on the reference node keeps its moment; of
/// the reference node's rotations those in `coupled` follow ω.
ConstraintPtr distributing_coupling(ConstraintLabel label, Index reference,
                                    std::vector<Facet> surface, ComponentMask coupled);

/// Moves the slave nodes that a tie would take to their nearest points of the master surface, as
/// *TIE does unless it says ADJUST=NO.
struct Moved {
  double farthest = 0;  ///< the longest way
  double in_edges = 0;  ///< the same in mean edges of the master
};
Moved move_to_master(Mesh& mesh, std::span<const Facet> slave, std::span<const Facet> master,
                     double tolerance);

}  // namespace sparkdyn::structure
