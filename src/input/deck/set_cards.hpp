// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// *NSET and *ELSET: numbers, ranges (GENERATE) and other sets.

#include <vector>

#include "builder.hpp"

namespace sparkdyn::input::deck {

/// Groups are sorted and hold nothing twice.
void add_to_group(std::vector<structure::Index>& group, std::vector<structure::Index> added);

void read_node_set(const Block& block, Builder& builder);
void read_cell_set(const Block& block, Builder& builder);

}  // namespace sparkdyn::input::deck
