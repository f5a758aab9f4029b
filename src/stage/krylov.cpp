// SPDX-License-Identifier: BSD-3-Clause
#include "stage/krylov.hpp"

#include <cmath>
#include <exception>
#include <limits>

#include "core/clock.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::stage {
namespace {

using core::check;

/// How the surrogate is closed: with the constraint rows of what it stands for.
Closing uniform_closing(const StageSystem& stages) {
  return stages.coefficients().interior ? stages.closing() : Closing::uniform;
}

void clear_constraints(BlockVector& x) {
  for (int i = 0; i < x.multiplier_blocks(); ++i) check(VecSet(x.multiplier(i), 0.0));
}

}  // namespace

/// z ← P⁻¹r for the operator P with all terms uniform, closed as the operator is. In the coupled
/// closing M(v₁ − bᵀA⁻¹V) = r₁ − bᵀA⁻¹r_V gives v₁ with one mass solve.
class KrylovSolver::Preconditioner {
 public:
  Preconditioner(const mechanics::System& system, const StageSystem& stages,
                 const Coefficients& surrogate, std::shared_ptr<MassSolver> mass,
                 const BlockSolvers& solvers)
      : mass_(std::move(mass)),
        coupled_(stages.closing() == Closing::coupled),
        stages_(system, surrogate, stages.h(), uniform_closing(stages), mass_, stages.around()),
        right_(stages_.op().make_vector()),
        left_(stages_.op().make_vector()) {
    auto form = DecoupledSolver::analyse(stages_.op());
    if (!form) throw core::Error(core::Failure::internal, "the surrogate does not decouple");
    solver_ = std::make_unique<DecoupledSolver>(stages_.op(), std::move(*form), solvers);
    const Matrix A = uniform_force_matrix(system, stages_.coefficients());
    last_row_ = tableau::solve(Matrix(A.transpose()), Matrix(stages_.coefficients().b));
    step_ = system.make_displacement();
    value_ = system.make_multiplier();
    if (coupled_) mass_->alone();  // a singular mass is found now, not in the first step
  }

  void apply(const BlockVector& r, BlockVector& z) {
    const int s = stages_.coefficients().stages;
    for (int i = 0; i < s; ++i) core::copy(r.velocity(i), right_.velocity(i));
    for (int i = 0; i < r.multiplier_blocks(); ++i)
      core::copy(r.multiplier(i), right_.multiplier(i));
    if (coupled_) {
      core::copy(r.velocity(s), step_);
      for (int i = 0; i < s; ++i) check(VecAXPY(step_, -last_row_(i), r.velocity(i)));
      mass_->alone().solve(step_, nullptr, step_, nullptr);
      check(MatMult(stages_.op().system().G(), step_, value_));
      check(VecAXPY(right_.multiplier(s - 1), -1.0, value_));
    }
    const SolveResult solved = solver_->solve(right_, left_);
    if (!solved.converged) core::numerics_error("the preconditioner failed: {}", solved.cause);
    for (int i = 0; i < s; ++i) core::copy(left_.velocity(i), z.velocity(i));
    for (int i = 0; i < r.multiplier_blocks(); ++i)
      core::copy(left_.multiplier(i), z.multiplier(i));
    if (!coupled_) return;
    core::copy(step_, z.velocity(s));
    for (int i = 0; i < s; ++i) check(VecAXPY(z.velocity(s), last_row_(i), left_.velocity(i)));
  }

  DecoupledSolver& solver() { return *solver_; }
  StageSystem& stages() { return stages_; }

 private:
  std::shared_ptr<MassSolver> mass_;
  bool coupled_;
  StageSystem stages_;
  BlockVector right_, left_;
  std::unique_ptr<DecoupledSolver> solver_;
  Vector last_row_;
  core::Vector step_, value_;
};

/// What PETSc's callbacks see. An exception must not unwind through PETSc: it is kept and thrown
/// again after the solve.
struct KrylovSolver::Shell {
  const BlockOperator* op;
  Preconditioner* preconditioner;
  std::exception_ptr failure;

  template <typename Body>
  PetscErrorCode guarded(Body body) {
    try {
      body();
      return 0;
    } catch (...) {
      failure = std::current_exception();
      return PETSC_ERR_LIB;
    }
  }

  static PetscErrorCode multiply(Mat matrix, Vec x, Vec y) {
    Shell* shell = nullptr;
    MatShellGetContext(matrix, &shell);
    return shell->guarded([&] {
      BlockVector from(x, shell->op->velocity_blocks()), to(y, shell->op->velocity_blocks());
      shell->op->apply(from, to);
      // Iterates satisfy the constraints already; their round-off must not enter the norms.
      clear_constraints(to);
    });
  }

  static PetscErrorCode precondition(PC preconditioner, Vec r, Vec z) {
    Shell* shell = nullptr;
    PCShellGetContext(preconditioner, &shell);
    return shell->guarded([&] {
      BlockVector from(r, shell->op->velocity_blocks()), to(z, shell->op->velocity_blocks());
      shell->preconditioner->apply(from, to);
    });
  }
};

