// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The linear dependences of sparse rows: row_d = Σ_k c_k row_k over independent rows k.

#include <span>
#include <vector>

#include "sparkdyn/structure/equation.hpp"

namespace sparkdyn::structure {

struct Dependence {
  struct Term {
    int row = 0;
    double coefficient = 0;  ///< of the rows as given
    double relative = 0;     ///< of the rows scaled to length 1
  };
  int row = 0;
  std::vector<Term> terms;  ///< ascending rows, none of them dependent
};

/// One for each row of a maximal set of rows that can be left out, ascending; rows that come later
/// are preferred for it.
std::vector<Dependence> find_dependences(std::span<const Equation> rows);

}  // namespace sparkdyn::structure
