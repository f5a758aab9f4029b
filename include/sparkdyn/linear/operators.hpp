// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What solvers see of a system [Σ_k σ_k B_k  Gᵀ; G  0]: its matrices and what is known about them,
// borrowed from whoever owns the system, who must stay; and the order of elimination, which all
// factors of these matrices share, found once. Copies are cheap and share it too.

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::linear {

using core::MatrixPtr;

struct PivotOrder;

/// Where the order is kept once it has been found (elimination_order.hpp).
struct SharedOrder {
  std::shared_ptr<const PivotOrder> found;  ///< null until it has been
};

/// Borrowed: the system must outlive it.
struct Operators {
  std::vector<MatrixPtr> matrices;  ///< the distinct B_k, the mass first
  std::vector<double> stiffness;    ///< of each B_k in K: what a coarse space must look like
  std::vector<int> uses;            ///< how often each occurs in M, C and K
  MatrixPtr constraint = nullptr;   ///< G; null: none
  double constraint_norm = 0;       ///< largest row sum of |G|
  bool symmetric = true;            ///< all B_k
  /// Motions of small energy, e.g. rigid ones; empty when unknown.
  std::span<const core::Vector> near_null_space = {};
  PetscInt node_size = 1;  ///< unknowns of every node, one after another; 1 when nodes differ
  /// For messages, from the 0-based number. Collective.
  std::function<std::string(PetscInt)> dof_name = {}, constraint_name = {};  ///< "node 17, y"
  std::shared_ptr<SharedOrder> order = std::make_shared<SharedOrder>();  ///< shared by all copies

  /// B of M, the first.
  const MatrixPtr& mass() const { return matrices.front(); }
  Mat G() const { return constraint ? constraint->get() : nullptr; }  ///< null: none
  bool constrained() const { return constraint != nullptr; }          ///< whether there is a G
  /// The ranks that share the matrices.
  MPI_Comm comm() const { return core::comm_of(mass()->get()); }
  /// Of the displacements.
  core::RowRange dof_range() const { return core::row_range(mass()->get()); }
  /// Of the constraints; empty without.
  core::RowRange row_range() const {
    return constrained() ? core::row_range(constraint->get()) : core::RowRange{};
  }
  PetscInt dofs() const { return dof_range().global; }          ///< n
  PetscInt constraints() const { return row_range().global; }   ///< m
  PetscInt unknowns() const { return dofs() + constraints(); }  ///< n + m
  /// k of a matrix.
  std::size_t index(Mat matrix) const;
  core::Vector make_displacement() const;  ///< zero. @note Collective.
  core::Vector make_multiplier() const;    ///< zero. @note Collective.
};

/// Of whatever has these members: a system, and itself as matrices around some configuration, which
/// is not kept. `system` must outlive what is made of them.
template <typename System, typename Linearization>
Operators operators_of(const System& system, const Linearization& around) {
  return {.matrices = around.matrices,
          .stiffness = around.stiffness_weights,
          .uses = around.uses,
          .constraint = system.constrained() ? around.G : nullptr,
          .constraint_norm = around.constraint_norm,
          .symmetric = system.symmetric(),
          .near_null_space = system.near_null_space(),
          .node_size = system.node_size(),
          .dof_name = [&system](PetscInt dof) { return system.dof_name(dof); },
          .constraint_name = [&system](PetscInt row) { return system.constraint_name(row); }};
}

/// Of a system by itself.
template <typename System>
Operators operators_of(const System& system) {
  return operators_of(system, system.around());
}

}  // namespace sparkdyn::linear
