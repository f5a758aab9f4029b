// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/linear/wish.hpp"

#include <array>

namespace sparkdyn::linear {

std::string_view name(Strategy strategy) {
  constexpr std::array<std::string_view, 5> names{"auto", "decoupled", "monolithic", "krylov",
                                                  "multigrid"};
  return names[static_cast<std::size_t>(strategy)];
}

std::string_view name(Placement placement) {
  constexpr std::array<std::string_view, 4> names{"auto", "single", "groups", "spread"};
  return names[static_cast<std::size_t>(placement)];
}

}  // namespace sparkdyn::linear
