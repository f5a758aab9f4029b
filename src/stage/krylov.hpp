// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Flexible GMRES on the block system, preconditioned by the decoupled solver of a uniform surrogate
// (docs/numerics.md §4), see surrogate.hpp. The surrogate's constraint rows are those of the
// operator, so each iterate satisfies the constraints to round-off. The tolerance is on the
// velocities: the last correction P⁻¹(b − Ax), not the residual, whose units mix stiff and soft.
// The surrogate is factored, or solved by multigrid. PETSc options: prefix `stage_krylov_`.

#include <memory>

#include "linear/true_residual.hpp"
#include "stage/decoupled.hpp"
#include "stage/stage_system.hpp"

namespace sparkdyn::stage {

class KrylovSolver final : public Solver {
 public:
  /// The tolerance and the most iterations are those of the plan of `mass`. `stages` must be closed
  /// `coupled`, or `projected` without constraints, or lie on Gauss' nodes, and outlive the solver.
  /// Throws core::Error (numerics) when the surrogate or the mass matrix is singular.
  /// @note Collective.
  KrylovSolver(const mechanics::System& system, const StageSystem& stages,
               const Coefficients& surrogate, std::shared_ptr<MassSolver> mass,
               const BlockSolvers& preconditioner);
  ~KrylovSolver() override;

  SolveResult solve(const BlockVector& rhs, BlockVector& x) override;
  std::string_view name() const override { return "krylov"; }
  double factor_entries() const override;
  SolverTimes times() const override;
  StageSystem& surrogate();
  Solver& surrogate_solver();

 private:
  class Preconditioner;
  struct Shell;
  SolveResult iterate(const BlockVector& rhs, BlockVector& x);
  double measure(const BlockVector& rhs, const BlockVector& x);

  const BlockOperator* op_;
  double tolerance_;
  int max_iterations_;
  std::unique_ptr<Preconditioner> preconditioner_;
  std::unique_ptr<Shell> shell_;
  core::Matrix matrix_;
  core::LinearSolver solver_;
  linear::TrueResidual truth_;
  BlockVector residual_, correction_;
  SolverTimes times_;
};

}  // namespace sparkdyn::stage
