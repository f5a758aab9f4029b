// SPDX-License-Identifier: BSD-3-Clause
#include "stage/rank_one.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/clock.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::stage {
namespace {

using core::check;

constexpr double same_form = 1e-12;
/// Vectors that are kept. Twenty are more than a spectrum two wide ever needs.
constexpr int most_vectors = 100;
/// Of a correction of what the true residual shows: a few digits are enough.
constexpr double correction_tolerance = 1e-3;

bool alike(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         (a.size() == 0 || (a - b).cwiseAbs().maxCoeff() <= same_form * a.cwiseAbs().maxCoeff());
}

/// The column of all differences that is largest beside its own matrix.
Vector direction_of(const std::vector<Matrix>& differences, const std::vector<double>& sizes) {
  Vector p;
  double largest = 0;
  for (std::size_t k = 0; k < differences.size(); ++k)
    for (Eigen::Index j = 0; sizes[k] > 0 && j < differences[k].cols(); ++j) {
      const double size = differences[k].col(j).norm();
      if (size <= largest * sizes[k]) continue;
      largest = size / sizes[k];
      p = differences[k].col(j) / size;
    }
  return p;
}

}  // namespace

std::optional<RankOneChange> rank_one_change(const BlockOperator& op,
                                             const BlockOperator& surrogate) {
  if (op.terms().size() != surrogate.terms().size() ||
      op.velocity_blocks() != surrogate.velocity_blocks() || !alike(op.L(), surrogate.L()) ||
      !alike(op.E(), surrogate.E()))
    return {};
  std::vector<Matrix> differences;
  std::vector<double> sizes;
  for (std::size_t k = 0; k < op.terms().size(); ++k) {
    const auto &mine = op.terms()[k], &other = surrogate.terms()[k];
    if (mine.B->get() != other.B->get()) return {};
    differences.push_back(mine.X - other.X);
    sizes.push_back(mine.X.norm());
  }
  RankOneChange change{direction_of(differences, sizes), {}};
  if (change.p.size() == 0) change.p = Vector::Unit(op.velocity_blocks(), 0);
  for (std::size_t k = 0; k < differences.size(); ++k) {
    Vector row = differences[k].transpose() * change.p;
    if ((differences[k] - change.p * row.transpose()).norm() > same_form * sizes[k]) return {};
    if (row.norm() <= same_form * sizes[k]) row.setZero();
    change.rows.push_back(std::move(row));
  }
  return change;
}

/// What one solve finds out: coefficients of the basis, and products of the images.
struct RankOneSolver::Krylov {
  Matrix H, products;
  double start = 0;        // |R V⁰|
  double motion = 0;       // |V⁰|
  double change = 0;       // |V_k − V_k−1|
  bool exhausted = false;  // the space holds the solution
  Vector y;

  /// The y of least residual with k + 1 vectors, and how far it moves V from the last one.
  void minimise(Eigen::Index k) {
    Matrix right = Matrix::Zero(k + 2, 1);
    right(0, 0) = start;
    Vector next = tableau::least_squares(Matrix(H.topLeftCorner(k + 2, k + 1)), right).col(0);
    Vector moved = next;
    moved.head(y.size()) -= y;
    const double square = moved.dot(products.topLeftCorner(k + 1, k + 1) * moved);
    change = std::sqrt(std::max(square, 0.0));
    y = std::move(next);
  }
};

std::unique_ptr<RankOneSolver> RankOneSolver::make(const mechanics::System& system,
                                                   const StageSystem& stages,
                                                   const Coefficients& surrogate,
                                                   const std::shared_ptr<MassSolver>& mass,
                                                   const BlockSolvers& solvers) {
  if (stages.closing() == Closing::coupled) return nullptr;
  auto uniform = std::make_unique<StageSystem>(system, surrogate, stages.h(), stages.closing(),
                                               mass, stages.around());
  auto change = rank_one_change(stages.op(), uniform->op());
  auto form = DecoupledSolver::analyse(uniform->op());
  if (!change || !form) return nullptr;
  return std::unique_ptr<RankOneSolver>(new RankOneSolver(
      stages, std::move(uniform), std::move(*change), std::move(*form), solvers, mass->plan()));
}

