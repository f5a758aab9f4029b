// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The whole block system as one sparse matrix, factored by MUMPS: works for every splitting, costs
// most. PETSc options: prefix `stage_monolithic_`.

#include <memory>

#include "linear/group_factor.hpp"
#include "sparkdyn/linear/wish.hpp"
#include "sparkdyn/stage/solver.hpp"

namespace sparkdyn::stage {

class MonolithicSolver final : public Solver {
 public:
  /// Throws core::Error (numerics) when singular. @note Collective.
  explicit MonolithicSolver(const BlockOperator& op,
                            linear::Placement placement = linear::Placement::automatic);

  SolveResult solve(const BlockVector& rhs, BlockVector& x) override;
  std::string_view name() const override { return "monolithic"; }
  double factor_entries() const override;
  SolverTimes times() const override { return times_; }

 private:
  double scale_ = 1;  // of G against the rest
  core::Matrix matrix_;
  core::LinearSolver solver_;
  std::unique_ptr<linear::GroupFactor<double>> held_;  // instead of both, see placement.hpp
  PetscInt local_size_ = 0;
  core::Vector right_, left_;
  SolverTimes times_;
};

}  // namespace sparkdyn::stage
