// SPDX-License-Identifier: BSD-3-Clause
#include "linear/multigrid_spaces.hpp"

#include <algorithm>
#include <cmath>

#include "core/clock.hpp"
#include "linear/group_spaces.hpp"
#include "multigrid_levels.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::linear {
namespace {

using core::check;
using core::mean_diagonal;

constexpr PetscInt coarsest_size = 300;
/// Of the mass beside the stiffness in the matrix that coarsening sees: enough for unknowns without
/// stiffness, too little to change the rest.
constexpr double mass_share = 1e-3;
constexpr int lanczos_steps = 16;

/// The same on any number of ranks.
void fill_unevenly(Vec vector) {
  const PetscInt begin = core::row_range(vector).begin;
  const core::WriteArray entries(vector);
  for (PetscInt i = 0; i < entries.size(); ++i)
    entries[i] = std::sin(12.9898 * static_cast<double>(begin + i + 1));
}

/// The largest eigenvalue of S B S, S = D^(−1/2), by Lanczos' method, which also finds modes that
/// constraints leave in a few places, as power iteration does not.
double largest_eigenvalue(Mat B, Vec diagonal) {
  const core::Vector root = core::make_copy(diagonal);
  {
    const core::WriteArray entries(root);
    for (PetscInt i = 0; i < entries.size(); ++i)
      entries[i] = entries[i] > 0 ? 1 / std::sqrt(entries[i]) : 0.0;
  }
  const core::Vector q = core::make_like(root), last = core::make_like(root);
  const core::Vector scaled = core::make_like(root), next = core::make_like(root);
  fill_unevenly(q);
  double size = core::norm(q);
  Eigen::VectorXd alpha(lanczos_steps), beta(lanczos_steps);
  int steps = 0;
  while (steps < lanczos_steps && size > 1e-12) {
    check(VecScale(q, 1 / size));
    check(VecPointwiseMult(scaled, q, root));
    check(MatMult(B, scaled, next));
    check(VecPointwiseMult(next, next, root));
    if (steps > 0) check(VecAXPY(next, -size, last));
    check(VecDot(q, next, &alpha[steps]));
    check(VecAXPY(next, -alpha[steps], q));
    size = core::norm(next);
    beta[steps++] = size;
    core::copy(q, last);
    core::copy(next, q);
  }
  if (steps == 0) return 1;
  return tableau::tridiagonal_eigenvalues(alpha.head(steps), beta.head(steps - 1))
      .cwiseAbs()
      .maxCoeff();
}

/// w·diag(B) ≥ B; the eigenvalue comes from below, hence the margin.
core::Vector diagonal_bound(Mat B) {
  core::Vector diagonal;
  check(MatCreateVecs(B, nullptr, diagonal.out()));
  check(MatGetDiagonal(B, diagonal));
  check(VecAbs(diagonal));
  check(VecScale(diagonal, 1.05 * largest_eigenvalue(B, diagonal)));
  return diagonal;
}

core::LinearSolver make_coarsening(Mat matrix) {
  core::LinearSolver solver;
  check(KSPCreate(core::comm_of(matrix), solver.out()));
  check(KSPSetOptionsPrefix(solver, "multigrid_"));
  check(KSPSetOperators(solver, matrix, matrix));
  PC preconditioner = nullptr;
  check(KSPGetPC(solver, &preconditioner));
  check(PCSetType(preconditioner, PCGAMG));
  check(PCGAMGSetType(preconditioner, PCGAMGAGG));
  check(PCGAMGSetNSmooths(preconditioner, 1));
  // The squared graph of an unknown that many constraints share would couple all with all.
  check(PCGAMGSetAggressiveLevels(preconditioner, 0));
  check(PCGAMGSetCoarseEqLim(preconditioner, coarsest_size));
  check(PCSetFromOptions(preconditioner));
  check(PCSetUp(preconditioner));
  return solver;
}

std::vector<core::Matrix> interpolations_of(KSP solver) {
  PC preconditioner = nullptr;
  check(KSPGetPC(solver, &preconditioner));
  PetscInt levels = 0;
  Mat* matrices = nullptr;
  check(PCGetInterpolations(preconditioner, &levels, &matrices));
  std::vector<core::Matrix> fine_to_coarse;
  for (PetscInt l = levels - 2; l >= 0; --l) fine_to_coarse.emplace_back(matrices[l]);
  check(PetscFree(matrices));
  return fine_to_coarse;
}

MatrixPtr share(core::Matrix matrix) {
  return std::make_shared<const core::Matrix>(std::move(matrix));
}

MatrixPtr galerkin(Mat B, Mat P) {
  core::Matrix product;
  check(MatPtAP(B, P, MAT_INITIAL_MATRIX, PETSC_DEFAULT, product.out()));
  check(MatProductClear(product));  // what it keeps for another product is larger than itself
  return share(std::move(product));
}

}  // namespace

MultigridSpaces::MultigridSpaces(Operators system) : system_(std::move(system)) {}
MultigridSpaces::~MultigridSpaces() = default;

