// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/stage/solver.hpp"

#include <cmath>

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

double velocity_norm(const BlockVector& x) {
  double sum = 0;
  for (int i = 0; i < x.velocity_blocks(); ++i) sum += std::pow(core::norm(x.velocity(i)), 2);
  return std::sqrt(sum);
}

core::Located largest_velocity(const BlockVector& x) {
  core::Located mine{0, -1};
  for (int i = 0; i < x.velocity_blocks(); ++i) {
    const core::ReadArray values(x.velocity(i));
    const PetscInt begin = core::row_range(x.velocity(i)).begin;
    for (PetscInt k = 0; k < values.size(); ++k)
      if (mine.index < 0 || (!std::isnan(mine.value) && !(std::abs(values[k]) <= mine.value)))
        mine = {std::abs(values[k]), begin + k};
  }
  return core::maximum_location(core::comm_of(x.whole()), mine);
}

}  // namespace sparkdyn::stage
