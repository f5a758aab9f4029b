// SPDX-License-Identifier: BSD-3-Clause
#include "replicated_factor.hpp"

#include <Eigen/SparseLU>
#include <algorithm>

#include "core/gather.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::linear {
// MUMPS on one rank still asks MPI for messages at every node of its tree.
template <typename Scalar>
struct ReplicatedFactor<Scalar>::Factor {
  Eigen::SparseLU<Eigen::SparseMatrix<Scalar>> lu;
};

template <typename Scalar>
ReplicatedFactor<Scalar>::ReplicatedFactor(MPI_Comm comm, int local_rows,
                                           const Triplets<Scalar>& entries)
    : comm_(comm), local_rows_(local_rows), factor_(std::make_unique<Factor>()) {
  core::RankShares all(comm, static_cast<std::size_t>(local_rows));
  counts_ = std::move(all.counts);
  starts_ = std::move(all.starts);
  const auto rows = core::gather_everywhere(comm, entries.rows),
             columns = core::gather_everywhere(comm, entries.columns);
  const auto values = core::gather_everywhere(comm, entries.values);
  std::vector<Eigen::Triplet<Scalar>> triplets;
  triplets.reserve(rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k)
    triplets.emplace_back(rows[k], columns[k], values[k]);
  core::collectively(comm, [&] {
    Eigen::SparseMatrix<Scalar> matrix(starts_.back(), starts_.back());
    matrix.setFromTriplets(triplets.begin(), triplets.end());
    factor_->lu.compute(matrix);
    if (factor_->lu.info() != Eigen::Success)
      core::numerics_error("factorization failed: the matrix is singular");
  });
}

template <typename Scalar>
ReplicatedFactor<Scalar>::~ReplicatedFactor() = default;

template <typename Scalar>
void ReplicatedFactor<Scalar>::solve(std::span<Scalar> x, int count) const {
  const int size = starts_.back(), first = starts_[core::rank(comm_)];
  Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic> all(size, count);
  for (int k = 0; k < count; ++k)
    MPI_Allgatherv(x.data() + static_cast<std::size_t>(k) * local_rows_, local_rows_,
                   core::mpi_type<Scalar>(), all.col(k).data(), counts_.data(), starts_.data(),
                   core::mpi_type<Scalar>(), comm_);
  all = factor_->lu.solve(all).eval();
  for (int k = 0; k < count; ++k)
    std::copy_n(all.col(k).data() + first, local_rows_,
                x.data() + static_cast<std::size_t>(k) * local_rows_);
}

template class ReplicatedFactor<double>;
template class ReplicatedFactor<std::complex<double>>;

}  // namespace sparkdyn::linear
