#include "replicated_factor.hpp"

#include <algorithm>
#include <numeric>

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

template <typename Scalar>
ReplicatedFactor<Scalar>::ReplicatedFactor(
    MPI_Comm comm, int local_rows, const core::Triplets<Scalar>& entries,
    const typename core::MumpsFactor<Scalar>::Options& options)
    : comm_(comm), local_rows_(local_rows) {
  auto all = shares(comm, local_rows);
  const int size = all.starts.back();
  counts_ = std::move(all.counts);
  starts_ = std::move(all.starts);
  size_ = static_cast<std::size_t>(size);
  const core::Triplets<Scalar> every{gather(comm, entries.rows), gather(comm, entries.columns),
                                     gather(comm, entries.values)};
  core::collectively(comm, [&] {
    factor_ =
        std::make_unique<core::MumpsFactor<Scalar>>(MPI_COMM_SELF, size, size, every, options);
  });
}

template <typename Scalar>
void ReplicatedFactor<Scalar>::solve(std::span<Scalar> x, int count) {
  const std::size_t size = size_;
  const int first = starts_[core::rank(comm_)];
  std::vector<Scalar> all(size * count);
  for (int k = 0; k < count; ++k)
    MPI_Allgatherv(x.data() + static_cast<std::size_t>(k) * local_rows_, local_rows_,
                   type<Scalar>(), all.data() + k * size, counts_.data(), starts_.data(),
                   type<Scalar>(), comm_);
  factor_->solve(all, count);
  for (int k = 0; k < count; ++k)
    std::copy_n(all.data() + k * size + first, local_rows_,
                x.data() + static_cast<std::size_t>(k) * local_rows_);
}

template class ReplicatedFactor<double>;
template class ReplicatedFactor<std::complex<double>>;

}  // namespace sparkdyn::stage
