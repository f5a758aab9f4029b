// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Core>
#include <limits>

#include "candidates.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::modal {
namespace {

/// First index whose size comes within 1e-6 of the largest: structures have symmetries, and which
/// of two equal components rounding makes larger must not matter. @note Collective.
PetscInt leading_index(MPI_Comm comm, const Eigen::VectorXd& sizes, PetscInt begin) {
  const double largest = core::maximum(comm, sizes.size() > 0 ? sizes.maxCoeff() : 0.0);
  PetscInt mine = std::numeric_limits<PetscInt>::max();
  for (Eigen::Index i = sizes.size(); i-- > 0;)
    if (sizes(i) >= (1 - 1e-6) * largest) mine = begin + static_cast<PetscInt>(i);
  PetscInt first = 0;
  MPI_Allreduce(&mine, &first, 1, MPIU_INT, MPI_MIN, comm);
  return first;
}

Eigen::MatrixXd columns_of(std::span<Candidate> cluster, core::Vector Candidate::*part) {
  if ((cluster.front().*part).empty()) return Eigen::MatrixXd(0, cluster.size());
  Eigen::MatrixXd result(core::row_range((cluster.front().*part).get()).size(), cluster.size());
  for (std::size_t j = 0; j < cluster.size(); ++j) {
    const core::ReadArray values(cluster[j].*part);
    result.col(j) = Eigen::Map<const Eigen::VectorXd>(values.data(), values.size());
  }
  return result;
}

void put_columns(const Eigen::MatrixXd& columns, std::span<Candidate> cluster,
                 core::Vector Candidate::*part) {
  if ((cluster.front().*part).empty()) return;
  for (std::size_t j = 0; j < cluster.size(); ++j) {
    const core::WriteArray values(cluster[j].*part);
    Eigen::Map<Eigen::VectorXd>(values.data(), values.size()) = columns.col(j);
  }
}

}  // namespace

void make_canonical(MPI_Comm comm, std::span<Candidate> cluster) {
  Eigen::MatrixXd X = columns_of(cluster, &Candidate::x), Y = columns_of(cluster, &Candidate::y);
  const PetscInt begin = core::row_range(cluster.front().x.get()).begin;
  const auto size = static_cast<Eigen::Index>(cluster.size());
  for (Eigen::Index j = 0; j < size; ++j) {
    const Eigen::Index rest = size - j;
    const PetscInt leader = leading_index(comm, X.rightCols(rest).rowwise().norm(), begin);
    Eigen::VectorXd row = Eigen::VectorXd::Zero(rest), all(rest);
    if (leader >= begin && leader < begin + X.rows())
      row = X.row(leader - begin).tail(rest).transpose();
    MPI_Allreduce(row.data(), all.data(), static_cast<int>(rest), MPI_DOUBLE, MPI_SUM, comm);
    // The reflection I − 2ww/w² that takes `all` to a positive multiple of the first unit vector.
    Eigen::VectorXd w = all / all.norm();
    if (rest == 1) {
      X.col(j) *= w(0);
      Y.col(j) *= w(0);
      continue;
    }
    w(0) -= 1;
    if (w.squaredNorm() == 0) continue;
    for (auto* columns : {&X, &Y}) {
      const Eigen::VectorXd along = columns->rightCols(rest) * w * (2 / w.squaredNorm());
      columns->rightCols(rest) -= along * w.transpose();
    }
  }
  put_columns(X, cluster, &Candidate::x);
  put_columns(Y, cluster, &Candidate::y);
}

}  // namespace sparkdyn::modal
