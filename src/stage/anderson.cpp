// SPDX-License-Identifier: BSD-3-Clause
#include "stage/anderson.hpp"

#include <Eigen/Eigenvalues>

#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::stage {
namespace {

using core::check;

constexpr std::size_t most = 8;  // pairs that are remembered

double weight(double square) {
  return square > 0 ? 1 / square : 1;
}

}  // namespace

double Anderson::dot(const BlockVector& a, const BlockVector& b) const {
  double velocities = 0, multipliers = 0;
  for (int i = 0; i < a.velocity_blocks(); ++i)
    velocities += core::dot(a.velocity(i), b.velocity(i));
  for (int i = 0; i < a.multiplier_blocks(); ++i)
    multipliers += core::dot(a.multiplier(i), b.multiplier(i));
  return velocity_weight_ * velocities + multiplier_weight_ * multipliers;
}

void Anderson::remember(const BlockVector& x, const BlockVector& f) {
  if (before_.empty()) {
    before_.push_back(op_->make_vector());
    before_.push_back(op_->make_vector());
    double velocities = 0, multipliers = 0;
    for (int i = 0; i < f.velocity_blocks(); ++i)
      velocities += core::dot(f.velocity(i), f.velocity(i));
    for (int i = 0; i < f.multiplier_blocks(); ++i)
      multipliers += core::dot(f.multiplier(i), f.multiplier(i));
    velocity_weight_ = weight(velocities);
    multiplier_weight_ = weight(multipliers);
  } else {
    if (moved_.size() == most) {
      moved_.erase(moved_.begin());
      changed_.erase(changed_.begin());
    }
    moved_.push_back(op_->make_vector());
    changed_.push_back(op_->make_vector());
    check(VecWAXPY(moved_.back().whole(), -1.0, before_[0].whole(), x.whole()));
    check(VecWAXPY(changed_.back().whole(), -1.0, before_[1].whole(), f.whole()));
  }
  core::copy(x.whole(), before_[0].whole());
  core::copy(f.whole(), before_[1].whole());
}

void Anderson::advance(BlockVector& x, BlockVector& f) {
  remember(x, f);
  check(VecAXPY(x.whole(), 1.0, f.whole()));
  const auto count = static_cast<Eigen::Index>(moved_.size());
  if (count == 0) return;
  Eigen::MatrixXd gram(count, count);
  Eigen::VectorXd right(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    right(i) = dot(changed_[at], f);
    for (Eigen::Index j = 0; j <= i; ++j)
      gram(i, j) = gram(j, i) = dot(changed_[at], changed_[static_cast<std::size_t>(j)]);
  }
  // Differences shrink from pass to pass: each counts by its own size.
  const Eigen::VectorXd scale = gram.diagonal().unaryExpr(
      [](double square) { return square > 0 ? 1 / std::sqrt(square) : 0.0; });
  const Eigen::MatrixXd scaled = scale.asDiagonal() * gram * scale.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(scaled);
  if (eigen.info() != Eigen::Success || !scaled.allFinite()) return;
  constexpr double independent = 1e-10;
  const Eigen::VectorXd inverse = eigen.eigenvalues().unaryExpr(
      [](double value) { return value > independent ? 1 / value : 0.0; });
  const Eigen::VectorXd gamma =
      scale.asDiagonal() *
      (eigen.eigenvectors() *
       (inverse.asDiagonal() * (eigen.eigenvectors().transpose() * (scale.asDiagonal() * right))));
  for (Eigen::Index j = 0; j < count; ++j) {
    check(VecAXPY(x.whole(), -gamma(j), moved_[static_cast<std::size_t>(j)].whole()));
    check(VecAXPY(x.whole(), -gamma(j), changed_[static_cast<std::size_t>(j)].whole()));
  }
}

}  // namespace sparkdyn::stage
