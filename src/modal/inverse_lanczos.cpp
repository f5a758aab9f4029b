// SPDX-License-Identifier: BSD-3-Clause
#include "inverse_lanczos.hpp"

#include <algorithm>
#include <exception>

#include "pencil.hpp"
#include "slepc.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::modal {
namespace {

using core::check;

/// What SLEPc's callback needs. Exceptions may not pass through C: they wait here.
struct Inverse {
  linear::RealSaddle* solver;
  core::Vector zero, multiplier;
  double factor;
  std::exception_ptr failure;
};

PetscErrorCode apply_inverse(PC preconditioner, Vec f, Vec x) {
  void* context = nullptr;
  PCShellGetContext(preconditioner, &context);
  auto& inverse = *static_cast<Inverse*>(context);
  try {
    inverse.solver->solve(f, inverse.zero, x, inverse.multiplier);
    check(VecScale(x, inverse.factor));
    return 0;
  } catch (...) {
    inverse.failure = std::current_exception();
    return PETSC_ERR_LIB;
  }
}

/// The identity in the place of K, of which SLEPc only ever asks the inverse of K − σM, which it is
/// given. The true K it would apply to known vectors, and those K x = 0 it would take out of every
/// answer, in another inner product than that of M.
core::Matrix place_of_stiffness(Mat mass) {
  PetscInt local = 0;
  check(MatGetLocalSize(mass, &local, nullptr));
  core::Matrix matrix;
  check(MatCreateConstantDiagonal(core::comm_of(mass), local, local, PETSC_DETERMINE,
                                  PETSC_DETERMINE, 1.0, matrix.out()));
  return matrix;
}

void use_inverse(EPS solver, Inverse& inverse) {
  ST transform = nullptr;
  KSP linear = nullptr;
  PC preconditioner = nullptr;
  check(EPSGetST(solver, &transform));
  check(STSetType(transform, STSINVERT));
  check(STSetMatMode(transform, ST_MATMODE_SHELL));
  check(STGetKSP(transform, &linear));
  check(KSPSetType(linear, KSPPREONLY));
  check(KSPGetPC(linear, &preconditioner));
  check(PCSetType(preconditioner, PCSHELL));
  check(PCShellSetContext(preconditioner, &inverse));
  check(PCShellSetApply(preconditioner, apply_inverse));
}

void set_up(EPS solver, const LanczosOptions& options) {
  const PetscInt usual = std::max(2 * options.wanted + 1, options.wanted + 20);
  // SLEPc wants one more than is sought; where the range of S M ends it notices itself.
  const PetscInt space = std::min(std::max(options.most, options.wanted + 1), usual);
  check(EPSSetOptionsPrefix(solver, "modes_"));
  check(EPSSetProblemType(solver, EPS_GHEP));
  check(EPSSetType(solver, EPSKRYLOVSCHUR));
  check(EPSSetTarget(solver, -1.0));
  check(EPSSetWhichEigenpairs(solver, EPS_TARGET_MAGNITUDE));
  check(EPSSetDimensions(solver, options.wanted, space, PETSC_DEFAULT));
  check(EPSSetTolerances(solver, options.tolerance, options.max_restarts));
  check(EPSSetPurify(solver, PETSC_FALSE));  // whoever asks applies S M once more anyway
}

std::vector<core::Vector> answers(EPS solver, const mechanics::System& system,
                                  const LanczosOptions& options) {
  EPSConvergedReason reason = EPS_CONVERGED_ITERATING;
  PetscInt converged = 0, restarts = 0;
  check(EPSGetConvergedReason(solver, &reason));
  check(EPSGetConverged(solver, &converged));
  check(EPSGetIterationNumber(solver, &restarts));
  if (reason < 0 && reason != EPS_DIVERGED_BREAKDOWN)
    core::numerics_error(
        "{} of {} modes converged to {} in {} restarts ({}); ask for fewer modes, or give the "
        "search about the lowest frequency above zero to start from",
        converged, options.wanted, options.tolerance, restarts, EPSConvergedReasons[reason]);
  std::vector<core::Vector> vectors;
  for (PetscInt i = 0; i < std::min(converged, options.wanted); ++i) {
    vectors.push_back(system.make_displacement());
    check(EPSGetEigenvector(solver, i, vectors.back(), nullptr));
  }
  return vectors;
}

}  // namespace

std::vector<core::Vector> dominant_vectors(const mechanics::System& system,
                                           linear::RealSaddle& inverse, std::span<const Vec> known,
                                           const LanczosOptions& options) {
  const Slepc slepc;
  // SLEPc takes some sizes as absolute, so it is given a problem without units: M over its mean
  // diagonal, and ω²/|σ| with its target at −1.
  const double mean = core::mean_diagonal(*system.mass()), mass_unit = mean > 0 ? mean : 1.0;
  const core::Matrix mass = core::make_copy(*system.mass());
  check(MatScale(mass, 1.0 / mass_unit));
  const core::Matrix stiffness = place_of_stiffness(mass);
  Inverse context{.solver = &inverse,
                  .zero = system.make_multiplier(),
                  .multiplier = system.make_multiplier(),
                  .factor = mass_unit * -options.shift,
                  .failure = {}};
  EigenSolver solver;
  check(EPSCreate(system.comm(), solver.out()));
  check(EPSSetOperators(solver, stiffness, mass));
  set_up(solver, options);
  use_inverse(solver, context);
  std::vector<Vec> deflated(known.begin(), known.end());
  if (!deflated.empty())
    check(EPSSetDeflationSpace(solver, static_cast<PetscInt>(deflated.size()), deflated.data()));
  const core::Vector start = system.make_displacement();
  fill_by_index(start);
  Vec first = start;
  check(EPSSetInitialSpace(solver, 1, &first));
  check(EPSSetFromOptions(solver));
  const PetscErrorCode code = EPSSolve(solver);
  if (context.failure) std::rethrow_exception(context.failure);
  check(code);
  return answers(solver, system, options);
}

}  // namespace sparkdyn::modal
