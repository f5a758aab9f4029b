// SPDX-License-Identifier: BSD-3-Clause
#include "linear/linear_solver.hpp"

#include <cmath>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::linear {
namespace {

using core::check;

bool is_mumps(KSP solver, Mat* factor) {
  PC preconditioner = nullptr;
  check(KSPGetPC(solver, &preconditioner));
  PetscBool lu = PETSC_FALSE, cholesky = PETSC_FALSE;
  check(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(preconditioner), PCLU, &lu));
  check(
      PetscObjectTypeCompare(reinterpret_cast<PetscObject>(preconditioner), PCCHOLESKY, &cholesky));
  if (!lu && !cholesky) return false;
  MatSolverType type = nullptr;
  check(PCFactorGetMatSolverType(preconditioner, &type));
  if (!type || std::string(type) != MATSOLVERMUMPS) return false;
  check(PCFactorGetMatrix(preconditioner, factor));
  return true;
}

void set_controls(PC preconditioner, bool inertia) {
  check(PCFactorSetUpMatSolverType(preconditioner));
  Mat factor = nullptr;
  check(PCFactorGetMatrix(preconditioner, &factor));
  // The estimate of the workspace is exceeded when many pivots are delayed, as in saddle points.
  check(MatMumpsSetIcntl(factor, 14, 100));
  // A root factored by ScaLAPACK would not tell the signs of its pivots.
  if (inertia) check(MatMumpsSetIcntl(factor, 13, 1));
}

void require_factored(KSP solver, const std::string& prefix) {
  PC preconditioner = nullptr;
  check(KSPGetPC(solver, &preconditioner));
  PCFailedReason reason = PC_NOERROR;
  check(PCGetFailedReason(preconditioner, &reason));
  if (reason == PC_NOERROR) return;
  std::string detail = "the matrix is singular";
  Mat factor = nullptr;
  if (is_mumps(solver, &factor)) {
    PetscInt code = 0, second = 0;
    check(MatMumpsGetInfog(factor, 1, &code));
    check(MatMumpsGetInfog(factor, 2, &second));
    if (code != -10 && code != -6)
      detail = fmt::format("MUMPS returned INFOG(1) = {}, INFOG(2) = {}", code, second);
  }
  core::numerics_error("factorization ({}) failed: {}", prefix, detail);
}

}  // namespace

core::LinearSolver make_direct_solver(Mat matrix, const std::string& prefix,
                                      FactorOptions options) {
  core::LinearSolver solver;
  check(KSPCreate(core::comm_of(matrix), solver.out()));
  check(KSPSetOptionsPrefix(solver, prefix.c_str()));
  if (options.symmetric) check(MatSetOption(matrix, MAT_SYMMETRIC, PETSC_TRUE));
  check(KSPSetOperators(solver, matrix, matrix));
  check(KSPSetType(solver, KSPPREONLY));
  PC preconditioner = nullptr;
  check(KSPGetPC(solver, &preconditioner));
  check(PCSetType(preconditioner, options.symmetric ? PCCHOLESKY : PCLU));
  check(PCFactorSetMatSolverType(preconditioner, MATSOLVERMUMPS));
  set_controls(preconditioner, options.inertia);
  check(KSPSetFromOptions(solver));
  check(KSPSetUp(solver));
  require_factored(solver, prefix);
  return solver;
}

bool is_direct(KSP solver) {
  PetscBool direct = PETSC_FALSE;
  check(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(solver), KSPPREONLY, &direct));
  return direct == PETSC_TRUE;
}

std::string why_unsolved(KSP solver) {
  KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
  check(KSPGetConvergedReason(solver, &reason));
  PetscInt iterations = 0;
  check(KSPGetIterationNumber(solver, &iterations));
  if (reason <= 0)
    return fmt::format("after {} iterations: {}", iterations, KSPConvergedReasons[reason]);
  if (is_direct(solver)) return "";
  Mat matrix = nullptr;
  Vec b = nullptr, x = nullptr;
  PetscReal tolerance = 0;
  check(KSPGetOperators(solver, &matrix, nullptr));
  check(KSPGetRhs(solver, &b));
  check(KSPGetSolution(solver, &x));
  check(KSPGetTolerances(solver, &tolerance, nullptr, nullptr, nullptr));
  const core::Vector residual = core::make_like(b);
  check(MatMult(matrix, x, residual));
  check(VecAYPX(residual, -1.0, b));
  double left = 0, size = 0;
  {
    const core::WriteArray r(residual);
    const core::ReadArray right(b);
    const PetscInt begin = core::row_range(matrix).begin;
    core::for_each_row(matrix, [&](PetscInt row, auto, auto values) {
      double weight = 0;
      for (const double value : values) weight += std::abs(value);
      if (weight == 0) weight = 1;
      left += std::pow(r[row - begin] / weight, 2);
      size += std::pow(right[row - begin] / weight, 2);
    });
  }
  const MPI_Comm comm = core::comm_of(b);
  left = std::sqrt(core::sum(comm, left));
  size = core::norm(x) + std::sqrt(core::sum(comm, size));
  constexpr double allowance = 100, round_off = 1e-11;
  if (left <= (allowance * tolerance + round_off) * size) return "";
  return fmt::format(
      "after {} iterations: {}, but the true residual is {:.1e}, relative, for a tolerance of "
      "{:.1e}",
      iterations, KSPConvergedReasons[reason], left / size, tolerance);
}

void require_solved(KSP solver, const std::string& prefix) {
  const std::string why = why_unsolved(solver);
  if (!why.empty()) core::numerics_error("linear solve ({}) failed {}", prefix, why);
}

std::optional<PetscInt> negative_pivots(KSP solver) {
  Mat factor = nullptr;
  if (!is_mumps(solver, &factor)) return {};
  MatFactorType type = MAT_FACTOR_NONE;
  check(MatGetFactorType(factor, &type));
  if (type != MAT_FACTOR_CHOLESKY) return {};
  PetscInt count = 0;
  check(MatMumpsGetInfog(factor, 12, &count));
  return count;
}

double factor_entries(KSP solver) {
  Mat factor = nullptr;
  if (!is_mumps(solver, &factor)) return 0;
  PetscInt entries = 0;
  check(MatMumpsGetInfog(factor, 29, &entries));
  return entries >= 0 ? static_cast<double>(entries) : -1e6 * static_cast<double>(entries);
}

}  // namespace sparkdyn::linear
