// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// In which order a factorization eliminates the unknowns: nested dissection (METIS) of the graph of
// the matrix, unknowns with the same neighbours taken as one (three or six of a node), so that the
// factors of a solid have few entries. MUMPS takes it as the user's permutation. The order depends
// on the pattern alone and is the same every time.

#include <span>
#include <vector>

namespace sparkdyn::linear {

/// Entries (0-based) of a matrix of n rows; one triangle or both. Rows of constraints have no
/// diagonal: their pivot is zero until one of their neighbours is eliminated.
struct Pattern {
  int n = 0;
  std::span<const int> rows, columns;
  std::span<const char> without_diagonal;  ///< one per row; empty: all have one
};

struct PivotOrder {
  std::vector<int> places;  ///< of every unknown in the order of elimination
  // What symmetric factors take in this order, counted in the elimination tree, not made:
  double entries = 0;     ///< of L
  double operations = 0;  ///< to make them; those of real numbers
};

/// A row without diagonal comes after one of its neighbours at least.
PivotOrder nested_dissection(const Pattern& pattern);

/// Of the unknowns for which `keep` is not zero, in the same order, numbered anew.
std::vector<int> order_of_part(std::span<const int> order, std::span<const char> keep);

}  // namespace sparkdyn::linear
