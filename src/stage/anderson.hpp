// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Anderson's acceleration of x ← x + f(x), f the correction of a simplified Newton's method: of the
// last corrections the combination is taken that is smallest,
//   x ← x + f − Σ γ_j (Δx_j + Δf_j),    |f − Σ γ_j Δf_j| → min.
// On linear equations it is GMRES (Walker & Ni, SIAM J. Numer. Anal. 49 (2011) 1715–1735): the few
// directions in which frozen tangents are far off, as near singular positions of a mechanism, cost
// a pass each and do not diverge.

#include <vector>

#include "sparkdyn/stage/solver.hpp"

namespace sparkdyn::stage {

class Anderson {
 public:
  /// Velocities and multipliers count relative to their size.
  explicit Anderson(const BlockOperator& op) : op_(&op) {}

  /// x ← the next iterate; f is the correction at x and is overwritten. @note Collective.
  void advance(BlockVector& x, BlockVector& f);

 private:
  double dot(const BlockVector& a, const BlockVector& b) const;
  void remember(const BlockVector& x, const BlockVector& f);

  const BlockOperator* op_;
  std::vector<BlockVector> moved_, changed_;  ///< Δx, Δf
  std::vector<BlockVector> before_;  ///< x and f of the pass before; empty in the first one
  double velocity_weight_ = 1, multiplier_weight_ = 1;
};

}  // namespace sparkdyn::stage
