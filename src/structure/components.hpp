// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Small questions about sets of components.

#include <array>
#include <bit>
#include <cstdint>

#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::structure {

/// How many components there are: a table, because std::popcount is a library call on plain x86-64.
inline int count_of(ComponentMask set) {
  static constexpr auto table = [] {
    std::array<std::int8_t, all_components + 1> counts{};
    for (unsigned mask = 0; mask < counts.size(); ++mask)
      counts[mask] = static_cast<std::int8_t>(std::popcount(mask));
    return counts;
  }();
  return table[set];
}

/// How many components of the set come before this one.
inline int place_in(ComponentMask set, int component) {
  return count_of(static_cast<ComponentMask>(set & ((1 << component) - 1)));
}

inline bool contains(ComponentMask set, int component) {
  return (set >> component) & 1;
}

/// Unknowns of a node of a nonlinear model: displacements, and three directors for rotations.
inline int unknowns_of(ComponentMask set) {
  constexpr int displacements = 3, directors = 9;
  return set == 0 ? 0 : displacements + ((set & ~translations) != 0 ? directors : 0);
}

/// "x", …, "rotation z".
const char* component_name(int component);

}  // namespace sparkdyn::structure
