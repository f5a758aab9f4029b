// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// y ← y + Σ_i w_i V_i, in one pass over y.

#include <vector>

#include "sparkdyn/linear/block_operator.hpp"

namespace sparkdyn::stage {

inline void add_stages(const tableau::Vector& weights, const linear::BlockVector& x, Vec y) {
  std::vector<Vec> stages;
  for (Eigen::Index i = 0; i < weights.size(); ++i)
    stages.push_back(x.velocity(static_cast<int>(i)));
  core::check(VecMAXPY(y, static_cast<PetscInt>(stages.size()), weights.data(), stages.data()));
}

}  // namespace sparkdyn::stage
