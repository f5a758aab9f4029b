// SPDX-License-Identifier: BSD-3-Clause
#include "linear/rank_group.hpp"

namespace sparkdyn::linear {
namespace {

core::Communicator communicator_of(MPI_Comm comm, RankGroup group) {
  const int rank = core::rank(comm);
  const bool member = rank >= group.first && rank < group.first + group.count;
  MPI_Comm part = MPI_COMM_NULL;
  MPI_Comm_split(comm, member ? 0 : MPI_UNDEFINED, rank, &part);
  return core::Communicator(part);
}

}  // namespace

GroupExchange::GroupExchange(MPI_Comm comm, RankGroup group)
    : comm_(comm),
      group_(group),
      rank_(core::rank(comm)),
      ranks_(core::size(comm)),
      messages_(core::duplicate(comm)),
      members_(communicator_of(comm, group)) {
  if (!member()) return;
  for (int r = 0; r < ranks_; ++r)
    if (holder(r) == rank_) clients_.push_back(r);
}

int GroupExchange::holder(int rank) const {
  return group_.first + static_cast<int>(static_cast<long long>(rank) * group_.count / ranks_);
}

std::vector<int> GroupExchange::sizes(int mine) const {
  std::vector<int> all(clients_.size());
  to_group(&mine, 1, std::vector<int>(clients_.size(), 1), all.data());
  return all;
}

}  // namespace sparkdyn::linear