const Elimination* MultigridSpaces::elimination() {
  if (!system_.constrained()) return nullptr;
  if (!elimination_) {
    const core::Stopwatch watch(seconds_);
    // D of the stiffest matrices: what a unit change of an unknown costs.
    const core::Vector diagonal = system_.make_displacement(), other = core::make_like(diagonal);
    const double mass = mean_diagonal(*system_.mass());
    for (const auto& B : system_.matrices) {
      check(MatGetDiagonal(*B, other));
      check(VecAbs(other));
      const double mean = mean_diagonal(*B);
      if (mean > 0)
        check(VecAXPY(diagonal, (B == system_.mass() ? 1e-3 : 1.0) * mass / mean, other));
    }
    elimination_ = std::make_unique<Elimination>(system_, diagonal);
  }
  return elimination_.get();
}

const std::vector<MatrixPtr>& MultigridSpaces::reduced() {
  if (!reduced_.empty()) return reduced_;
  if (!system_.constrained()) {
    reduced_ = system_.matrices;
    return reduced_;
  }
  const core::Matrix T = elimination()->transformation();
  const core::Stopwatch watch(seconds_);
  for (const auto& B : system_.matrices) reduced_.push_back(galerkin(*B, T));
  return reduced_;
}

/// Σ of the stiffnesses and a little mass, with a diagonal for the slaves.
core::Matrix MultigridSpaces::coarsening_matrix() {
  const auto& B = reduced();
  std::vector<double> weight = system_.stiffness;
  double stiffness = 0;
  for (std::size_t k = 0; k < B.size(); ++k)
    if (weight[k] != 0) stiffness += weight[k] * mean_diagonal(*B[k]);
  const double mass = mean_diagonal(*B.front());
  weight.front() += stiffness > 0 && mass > 0 ? mass_share * stiffness / mass : 1.0;
  core::Matrix sum = core::make_copy(B.front()->get());
  check(MatScale(sum, weight.front()));
  for (std::size_t k = 1; k < B.size(); ++k)
    if (weight[k] != 0) check(MatAXPY(sum, weight[k], *B[k], UNKNOWN_NONZERO_PATTERN));
  if (system_.constrained()) {
    const core::RowRange rows = core::row_range(Mat(sum));
    const double fill = mean_diagonal(sum);
    core::Matrix diagonal;
    check(MatCreateAIJ(system_.comm(), rows.size(), rows.size(), PETSC_DETERMINE, PETSC_DETERMINE,
                       1, nullptr, 0, nullptr, diagonal.out()));
    for (const PetscInt slave : elimination_->slaves())
      check(MatSetValue(diagonal, rows.begin + slave, rows.begin + slave, fill, INSERT_VALUES));
    check(MatAssemblyBegin(diagonal, MAT_FINAL_ASSEMBLY));
    check(MatAssemblyEnd(diagonal, MAT_FINAL_ASSEMBLY));
    check(MatAXPY(sum, 1.0, diagonal, DIFFERENT_NONZERO_PATTERN));
  }
  return sum;
}

void MultigridSpaces::build_interpolations() {
  core::Matrix matrix = coarsening_matrix();
  const core::Stopwatch watch(seconds_);
  check(MatSetOption(matrix, MAT_SYMMETRIC, PETSC_TRUE));
  const PetscInt block = system_.node_size;
  check(MatSetBlockSize(matrix, block));
  if (!system_.near_null_space.empty()) {
    std::vector<core::Vector> motions;
    std::vector<Vec> raw;
    for (const auto& given : system_.near_null_space) {
      motions.push_back(core::make_copy(Vec(given)));
      if (elimination_) {
        const core::WriteArray entries(motions.back());
        for (const PetscInt slave : elimination_->slaves()) entries[slave] = 0;
      }
      check(VecSetBlockSize(motions.back(), block));
      raw.push_back(motions.back());
    }
    MatNullSpace space = nullptr;
    check(MatNullSpaceCreate(system_.comm(), PETSC_FALSE, static_cast<PetscInt>(raw.size()),
                             raw.data(), &space));
    const PetscErrorCode code = MatSetNearNullSpace(matrix, space);
    MatNullSpaceDestroy(&space);
    check(code);
  }
  std::vector<core::Matrix> P;
  if (system_.dofs() > coarsest_size) {
    const core::LinearSolver solver = make_coarsening(matrix);
    P = interpolations_of(solver);
  }
  matrix.reset();
  levels_ = std::make_unique<Levels>();
  levels_->all.resize(P.size() + 1);
  levels_->all.front().B = reduced_;
  for (std::size_t l = 0; l <= P.size(); ++l) {
    auto& level = levels_->all[l];
    for (const auto& B : level.B) level.bound.push_back(diagonal_bound(*B));
    if (l == P.size()) break;
    for (const auto& B : level.B) levels_->all[l + 1].B.push_back(galerkin(*B, P[l]));
    level.interpolation = copy_of<float>(P[l]);
    P[l].reset();
  }
}

const MultigridSpaces::Levels& MultigridSpaces::levels() {
  if (!levels_) build_interpolations();
  return *levels_;
}

std::shared_ptr<const GroupSpaces> MultigridSpaces::on(const std::vector<RankGroup>& groups) {
  const core::Stopwatch watch(seconds_);
  if (!groups_ || groups_->groups() != groups)
    groups_ = std::make_shared<const GroupSpaces>(system_, groups);
  return groups_;
}

}  // namespace sparkdyn::linear
