// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a .msh file says, before physical groups become named groups.

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sparkdyn/structure/mesh.hpp"

namespace sparkdyn::input {

using structure::Index;

/// Positions of numbered things. Numbers about as large as their count, which is what Gmsh writes,
/// are looked up in an array.
class NumberIndex {
 public:
  explicit NumberIndex(std::int64_t count = 0) : dense_(2 * count + 1024, -1) {}

  /// False when the number is taken.
  bool add(std::int64_t number, Index position) {
    if (!in_dense(number)) return sparse_.emplace(number, position).second;
    Index& place = dense_[static_cast<std::size_t>(number)];
    if (place >= 0) return false;
    place = position;
    return true;
  }
  /// −1 when there is none.
  Index find(std::int64_t number) const {
    if (in_dense(number)) return dense_[static_cast<std::size_t>(number)];
    const auto found = sparse_.find(number);
    return found == sparse_.end() ? -1 : found->second;
  }

 private:
  bool in_dense(std::int64_t number) const {
    return number >= 0 && static_cast<std::size_t>(number) < dense_.size();
  }
  std::vector<Index> dense_;
  std::unordered_map<std::int64_t, Index> sparse_;
};

/// A dimension (0 points … 3 volumes) and a number: an entity of the geometry or a physical group.
using Tagged = std::pair<int, std::int64_t>;

/// Cells [first, first + count) belong to a physical group.
struct Membership {
  Tagged group;
  Index first = 0;
  Index count = 0;
};

struct GmshRaw {
  structure::Mesh mesh;                 ///< nodes and cells, no groups yet
  std::map<Tagged, std::string> names;  ///< of physical groups
  std::vector<Membership> members;
};

/// Names groups and finds surfaces; drops point cells in no group, with their nodes.
structure::Mesh finish(GmshRaw raw);

}  // namespace sparkdyn::input
