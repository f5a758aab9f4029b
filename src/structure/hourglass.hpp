// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The energy of hourglass control, ½ f Σ_k |γ_kᵀu|² of hex8-reduced elements: an artificial
// stiffness against motions that their one strain does not see. Where it is a large part of the
// strain energy qᵀKq/2, what resists the motion is not the material.

#include "sparkdyn/core/petsc.hpp"
#include "sparkdyn/structure/distributed.hpp"

namespace sparkdyn::structure {

class Hourglass {
 public:
  /// @note Collective.
  explicit Hourglass(const Distributed& structure);

  /// Whether any element has such control; without, energy() is zero.
  bool present() const { return present_; }
  /// The energy of displacements in the input's numbering (ColumnMap). @note Collective.
  double energy(Vec columns);

 private:
  const Distributed* structure_;
  bool present_ = false;            ///< on any rank
  std::vector<std::size_t> local_;  ///< those counted here, among the items
  std::vector<PetscInt> columns_;   ///< of their displacements, 24 each
  core::Vector values_;
  core::Scatter to_local_;
};

}  // namespace sparkdyn::structure
