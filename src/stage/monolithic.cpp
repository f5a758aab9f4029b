// SPDX-License-Identifier: BSD-3-Clause
#include "stage/monolithic.hpp"

#include "core/clock.hpp"
#include "linear/assembly.hpp"
#include "linear/linear_solver.hpp"
#include "linear/placement.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::stage {

using core::check;

namespace {

constexpr auto prefix = "stage_monolithic_";

/// Size of the diagonal of the first block, which stands for all stages.
double block_scale(const BlockOperator& op) {
  std::vector<std::complex<double>> coefficients;
  for (const auto& term : op.terms()) coefficients.emplace_back(term.X.cwiseAbs().maxCoeff());
  return linear::diagonal_scale(op.terms(), coefficients) / op.system().constraint_norm;
}

/// Copies this rank's blocks one after another; multipliers times `scale`.
void pack(const BlockVector& from, double scale, Vec to) {
  const core::WriteArray target(to);
  PetscInt offset = 0;
  const auto append = [&](Vec block, double factor) {
    const core::ReadArray values(block);
    for (PetscInt i = 0; i < values.size(); ++i) target[offset + i] = factor * values[i];
    offset += values.size();
  };
  for (int i = 0; i < from.velocity_blocks(); ++i) append(from.velocity(i), 1.0);
  for (int i = 0; i < from.multiplier_blocks(); ++i) append(from.multiplier(i), scale);
}

void unpack(Vec from, double scale, BlockVector& to) {
  const core::ReadArray source(from);
  PetscInt offset = 0;
  const auto take = [&](Vec block, double factor) {
    const core::WriteArray values(block);
    for (PetscInt i = 0; i < values.size(); ++i) values[i] = factor * source[offset + i];
    offset += values.size();
  };
  for (int i = 0; i < to.velocity_blocks(); ++i) take(to.velocity(i), 1.0);
  for (int i = 0; i < to.multiplier_blocks(); ++i) take(to.multiplier(i), scale);
}

}  // namespace

MonolithicSolver::MonolithicSolver(const BlockOperator& op, linear::Placement placement) {
  const core::Stopwatch watch(times_.factor);
  const auto& system = op.system();
  const bool constrained = op.multiplier_blocks() > 0;
  if (constrained) scale_ = block_scale(op);
  linear::BlockCoefficients<double> coefficients{{}, scale_ * op.L(), scale_ * op.E()};
  for (const auto& term : op.terms()) coefficients.X.push_back(term.X);
  const linear::Interleaving at(system, op.velocity_blocks(), op.multiplier_blocks());
  const core::Matrix Gt = constrained ? linear::transposed_constraint(system) : core::Matrix();
  const auto matrices = linear::matrices_of(op.terms());
  local_size_ = at.local_size();
  if (!linear::options_choose_solver(prefix) &&
      linear::place_factors(placement, core::size(system.comm()), system.unknowns(), {1.0}) ==
          linear::Placement::single) {
    const auto entries = linear::triplets(at, matrices, constrained ? system.G() : nullptr, Gt,
                                          coefficients, linear::Symmetry::general);
    held_ = std::make_unique<linear::GroupFactor<double>>(
        system.comm(), linear::RankGroup{0, 1}, static_cast<int>(at.global_size()),
        static_cast<int>(local_size_), entries,
        linear::GroupFactor<double>::Options{.symmetry = linear::Symmetry::general,
                                             .prefix = prefix});
    held_->factor();
    held_->agree();
    right_ = core::make_vector(system.comm(), local_size_);
    left_ = core::make_like(right_);
    return;
  }
  matrix_ = linear::assemble(at, matrices, constrained ? system.G() : nullptr, Gt, coefficients);
  solver_ = linear::make_direct_solver(matrix_, prefix, {.symmetric = false});
  right_ = core::make_vector(system.comm(), at.local_size());
  left_ = core::make_like(right_);
}

SolveResult MonolithicSolver::solve(const BlockVector& rhs, BlockVector& x) {
  const core::Stopwatch watch(times_.solve);
  pack(rhs, scale_, right_);
  if (held_) {
    {
      const core::ReadArray right(right_);
      const core::WriteArray left(left_);
      const auto size = static_cast<std::size_t>(local_size_);
      held_->send({right.data(), size});
      held_->solve();
      held_->receive({left.data(), size});
    }
    unpack(left_, scale_, x);
    return {};
  }
  check(KSPSolve(solver_, right_, left_));
  unpack(left_, scale_, x);
  const std::string why = linear::why_unsolved(solver_);
  return {.converged = why.empty(), .cause = why.empty() ? "" : "linear solve failed " + why};
}

double MonolithicSolver::factor_entries() const {
  return held_ ? held_->factor_entries() : linear::factor_entries(solver_);
}

}  // namespace sparkdyn::stage
