// SPDX-License-Identifier: BSD-3-Clause
#include "competitor.hpp"

#include <petscts.h>

#include "integrate/generalized_alpha.hpp"
#include "integrate/spark_stepper.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::benchmarks {
namespace {

using core::check;

class OfThisCode final : public Competitor {
 public:
  OfThisCode(const mechanics::System& system, std::unique_ptr<integrate::Stepper> stepper, double h)
      : stepper_(std::move(stepper)),
        state_{0.0, system.make_displacement(), system.make_displacement()},
        h_(h) {
    stepper_->prepare(state_, h_);
  }

  void step() override {
    const auto result = stepper_->step(state_, h_);
    if (!result.done) core::numerics_error("{}", result.cause);
  }
  double displacement(PetscInt dof) const override { return core::entry(state_.q, dof); }

 private:
  std::unique_ptr<integrate::Stepper> stepper_;
  mechanics::State state_;
  double h_;
};

using TimeStepper = core::Handle<TS, core::PetscDestroy<TS, TSDestroy>>;

class OfPetsc final : public Competitor {
 public:
  OfPetsc(const mechanics::System& system, double rho_infinity, double h) : system_(&system) {
    const auto& K = system.terms().at(0).parts.at(0).matrix;
    check(MatDuplicate(*K, MAT_COPY_VALUES, jacobian_.out()));
    // Cholesky must know without looking; MUMPS then keeps one triangle, as for ours.
    check(MatSetOption(jacobian_, MAT_SYMMETRIC, PETSC_TRUE));
    check(MatSetOption(jacobian_, MAT_SPD, PETSC_TRUE));
    check(TSCreate(system.comm(), ts_.out()));
    check(TSSetType(ts_, TSALPHA2));
    check(TSAlpha2SetRadius(ts_, rho_infinity));
    q_ = system.make_displacement(), v_ = system.make_displacement();
    residual_ = system.make_displacement();
    check(TSSetI2Function(ts_, residual_, evaluate, this));
    check(TSSetI2Jacobian(ts_, jacobian_, jacobian_, form, this));
    check(TS2SetSolution(ts_, q_, v_));
    check(TSSetTimeStep(ts_, h));
    check(TSSetMaxTime(ts_, 1e30));
    check(TSSetMaxSteps(ts_, 1 << 30));
    check(TSSetExactFinalTime(ts_, TS_EXACTFINALTIME_STEPOVER));
    TSAdapt adapt = nullptr;
    check(TSGetAdapt(ts_, &adapt));
    check(TSAdaptSetType(adapt, TSADAPTNONE));
    solve_once();
    check(TSSetUp(ts_));
    check(TSStep(ts_));
    kept_ = factorizations_;
  }

  void step() override {
    check(TSStep(ts_));
    if (factorizations_ != kept_)
      core::numerics_error("TSALPHA2 factored again: it would be compared unfairly");
  }
  double displacement(PetscInt dof) const override {
    Vec q = nullptr;
    check(TSGetSolution(ts_, &q));
    return core::entry(q, dof);
  }

 private:
  /// The system is linear: one residual and one solve, no norms. TSALPHA2 takes the new velocity
  /// and acceleration from the last evaluation, so there has to be one at the end.
  void solve_once() {
    SNES snes = nullptr;
    KSP ksp = nullptr;
    PC pc = nullptr;
    check(TSGetSNES(ts_, &snes));
    check(SNESSetType(snes, SNESNEWTONLS));
    SNESLineSearch search = nullptr;
    check(SNESGetLineSearch(snes, &search));
    check(SNESLineSearchSetType(search, SNESLINESEARCHBASIC));
    check(SNESSetTolerances(snes, 0, 0, 0, 1, PETSC_DEFAULT));
    check(SNESSetConvergenceTest(snes, SNESConvergedSkip, nullptr, nullptr));
    check(SNESGetKSP(snes, &ksp));
    check(KSPSetType(ksp, KSPPREONLY));
    check(KSPGetPC(ksp, &pc));
    check(PCSetType(pc, PCCHOLESKY));
    check(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
  }

  static PetscErrorCode evaluate(TS, PetscReal t, Vec U, Vec V, Vec A, Vec R, void* context) {
    auto& self = *static_cast<OfPetsc*>(context);
    PetscFunctionBeginUser;
    // Nobody looks at the residual at the end: its products are spared.
    if (std::exchange(self.solved_, false)) PetscFunctionReturn(0);
    PetscCall(MatMult(*self.system_->mass(), A, R));
    try {
      self.system_->add_internal(1.0, U, self.system_->damped() ? V : nullptr, R);
      self.system_->add_load(t, -1.0, R);
    } catch (const core::Error&) {
      PetscFunctionReturn(PETSC_ERR_LIB);
    }
    PetscFunctionReturn(0);
  }

  /// K + shift_V·C + shift_A·M. A matrix that is not touched keeps its state, and PETSc its
  /// factors.
  static PetscErrorCode form(TS, PetscReal, Vec, Vec, Vec, PetscReal shift_V, PetscReal shift_A,
                             Mat, Mat P, void* context) {
    auto& self = *static_cast<OfPetsc*>(context);
    PetscFunctionBeginUser;
    self.solved_ = true;
    if (shift_V == self.shift_V_ && shift_A == self.shift_A_) PetscFunctionReturn(0);
    self.shift_V_ = shift_V, self.shift_A_ = shift_A;
    PetscCall(MatZeroEntries(P));
    for (const auto& term : self.system_->terms())
      for (const auto& part : term.parts)
        PetscCall(MatAXPY(P, part.factor * (term.kind == mechanics::Kind::elastic ? 1.0 : shift_V),
                          *part.matrix, SAME_NONZERO_PATTERN));
    PetscCall(MatAXPY(P, shift_A, *self.system_->mass(), SAME_NONZERO_PATTERN));
    ++self.factorizations_;
    PetscFunctionReturn(0);
  }

  const mechanics::System* system_;
  core::Matrix jacobian_;
  core::Vector q_, v_, residual_;
  TimeStepper ts_;
  double shift_V_ = -1, shift_A_ = -1;
  bool solved_ = false;
  int factorizations_ = 0, kept_ = 0;
};

}  // namespace

Entry spark(int stages, double rho_infinity) {
  const auto make = [=](const mechanics::System& system, double h) {
    auto mass = std::make_shared<stage::MassSolver>(system);
    return std::make_unique<OfThisCode>(
        system,
        std::make_unique<integrate::SparkStepper>(
            system,
            integrate::gauss_method(system, stages, tableau::GaussSplitting::uniform(rho_infinity)),
            mass),
        h);
  };
  return {fmt::format("SPARK, s = {}", stages), 2 * stages - 1, make};
}

Entry generalized_alpha(double rho_infinity) {
  const auto make = [=](const mechanics::System& system, double h) {
    auto mass = std::make_shared<stage::MassSolver>(system);
    return std::make_unique<OfThisCode>(
        system,
        std::make_unique<integrate::AlphaStepper>(
            system, integrate::AlphaParameters::generalized_alpha(rho_infinity), mass),
        h);
  };
  return {"generalized-alpha", 2, make};
}

Entry tsalpha2(double rho_infinity) {
  return {"TSALPHA2", 2, [=](const mechanics::System& system, double h) {
            return std::make_unique<OfPetsc>(system, rho_infinity, h);
          }};
}

}  // namespace sparkdyn::benchmarks
