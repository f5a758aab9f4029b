// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What all shifted systems Σ σ_k B_k of one structure share, whatever their shifts and steps: the
// constraints eliminated (elimination.hpp), interpolations P_l by smoothed aggregation from K with
// the rigid motions (PETSc's GAMG), and every B_k on every level, B_k,l+1 = P_lᵀB_k,l P_l. A shift
// then costs sums of small matrices, not a new coarsening. PETSc options: prefix `multigrid_`,
// e.g. `-multigrid_pc_type hypre` for another coarsening.

#include <memory>
#include <vector>

#include "linear/elimination.hpp"
#include "linear/rank_group.hpp"

namespace sparkdyn::linear {

class GroupSpaces;

class MultigridSpaces {
 public:
  /// Nothing is built until asked for.
  explicit MultigridSpaces(Operators system);
  ~MultigridSpaces();

  const Operators& system() const { return system_; }

  /// Null without constraints. @note Collective.
  const Elimination* elimination();
  /// B_k of the free unknowns, TᵀB_kT: the system's own without constraints. @note Collective.
  const std::vector<MatrixPtr>& reduced();

  struct Levels;
  /// @note Collective.
  const Levels& levels();
  double seconds() const { return seconds_; }  ///< spent on building

  /// The structure on groups of ranks, kept for the next who asks for these. @note Collective.
  std::shared_ptr<const GroupSpaces> on(const std::vector<RankGroup>& groups);

 private:
  void build_interpolations();
  core::Matrix coarsening_matrix();

  Operators system_;
  std::vector<MatrixPtr> reduced_;
  std::unique_ptr<Elimination> elimination_;
  std::unique_ptr<Levels> levels_;
  std::shared_ptr<const GroupSpaces> groups_;
  double seconds_ = 0;
};

}  // namespace sparkdyn::linear
