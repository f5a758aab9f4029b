// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The element that a user calls by this name.

#include <string_view>

#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::structure {

inline const Element& element(std::string_view name) {
  return *elements()[static_cast<std::size_t>(find_element(name))];
}

}  // namespace sparkdyn::structure
