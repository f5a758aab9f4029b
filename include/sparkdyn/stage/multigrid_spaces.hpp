#pragma once
// What all shifted systems Σ σ_k B_k of one structure share, whatever their shifts and steps: the
// constraints eliminated (elimination.hpp), interpolations P_l by smoothed aggregation from K with
// the rigid motions (PETSc's GAMG), and every B_k on every level, B_k,l+1 = P_lᵀB_k,l P_l. A shift
// then costs sums of small matrices, not a new coarsening. PETSc options: prefix `multigrid_`,
// e.g. `-multigrid_pc_type hypre` for another coarsening.

#include <memory>
#include <vector>

#include "sparkdyn/core/group.hpp"
#include "sparkdyn/stage/elimination.hpp"

namespace sparkdyn::stage {

class GroupSpaces;

class MultigridSpaces {
 public:
  /// `system` must outlive it. Nothing is built until asked for. @note Collective.
  explicit MultigridSpaces(const mechanics::System& system);
  ~MultigridSpaces();

  const mechanics::System& system() const { return *system_; }
  /// The distinct matrices B_k of the system, the mass first.
  const std::vector<mechanics::MatrixPtr>& matrices() const { return matrices_; }
  /// k of one of them.
  std::size_t index(Mat matrix) const;

  /// Null without constraints. @note Collective.
  const Elimination* elimination();
  /// B_k of the free unknowns, TᵀB_kT: the system's own without constraints. @note Collective.
  const std::vector<mechanics::MatrixPtr>& reduced();

  struct Levels;
  /// @note Collective.
  const Levels& levels();
  double seconds() const { return seconds_; }  ///< spent on building

  /// The structure on groups of ranks, kept for the next who asks for these. @note Collective.
  std::shared_ptr<const GroupSpaces> on(const std::vector<core::Group>& groups);

 private:
  void build_interpolations();
  core::Matrix coarsening_matrix();

  const mechanics::System* system_;
  std::vector<mechanics::MatrixPtr> matrices_, reduced_;
  std::unique_ptr<Elimination> elimination_;
  std::unique_ptr<Levels> levels_;
  std::shared_ptr<const GroupSpaces> groups_;
  double seconds_ = 0;
};

}  // namespace sparkdyn::stage
