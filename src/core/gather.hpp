// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Pieces of several lengths, one from each rank, as one array in the order of the ranks.

#include <mpi.h>

#include <numeric>
#include <vector>

#include "core/mpi_type.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::core {

/// How much each rank has and where it begins in the whole; `starts` ends with the total.
struct RankShares {
  std::vector<int> counts, starts;

  /// @note Collective.
  RankShares(MPI_Comm comm, std::size_t mine) : counts(size(comm)), starts(counts.size() + 1, 0) {
    const int count = static_cast<int>(mine);
    MPI_Allgather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, comm);
    std::partial_sum(counts.begin(), counts.end(), starts.begin() + 1);
  }
  int total() const { return starts.back(); }

  /// @note Collective.
  template <typename T>
  void gather(MPI_Comm comm, const T* mine, T* all) const {
    MPI_Allgatherv(mine, counts[rank(comm)], mpi_type<T>(), all, counts.data(), starts.data(),
                   mpi_type<T>(), comm);
  }
};

/// On every rank. @note Collective.
template <typename T>
std::vector<T> gather_everywhere(MPI_Comm comm, const std::vector<T>& mine) {
  const RankShares shares(comm, mine.size());
  std::vector<T> all(shares.total());
  shares.gather(comm, mine.data(), all.data());
  return all;
}

/// On rank 0; empty elsewhere. @note Collective.
template <typename T>
std::vector<T> gather_on_first(MPI_Comm comm, const std::vector<T>& mine) {
  const RankShares shares(comm, mine.size());
  std::vector<T> all(rank(comm) == 0 ? shares.total() : 0);
  MPI_Gatherv(mine.data(), shares.counts[rank(comm)], mpi_type<T>(), all.data(),
              shares.counts.data(), shares.starts.data(), mpi_type<T>(), 0, comm);
  return all;
}

}  // namespace sparkdyn::core
