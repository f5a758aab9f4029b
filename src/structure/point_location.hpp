// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Where a point is in a structure: the ξ of an element with Σ N_i(ξ) x_i = p, so that what is asked
// for at p is Σ N_i of its nodes, and the nearest node. Force shared out by N has the resultant and
// the moment of the force at p.

#include <utility>
#include <vector>

#include "sparkdyn/structure/element.hpp"
#include "sparkdyn/structure/model.hpp"

namespace sparkdyn::structure {

struct PointLocation {
  Index nearest = 0;    ///< of the nodes that elements use; any node where p coincides with it
  double distance = 0;  ///< from p to it
  double size = 0;      ///< longest edge of the elements around; 0: there are none
  /// A node that coincides with p, or the nodes of the element that holds p; empty: none does. The
  /// weights add up to 1.
  std::vector<std::pair<Index, double>> shares;
  Vector place{};  ///< Σ weight · x of the shares
  double off = 0;  ///< from p to there
};

/// Whether the nearest node is near enough to be meant.
bool is_near(const PointLocation& location);
/// Moves below this part of `size` are rounding of what was typed.
inline constexpr double negligible_move = 1e-6;

/// Only solids, shells, beams and trusses hold points; of these, those whose nodes have all
/// components of `needed`. A point that is off them by less than a twentieth of their size counts
/// as held, at its place there: shells and beams may be meshes of curved ones.
PointLocation locate(const Model& model, const Vector& point, ComponentMask needed = 0);

}  // namespace sparkdyn::structure
