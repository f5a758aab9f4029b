// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// G q = c(t): the rows of G over the free components, and c one vector per amplitude.

#include <optional>

#include "sparkdyn/mechanics/system.hpp"
#include "sparkdyn/structure/distributed.hpp"

namespace sparkdyn::structure {

/// Nothing when no rank has a row. @note Collective.
std::optional<mechanics::Constraint> constraint_rows(const Distributed& structure,
                                                     const LocalConditions& conditions);

}  // namespace sparkdyn::structure
