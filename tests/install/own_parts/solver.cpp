// SPDX-License-Identifier: BSD-3-Clause
// A solver of one's own for the equations of the stages: PETSc's GMRES on the operator as it is. It
// gives what the library's factors give; one that only says it has solved is found out.
#include <algorithm>

#include "sparkdyn/core/runtime.hpp"
#include "sparkdyn/run/own_matrices.hpp"
#include "sparkdyn/run/simulation.hpp"

using namespace sparkdyn;
constexpr PetscInt n = 20;

/// Tridiagonal.
Mat make(double own, double next) {
  Mat matrix;
  PetscInt begin, end;
  MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, n, n, 3, nullptr, 3, nullptr, &matrix);
  MatGetOwnershipRange(matrix, &begin, &end);
  for (PetscInt i = begin; i < end; ++i)
    for (PetscInt j = std::max<PetscInt>(i - 1, 0); j < std::min(i + 2, n); ++j)
      MatSetValue(matrix, i, j, i == j ? own : next, INSERT_VALUES);
  MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY);
  MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY);
  return matrix;
}

/// A chain of masses and springs that is pushed as a whole.
std::shared_ptr<mechanics::System> chain() {
  run::OwnMatrices own{.M = make(1, 0), .K = make(2, -1)};
  own.a = mechanics::expression_amplitude("sin(t)");
  MatCreateVecs(own.M, &own.F, nullptr);
  VecSet(own.F, 1.0);
  auto system = run::make_system(own);
  MatDestroy(&own.M), MatDestroy(&own.K), VecDestroy(&own.F);
  return system;
}

class Gmres final : public stage::Solver {
 public:
  explicit Gmres(const stage::BlockOperator& op) : op_(&op) {
    const stage::BlockVector like = op.make_vector();
    PetscInt local;
    VecGetLocalSize(like.whole(), &local);
    MatCreateShell(op.system().comm(), local, local, PETSC_DETERMINE, PETSC_DETERMINE, this,
                   shell_.out());
    MatShellSetOperation(shell_, MATOP_MULT, reinterpret_cast<void (*)(void)>(&Gmres::multiply));
    KSPCreate(op.system().comm(), solver_.out());
    KSPSetOperators(solver_, shell_, shell_);
    KSPSetType(solver_, KSPGMRES);
    KSPGMRESSetRestart(solver_, 100);
    KSPSetTolerances(solver_, 1e-13, PETSC_DEFAULT, PETSC_DEFAULT, 500);
    PC none;
    KSPGetPC(solver_, &none);
    PCSetType(none, PCNONE);
  }
  stage::SolveResult solve(const stage::BlockVector& rhs, stage::BlockVector& x) override {
    KSPSolve(solver_, rhs.whole(), x.whole());
    KSPConvergedReason reason;
    KSPGetConvergedReason(solver_, &reason);
    return {.converged = reason > 0, .cause = reason > 0 ? "" : "GMRES did not converge"};
  }
  std::string_view name() const override { return "own GMRES"; }
  double factor_entries() const override { return 0; }
  stage::SolverTimes times() const override { return {}; }

 private:
  static PetscErrorCode multiply(Mat shell, Vec x, Vec y) {
    Gmres* self = nullptr;
    MatShellGetContext(shell, &self);
    const int blocks = self->op_->velocity_blocks();
    stage::BlockVector to(y, blocks);
    self->op_->apply(stage::BlockVector(x, blocks), to);
    return 0;
  }
  const stage::BlockOperator* op_;
  core::Matrix shell_;
  core::LinearSolver solver_;
};

/// Says that it has solved, and has not.
class Liar final : public stage::Solver {
 public:
  stage::SolveResult solve(const stage::BlockVector&, stage::BlockVector& x) override {
    VecSet(x.whole(), 0.0);
    return {};
  }
  std::string_view name() const override { return "liar"; }
  double factor_entries() const override { return 0; }
  stage::SolverTimes times() const override { return {}; }
};

struct Outcome {
  bool done;
  std::string cause;
  core::Vector q;
};

Outcome integrated(stage::SolverMaker solver, core::Log& log) {
  const auto system = chain();
  std::vector<mechanics::State> states;
  states.push_back(run::make_state(*system));
  run::Simulation simulation(
      system, std::move(states),
      {.method = run::gauss_lobatto(3, 0.8), .own_solver = std::move(solver), .span = {0, 2, 0.1}},
      log);
  const run::RunReport report = simulation.run().front();
  return {report.done, report.cause, core::make_copy(Vec(simulation.states()[0].q))};
}

int main() {
  const core::Runtime runtime;
  core::Log log(runtime.comm());
  const Outcome factors = integrated({}, log);
  const Outcome own =
      integrated([](const stage::BlockOperator& op) { return std::make_unique<Gmres>(op); }, log);
  const Outcome lie =
      integrated([](const stage::BlockOperator&) { return std::make_unique<Liar>(); }, log);
  core::check(VecAXPY(own.q, -1.0, factors.q));
  const double apart = core::norm_infinity(own.q) / core::norm_infinity(factors.q);
  log.note("{:.1e} from the library's factors; the other one: {}", apart, lie.cause);
  return factors.done && own.done && apart < 1e-10 && !lie.done &&
                 lie.cause.find("does not solve") != std::string::npos
             ? 0
             : 1;
}
