// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/stage/solver.hpp"

namespace sparkdyn::stage {

SolveResult Solver::solve_all(std::span<const BlockVector* const> rhs,
                              std::span<BlockVector* const> x) {
  SolveResult all;
  for (std::size_t k = 0; k < rhs.size(); ++k) {
    SolveResult one = solve(*rhs[k], *x[k]);
    one.iterations += all.iterations;
    if (!one.converged) return one;
    all = std::move(one);
  }
  return all;
}

}  // namespace sparkdyn::stage
