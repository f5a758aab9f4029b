// SPDX-License-Identifier: BSD-3-Clause
#include "stage/judged_solver.hpp"

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/linear/wish.hpp"

namespace sparkdyn::stage {

JudgedSolver::JudgedSolver(const BlockOperator& op, std::unique_ptr<Solver> own)
    : own_(std::move(own)), truth_(op) {
  if (!own_) core::input_error("the program's own maker of solvers made none");
}

/// A tolerance that was not said is the usual one.
SolveResult JudgedSolver::judged(const BlockVector& rhs, const BlockVector& x, SolveResult given) {
  if (given.tolerance == 0) given.tolerance = linear::SolverWish::default_tolerance;
  return truth_.judge(rhs, x, std::move(given));
}

SolveResult JudgedSolver::solve(const BlockVector& rhs, BlockVector& x) {
  return judged(rhs, x, own_->solve(rhs, x));
}

SolveResult JudgedSolver::improve(const BlockVector& rhs, BlockVector& x) {
  return judged(rhs, x, own_->improve(rhs, x));
}

SolveResult JudgedSolver::solve_all(std::span<const BlockVector* const> rhs,
                                    std::span<BlockVector* const> x) {
  SolveResult all = own_->solve_all(rhs, x);
  for (std::size_t k = 0; k < rhs.size() && all.converged; ++k) all = judged(*rhs[k], *x[k], all);
  return all;
}

}  // namespace sparkdyn::stage
