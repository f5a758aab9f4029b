#pragma once
// Small questions about sets of components.

#include <bit>

#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::structure {

/// How many components of the set come before this one.
inline int place_in(ComponentMask set, int component) {
  return std::popcount(static_cast<ComponentMask>(set & ((1 << component) - 1)));
}

inline bool contains(ComponentMask set, int component) {
  return (set >> component) & 1;
}

/// "x", …, "rotation z".
const char* component_name(int component);

}  // namespace sparkdyn::structure
