// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Names of groups are short and stand for many nodes: a small file that repeats them could ask for
// any amount of memory. What names stand for is counted, and has a limit that no model comes near.

#include <cstddef>

#include <fmt/format.h>

#include <string>

namespace sparkdyn::input {

class Expansion {
 public:
  /// False when the total goes beyond most(), for a mesh of so many nodes and cells.
  bool spend(std::size_t members, std::size_t entities) {
    spent_ += members;
    return spent_ <= most(entities);
  }
  static std::size_t most(std::size_t entities) { return 10'000'000 + 200 * entities; }
  /// The end of a message.
  static std::string complaint(std::size_t entities) {
    return fmt::format(
        "the names of groups up to here stand for more than {} nodes and elements in all, 200 for "
        "each one there is and ten million; name smaller groups, or name them less often",
        most(entities));
  }

 private:
  std::size_t spent_ = 0;
};

}  // namespace sparkdyn::input
