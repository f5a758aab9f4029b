// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What springs share: one generalised elongation e = aᵀ q, so that K = k a aᵀ and C = c a aᵀ.

#include <Eigen/Core>
#include <string>

#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::structure {

/// What is wrong with stiffness, damping or components, whatever the number of nodes.
std::string spring_complaint(const ElementInput& input);

const SpringSection& spring_section(const ElementInput& input);

/// The components of a node: the one named, or all three displacements or rotations.
ComponentMask spring_components(int component, const SpringSection& section);

/// The given direction with length 1; zero if there is none.
Eigen::Vector3d spring_direction(const SpringSection& section);

/// A massless element with K = k a aᵀ and C = c a aᵀ.
class SpringElement : public Element {
 public:
  std::string_view section_kind() const final { return "spring"; }
  void stiffness(const ElementInput& input, Eigen::Ref<ElementMatrix> K) const final;
  void mass(const ElementInput& input, bool lumped, Eigen::Ref<ElementMatrix> M) const final;
  bool has_damping() const final { return true; }
  void damping(const ElementInput& input, Eigen::Ref<ElementMatrix> C) const final;
  Stress stress(const ElementInput&, const Eigen::VectorXd&, int) const final {
    return Stress::Zero();
  }

 protected:
  /// a, with up to three entries per node.
  using Elongation = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, 6, 1>;
  virtual Elongation elongation(const ElementInput& input) const = 0;
};

}  // namespace sparkdyn::structure
