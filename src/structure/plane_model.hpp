// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A model with plane elements is plane throughout: u_z = 0, φ_x = φ_y = 0 at every node, and u_x =
// 0 where the nodes of axisymmetric elements lie on the axis x = 0. What acts along these would do
// nothing and is refused.

#include <string>
#include <vector>

#include "sparkdyn/structure/model.hpp"

namespace sparkdyn::structure {

/// Throws where plane elements share the model with bodies in space or with others of another kind.
void require_plane_model(const Model& model);

/// The components that a plane model holds; nothing in a model in space.
class PlaneHolds {
 public:
  explicit PlaneHolds(const Model& model);

  bool any() const { return any_; }
  /// Of a node.
  ComponentMask at(Index node) const { return any_ ? held_[static_cast<std::size_t>(node)] : 0; }
  /// "a plane model …", why nothing can act along the component.
  std::string why_not(int component) const;
  /// What is wrong with an acceleration of the whole body; empty when nothing is.
  std::string complaint(const Vector& acceleration) const;

 private:
  bool any_ = false, axisymmetric_ = false;
  std::vector<ComponentMask> held_;
};

}  // namespace sparkdyn::structure
