// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/mechanics/quantity.hpp"

#include <array>

namespace sparkdyn::mechanics {

std::string_view name(Quantity quantity) {
  constexpr std::array<std::string_view, 7> names{
      "displacement", "velocity", "acceleration", "multiplier", "reaction", "directors", "field"};
  return names[static_cast<std::size_t>(quantity)];
}

}  // namespace sparkdyn::mechanics
