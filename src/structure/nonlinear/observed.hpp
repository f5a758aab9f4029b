// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Unknowns as users see them, six components a node: a rotation vector instead of directors, the
// angular velocity ω = ½ Σ d_i × d_i' and its rate ½ Σ d_i × d_i'', and moments Σ d_i × f_i.

#include <Eigen/Core>
#include <vector>

#include "sparkdyn/core/petsc.hpp"
#include "sparkdyn/structure/distributed.hpp"

namespace sparkdyn::structure::nonlinear {

/// The rotation vector of R = [d1 d2 d3] that is nearest to the one before, so that it goes on
/// beyond π: turns are counted as long as less than half of one lies between two looks.
Eigen::Vector3d rotation_vector(const Eigen::Matrix3d& R, const Eigen::Vector3d& before);

/// For the nodes of a slab; vectors of unknowns and of components are laid out as it.
class Observed {
 public:
  explicit Observed(const InputSlab& slab);

  /// columns ← displacements and rotation vectors of q; the next ones go on from these.
  void displacement(Vec q, Vec columns);
  /// columns ← velocities and angular velocities, or their rates.
  void rate(Vec q, Vec v, Vec columns) const;
  /// columns ← forces and moments.
  void force(Vec q, Vec f, Vec columns) const;

  /// d1, d2, d3 of the nodes that have them, one after another. @note Collective.
  core::Vector directors(Vec q) const;

  /// The rotation vectors in place of first directors, zero elsewhere: to keep them.
  void keep(Vec unknowns) const;
  void give_back(Vec unknowns);

 private:
  struct Node {
    PetscInt unknowns = 0, columns = 0;  ///< first ones, of this rank's
    bool turns = false;
    Eigen::Vector3d rotation = Eigen::Vector3d::Zero();
  };
  std::vector<Node> nodes_;
};

}  // namespace sparkdyn::structure::nonlinear