KrylovSolver::KrylovSolver(const mechanics::System& system, const StageSystem& stages,
                           const Coefficients& surrogate, std::shared_ptr<MassSolver> mass,
                           const BlockSolvers& preconditioner)
    : op_(&stages.op()),
      tolerance_(mass->plan().tolerance_or_default()),
      max_iterations_(mass->plan().max_iterations),
      preconditioner_(std::make_unique<Preconditioner>(system, stages, surrogate, std::move(mass),
                                                       preconditioner)),
      shell_(std::make_unique<Shell>(Shell{op_, preconditioner_.get(), nullptr})),
      truth_(*op_),
      residual_(op_->make_vector()),
      correction_(op_->make_vector()) {
  PetscInt local = 0;
  check(VecGetLocalSize(residual_.whole(), &local));
  check(MatCreateShell(system.comm(), local, local, PETSC_DETERMINE, PETSC_DETERMINE, shell_.get(),
                       matrix_.out()));
  check(MatShellSetOperation(matrix_, MATOP_MULT, reinterpret_cast<void (*)()>(&Shell::multiply)));
  check(KSPCreate(system.comm(), solver_.out()));
  check(KSPSetOptionsPrefix(solver_, "stage_krylov_"));
  check(KSPSetOperators(solver_, matrix_, matrix_));
  check(KSPSetType(solver_, KSPFGMRES));
  check(KSPGMRESSetRestart(solver_, std::min(max_iterations_, 100)));
  PC shell = nullptr;
  check(KSPGetPC(solver_, &shell));
  check(PCSetType(shell, PCSHELL));
  check(PCShellSetContext(shell, shell_.get()));
  check(PCShellSetApply(shell, &Shell::precondition));
  check(KSPSetFromOptions(solver_));
}

KrylovSolver::~KrylovSolver() = default;

/// residual ← rhs − A x; returns the size of P⁻¹ residual, which is about the error of x, relative
/// to x in the velocities. The residual's own norm says little: stiff parts lead it.
double KrylovSolver::measure(const BlockVector& rhs, const BlockVector& x) {
  op_->apply(x, residual_);
  check(VecAYPX(residual_.whole(), -1.0, rhs.whole()));
  clear_constraints(residual_);
  preconditioner_->apply(residual_, correction_);
  const double size = velocity_norm(x);
  return size > 0 ? velocity_norm(correction_) / size : 0.0;
}

SolveResult KrylovSolver::solve(const BlockVector& rhs, BlockVector& x) {
  const core::Stopwatch watch(times_.solve);
  return iterate(rhs, x);
}

SolveResult KrylovSolver::iterate(const BlockVector& rhs, BlockVector& x) {
  preconditioner_->apply(rhs, x);
  SolveResult result{.converged = false, .iterations = 2, .cause = ""};
  double change = measure(rhs, x);
  double before = std::numeric_limits<double>::infinity();
  double safety = 0.1;
  while (change > tolerance_ && result.iterations < max_iterations_) {
    const double size = core::norm(residual_.whole());
    if (!(size < 0.5 * before)) break;  // round-off is reached: a whole cycle no longer helps
    before = size;
    const double reduction = std::clamp(safety * tolerance_ / change, 1e-13, 0.1);
    check(KSPSetTolerances(solver_, reduction, PETSC_DEFAULT, PETSC_DEFAULT,
                           max_iterations_ - result.iterations));
    const PetscErrorCode code = KSPSolve(solver_, residual_.whole(), correction_.whole());
    if (shell_->failure) std::rethrow_exception(std::exchange(shell_->failure, nullptr));
    check(code);
    PetscInt iterations = 0;
    check(KSPGetIterationNumber(solver_, &iterations));
    check(VecAXPY(x.whole(), 1.0, correction_.whole()));
    result.iterations += static_cast<int>(iterations) + 1;
    const double earlier = change;
    change = measure(rhs, x);
    // What is left lies in the soft parts, of which the residual's norm sees little.
    if (change > 0.1 * earlier) safety *= 0.01;
  }
  result.converged = change <= tolerance_;
  if (!result.converged) {
    result.cause =
        fmt::format("{} iterations left a relative correction of {:.1e}, tolerance {:.1e}",
                    result.iterations, change, tolerance_);
    preconditioner_->apply(residual_, correction_);
    result.dof = static_cast<PetscInt>(largest_velocity(correction_).index);
  }
  result.tolerance = tolerance_;
  return truth_.judge(rhs, x, std::move(result));
}

StageSystem& KrylovSolver::surrogate() {
  return preconditioner_->stages();
}

Solver& KrylovSolver::surrogate_solver() {
  return preconditioner_->solver();
}

double KrylovSolver::factor_entries() const {
  return preconditioner_->solver().factor_entries();
}

SolverTimes KrylovSolver::times() const {
  return {preconditioner_->solver().times().factor, times_.solve};
}

}  // namespace sparkdyn::stage