RankOneSolver::RankOneSolver(const StageSystem& stages, std::unique_ptr<StageSystem> surrogate,
                             RankOneChange change, Decoupling form, const BlockSolvers& solvers,
                             const linear::SolverPlan& plan)
    : op_(&stages.op()),
      surrogate_(std::move(surrogate)),
      change_(std::move(change)),
      solver_(std::make_unique<DecoupledSolver>(surrogate_->op(), std::move(form), solvers)),
      tolerance_(plan.tolerance_or_default()),
      max_iterations_(plan.max_iterations),
      truth_(*op_),
      right_(op_->make_vector()),
      work_(op_->system().make_displacement()) {
  make_scale();
}

/// 1/√ of the diagonal of Σ|X_k|B_k, in which 1 + R Z is nearly symmetric; without a diagonal the
/// mean of the others.
void RankOneSolver::make_scale() {
  scale_ = op_->system().make_displacement();
  for (const auto& [X, B] : op_->terms()) {
    check(MatGetDiagonal(*B, work_));
    check(VecAXPY(scale_, X.cwiseAbs().maxCoeff(), work_));
  }
  PetscReal total = 0;
  check(VecNorm(scale_, NORM_1, &total));
  const double mean =
      total > 0 ? total / static_cast<double>(core::row_range(Vec(scale_)).global) : 1;
  const core::WriteArray entries(scale_);
  for (PetscInt i = 0; i < entries.size(); ++i)
    entries[i] = 1 / std::sqrt(entries[i] > 0 ? entries[i] : mean);
}

/// y ← scaled R V.
void RankOneSolver::apply_change(const BlockVector& V, Vec y) {
  check(VecSet(y, 0.0));
  for (std::size_t k = 0; k < change_.rows.size(); ++k) {
    const Vector& row = change_.rows[k];
    if (row.isZero(0)) continue;
    check(VecSet(work_, 0.0));
    for (int j = 0; j < V.velocity_blocks(); ++j) check(VecAXPY(work_, row(j), V.velocity(j)));
    check(MatMultAdd(*op_->terms()[k].B, work_, y, y));
  }
  check(VecPointwiseMult(y, y, scale_));
}

/// The products of the velocities of the k-th image with those before it.
void RankOneSolver::multiply_images(Krylov& space, std::size_t k) {
  const auto column = static_cast<Eigen::Index>(k);
  Vector sum = Vector::Zero(column + 1), one = sum;
  for (int i = 0; i < op_->velocity_blocks(); ++i) {
    std::vector<Vec> all;
    for (std::size_t j = 0; j <= k; ++j) all.push_back(images_[j]->velocity(i));
    check(VecMDot(images_[k]->velocity(i), static_cast<PetscInt>(k + 1), all.data(), one.data()));
    sum += one;
  }
  space.products.col(column).head(column + 1) = sum;
  space.products.row(column).head(column + 1) = sum;
}

BlockVector& RankOneSolver::image(std::size_t k) {
  while (images_.size() <= k) images_.push_back(std::make_unique<BlockVector>(op_->make_vector()));
  while (basis_.size() <= k + 1) basis_.push_back(op_->system().make_displacement());
  return *images_[k];
}

SolveResult RankOneSolver::solve(const BlockVector& rhs, BlockVector& x) {
  const core::Stopwatch watch(times_.solve);
  return truth_.solve(
      rhs, x, [&](const auto& b, auto& y) { return iterate(b, y, tolerance_); },
      [&](const auto& b, auto& y) { return iterate(b, y, correction_tolerance); });
}

