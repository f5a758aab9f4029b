// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Which rows of Gq = c(t) follow from others. A row Σ_k c_k·row_k with the same combination of
// values says nothing new and is dropped; with another value it contradicts them.

#include <span>
#include <string>
#include <vector>

#include "sparkdyn/structure/equation.hpp"

namespace sparkdyn::structure {

struct RedundancyReport {
  struct Dropped {
    int row = 0;
    std::vector<int> implied_by;  ///< kept rows that it is a combination of, ascending
  };
  std::vector<int> kept;         ///< independent rows with the same solutions, ascending
  std::vector<Dropped> dropped;  ///< ascending
};

/// Where rows depend on each other, the later ones are dropped. Rows are told apart in a
/// scale-free way: neither the units of components nor factors of rows matter. Values must agree
/// for every amplitude by itself, so equal amplitudes should have equal indices. Throws core::Error
/// (input) that names the rows of a contradiction. On one rank.
RedundancyReport find_redundant(std::span<const Equation> rows);

}  // namespace sparkdyn::structure
