// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A solver that a program brings along, whose word is not taken: what it gives back leaves only
// when b − A x is small (linear/true_residual.hpp).

#include <memory>

#include "linear/true_residual.hpp"
#include "sparkdyn/stage/solver.hpp"

namespace sparkdyn::stage {

class JudgedSolver final : public Solver {
 public:
  /// Throws core::Error (input) without a solver. `op` must outlive it. @note Collective.
  JudgedSolver(const BlockOperator& op, std::unique_ptr<Solver> own);

  SolveResult solve(const BlockVector& rhs, BlockVector& x) override;
  SolveResult solve_all(std::span<const BlockVector* const> rhs,
                        std::span<BlockVector* const> x) override;
  bool takes_guess() const override { return own_->takes_guess(); }
  SolveResult improve(const BlockVector& rhs, BlockVector& x) override;
  std::string_view name() const override { return own_->name(); }
  double factor_entries() const override { return own_->factor_entries(); }
  double factor_bytes() const override { return own_->factor_bytes(); }
  SolverTimes times() const override { return own_->times(); }

 private:
  SolveResult judged(const BlockVector& rhs, const BlockVector& x, SolveResult given);

  std::unique_ptr<Solver> own_;
  linear::TrueResidual truth_;
};

}  // namespace sparkdyn::stage