/// One more vector of the space: its image under Z, and what 1 + R Z makes of it.
void RankOneSolver::extend(Krylov& space, std::size_t k, SolveResult& result) {
  BlockVector& z = image(k);
  check(VecSet(right_.whole(), 0.0));
  check(VecPointwiseDivide(work_, basis_[k], scale_));  // the basis is of y times the scale
  for (int i = 0; i < right_.velocity_blocks(); ++i)
    check(VecAXPY(right_.velocity(i), change_.p(i), work_));
  const SolveResult solved = solver_->solve(right_, z);
  if (!solved.converged) {
    result.converged = false;
    result.cause = solved.cause;
    return;
  }
  multiply_images(space, k);
  Vec next = basis_[k + 1];
  apply_change(z, next);
  check(VecAXPY(next, 1.0, basis_[k]));
  orthogonalise(space, k, next);
}

/// Twice, which is as good as exactly.
void RankOneSolver::orthogonalise(Krylov& space, std::size_t k, Vec next) {
  const auto column = static_cast<Eigen::Index>(k);
  const std::vector<Vec> others(basis_.begin(), basis_.begin() + column + 1);
  std::vector<double> shares(k + 1);
  for (int pass = 0; pass < 2; ++pass) {
    check(VecMDot(next, static_cast<PetscInt>(k + 1), others.data(), shares.data()));
    for (std::size_t i = 0; i <= k; ++i) {
      space.H(static_cast<Eigen::Index>(i), column) += shares[i];
      shares[i] = -shares[i];
    }
    check(VecMAXPY(next, static_cast<PetscInt>(k + 1), shares.data(),
                   const_cast<Vec*>(others.data())));
  }
  const double left = core::norm(next);
  space.H(column + 1, column) = left;
  space.exhausted = !(left > 1e-15 * space.H.col(column).head(column + 1).norm());
  if (!space.exhausted) check(VecScale(next, 1 / left));
}

/// Ends when the next correction of V is expected to be below the tolerance, from the last one and
/// the rate at which they shrink.
SolveResult RankOneSolver::iterate(const BlockVector& rhs, BlockVector& x, double tolerance) {
  SolveResult result = solver_->solve(rhs, x);
  result.tolerance = tolerance_;
  if (!result.converged) return result;
  result.iterations = 1;
  Krylov space;
  space.motion = velocity_norm(x);
  space.change = space.motion;
  image(0);
  apply_change(x, basis_[0]);
  space.start = core::norm(basis_[0]);
  if (space.start == 0 || space.motion == 0) return result;
  check(VecScale(basis_[0], 1 / space.start));
  const int most = std::min(max_iterations_ - 1, most_vectors);
  space.H = Matrix::Zero(most + 1, most);
  space.products = Matrix::Zero(most, most);
  double before = std::numeric_limits<double>::infinity();
  bool done = false;
  for (int k = 0; k < most && !done; ++k) {
    extend(space, static_cast<std::size_t>(k), result);
    if (!result.converged) return result;
    ++result.iterations;
    space.minimise(k);
    const double rate = std::clamp(space.change / before, 0.1, 0.5);
    done = space.exhausted || space.change * rate / (1 - rate) <= tolerance * space.motion;
    before = space.change;
  }
  for (Eigen::Index k = 0; k < space.y.size(); ++k)
    check(VecAXPY(x.whole(), -space.y(k), images_[static_cast<std::size_t>(k)]->whole()));
  if (done) return result;
  result.converged = false;
  result.cause = fmt::format("{} iterations left a relative correction of {:.1e}, tolerance {:.1e}",
                             result.iterations, space.change / space.motion, tolerance);
  if (space.y.size() > 0)
    result.dof = static_cast<PetscInt>(
        largest_velocity(*images_[static_cast<std::size_t>(space.y.size() - 1)]).index);
  return result;
}

SolverTimes RankOneSolver::times() const {
  return {solver_->times().factor, times_.solve};
}

}  // namespace sparkdyn::stage
