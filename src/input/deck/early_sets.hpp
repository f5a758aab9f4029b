// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Sets that *NFILL, *NCOPY and *ELCOPY work on. Sets are read after all nodes and elements are
// there, but these keywords make nodes and elements: what stands before them in the deck is read
// when they ask for it, as Abaqus reads a deck from the top.

#include <string_view>
#include <vector>

#include "builder.hpp"

namespace sparkdyn::input::deck {

/// The nodes that the set has where `asker` stands, ascending by their numbers: what *NFILL pairs.
std::vector<structure::Index> early_node_set(const Block& asker, const std::string& name,
                                             Builder& builder);
/// The elements, in the order in which they were defined.
std::vector<structure::Index> early_cell_set(const Block& asker, const std::string& name,
                                             Builder& builder);

}  // namespace sparkdyn::input::deck
