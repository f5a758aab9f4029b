// SPDX-License-Identifier: BSD-3-Clause
#include "petsc_saddle.hpp"

#include <algorithm>

#include "core/clock.hpp"
#include "linear/linear_solver.hpp"
#include "saddle_sum.hpp"

namespace sparkdyn::linear {

using core::check;

PetscSaddle::PetscSaddle(const Operators& system, const std::vector<WeightedMatrix<double>>& given,
                         const ShiftedOptions& options)
    : prefix_(options.prefix),
      symmetric_(system.symmetric),
      inertia_(options.inertia && system.symmetric),
      local_dofs_(system.dof_range().size()) {
  const core::Stopwatch watch(times_.factor);
  const bool constrained = options.with_constraint && system.constrained();
  auto sum = gather(given);
  if (constrained) scale_ = constraint_scale(system, diagonal_scale(sum.terms, sum.coefficients));
  add_constraint(sum, constrained, scale_);
  const Interleaving at(system, 1, constrained ? 1 : 0);
  const core::Matrix Gt = constrained ? transposed_constraint(system) : core::Matrix();
  matrix_ = assemble(at, sum.matrices, constrained ? system.G() : nullptr, Gt, sum.blocks);
  local_ = at.local_size();
  right_ = core::make_vector(system.comm(), local_);
  left_ = core::make_like(right_);
}

void PetscSaddle::set_up() {
  const core::Stopwatch watch(times_.factor);
  solver_ = make_direct_solver(matrix_, prefix_, {.symmetric = symmetric_, .inertia = inertia_});
}

void PetscSaddle::scale_rows(std::span<double> values) const {
  for (PetscInt k = 0; k < count_; ++k)
    for (PetscInt i = local_dofs_; i < local_; ++i) values[k * local_ + i] *= scale_;
}

void PetscSaddle::send(std::span<const double> right, int count, Guess) {
  count_ = count;
  values_.assign(right.begin(), right.end());
  scale_rows(values_);
}

void PetscSaddle::solve() {
  const core::Stopwatch watch(times_.solve);
  if (count_ > 1 && is_direct(solver_)) return solve_block();
  for (PetscInt k = 0; k < count_; ++k) {
    std::copy_n(values_.data() + k * local_, local_, core::WriteArray(right_).data());
    check(KSPSolve(solver_, right_, left_));
    require_solved(solver_, prefix_);
    std::copy_n(core::ReadArray(left_).data(), local_, values_.data() + k * local_);
  }
}

/// PETSc keeps the arrays of dense matrices where they are: no copies on the way in.
void PetscSaddle::solve_block() {
  std::vector<double> left(values_.size());
  const auto dense = [&](std::vector<double>& values) {
    core::Matrix matrix;
    check(MatCreateDense(core::comm_of(Mat(matrix_)), local_, PETSC_DECIDE, PETSC_DETERMINE, count_,
                         values.data(), matrix.out()));
    check(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
    check(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
    return matrix;
  };
  {
    const core::Matrix B = dense(values_), X = dense(left);
    check(KSPMatSolve(solver_, B, X));
  }
  values_.swap(left);
  require_solved(solver_, prefix_);
}

SolveResult PetscSaddle::receive(std::span<double> left) {
  scale_rows(values_);
  std::copy(values_.begin(), values_.end(), left.begin());
  return {};
}

SolverCost PetscSaddle::cost() const {
  return {linear::factor_entries(solver_), 0, times_};
}

std::optional<PetscInt> PetscSaddle::negative_pivots() const {
  return inertia_ ? linear::negative_pivots(solver_) : std::nullopt;
}

}  // namespace sparkdyn::linear
