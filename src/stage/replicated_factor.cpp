#include "replicated_factor.hpp"

#include <Eigen/SparseLU>
#include <algorithm>
#include <numeric>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::stage {
namespace {

template <typename Scalar>
MPI_Datatype type() {
  if constexpr (std::is_same_v<Scalar, int>) return MPI_INT;
  if constexpr (std::is_same_v<Scalar, double>) return MPI_DOUBLE;
  return MPI_CXX_DOUBLE_COMPLEX;
}

struct Shares {
  std::vector<int> counts, starts;
};

Shares shares(MPI_Comm comm, int mine) {
  Shares all{std::vector<int>(core::size(comm)), std::vector<int>(core::size(comm) + 1, 0)};
  MPI_Allgather(&mine, 1, MPI_INT, all.counts.data(), 1, MPI_INT, comm);
  std::partial_sum(all.counts.begin(), all.counts.end(), all.starts.begin() + 1);
  return all;
}

template <typename T>
std::vector<T> gather(MPI_Comm comm, const std::vector<T>& mine) {
  const auto all = shares(comm, static_cast<int>(mine.size()));
  std::vector<T> result(all.starts.back());
  MPI_Allgatherv(mine.data(), static_cast<int>(mine.size()), type<T>(), result.data(),
                 all.counts.data(), all.starts.data(), type<T>(), comm);
  return result;
}

}  // namespace

// MUMPS on one rank still asks MPI for messages at every node of its tree.
template <typename Scalar>
struct ReplicatedFactor<Scalar>::Factor {
  Eigen::SparseLU<Eigen::SparseMatrix<Scalar>> lu;
};

template <typename Scalar>
ReplicatedFactor<Scalar>::ReplicatedFactor(MPI_Comm comm, int local_rows,
                                           const core::Triplets<Scalar>& entries)
    : comm_(comm), local_rows_(local_rows), factor_(std::make_unique<Factor>()) {
  auto all = shares(comm, local_rows);
  counts_ = std::move(all.counts);
  starts_ = std::move(all.starts);
  const auto rows = gather(comm, entries.rows), columns = gather(comm, entries.columns);
  const auto values = gather(comm, entries.values);
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
                   type<Scalar>(), all.col(k).data(), counts_.data(), starts_.data(),
                   type<Scalar>(), comm_);
  all = factor_->lu.solve(all).eval();
  for (int k = 0; k < count; ++k)
    std::copy_n(all.col(k).data() + first, local_rows_,
                x.data() + static_cast<std::size_t>(k) * local_rows_);
}

template class ReplicatedFactor<double>;
template class ReplicatedFactor<std::complex<double>>;

}  // namespace sparkdyn::stage
