// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The structure once more on each of several groups of ranks, with multigrid spaces of its own, so
// that the independent systems of a step are iterated at the same time. Members hold the rows of
// whole ranks in their order (core/group.hpp): numbers of unknowns stay, nodes stay on one rank.

#include <memory>
#include <optional>
#include <vector>

#include "linear/multigrid_spaces.hpp"
#include "linear/rank_group.hpp"

namespace sparkdyn::linear {

class GroupSpaces {
 public:
  /// Every rank must be in one of the groups, and in no two different ones. Matrices are sent;
  /// spaces are built when asked for. @note Collective.
  GroupSpaces(const Operators& whole, const std::vector<RankGroup>& groups);

  const std::vector<RankGroup>& groups() const { return groups_; }
  /// Of this rank's group; its matrices in the order of those of the whole structure.
  const std::shared_ptr<MultigridSpaces>& mine() const { return mine_; }

 private:
  Operators copy(const Operators& whole);

  std::vector<RankGroup> groups_;
  /// Of this rank's group; its communicator must outlive all that PETSc made on it.
  std::optional<GroupExchange> exchange_;
  std::vector<core::Vector> motions_;
  std::shared_ptr<MultigridSpaces> mine_;
};

}  // namespace sparkdyn::linear
