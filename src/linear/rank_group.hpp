// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A group of ranks that works for all: member j of p holds the parts of ranks [jP/p, (j+1)P/p), one
// after another, so what is in the order of the ranks stays in order. Several groups work at the
// same time on what all ranks sent them.

#include <algorithm>
#include <vector>

#include "core/mpi_type.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::linear {

/// Ranks [first, first + count).
struct RankGroup {
  int first = 0;
  int count = 1;
  bool operator==(const RankGroup&) const = default;
};

/// Parts of all ranks to the members of a group and back.
class GroupExchange {
 public:
  /// @note Collective.
  GroupExchange(MPI_Comm comm, RankGroup group);

  MPI_Comm comm() const { return comm_; }
  const RankGroup& group() const { return group_; }
  bool member() const { return !members_.empty(); }
  /// The communicator of the group; null on other ranks.
  MPI_Comm members() const { return members_; }
  /// The ranks whose parts this one holds, in order; none on other ranks.
  const std::vector<int>& clients() const { return clients_; }
  /// Whether this rank is a member that works for itself alone: then nothing is sent.
  bool alone() const { return clients_.size() == 1 && clients_.front() == rank_; }

  /// What each client said. @note Collective.
  std::vector<int> sizes(int mine) const;
  /// parts ← those of the clients, which have these sizes; null on others. @note Collective.
  template <typename T>
  void to_group(const T* mine, int count, const std::vector<int>& sizes, T* parts) const;
  /// The way back. @note Collective.
  template <typename T>
  void to_all(const T* parts, const std::vector<int>& sizes, T* mine, int count) const;

 private:
  /// The member that has this rank's part.
  int holder(int rank) const;

  MPI_Comm comm_;
  RankGroup group_;
  int rank_, ranks_;
  core::Communicator messages_, members_;
  std::vector<int> clients_;
};

template <typename T>
void GroupExchange::to_group(const T* mine, int count, const std::vector<int>& sizes,
                             T* parts) const {
  if (alone()) {
    std::copy_n(mine, count, parts);
    return;
  }
  std::vector<MPI_Request> requests;
  for (std::size_t k = 0; k < clients_.size(); parts += sizes[k], ++k)
    MPI_Irecv(parts, sizes[k], core::mpi_type<T>(), clients_[k], 0, messages_,
              &requests.emplace_back());
  MPI_Isend(mine, count, core::mpi_type<T>(), holder(rank_), 0, messages_,
            &requests.emplace_back());
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

template <typename T>
void GroupExchange::to_all(const T* parts, const std::vector<int>& sizes, T* mine,
                           int count) const {
  if (alone()) {
    std::copy_n(parts, count, mine);
    return;
  }
  std::vector<MPI_Request> requests;
  MPI_Irecv(mine, count, core::mpi_type<T>(), holder(rank_), 0, messages_,
            &requests.emplace_back());
  for (std::size_t k = 0; k < clients_.size(); parts += sizes[k], ++k)
    MPI_Isend(parts, sizes[k], core::mpi_type<T>(), clients_[k], 0, messages_,
              &requests.emplace_back());
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

}  // namespace sparkdyn::linear
