// SPDX-License-Identifier: BSD-3-Clause
// (Y, Ȳ) leave the Jacobian: the first rows give them in terms of Z.

#include "small_blocks.hpp"
#include "stage_equations.hpp"

namespace sparkdyn::dae {

using Eigen::Index;
using Eigen::MatrixXd;

// d(Y, Ȳ) = first_map · dZ from rows 1, put into rows 2.
bool StageEquations::eliminate_first(double h, Scope scope) {
  if (positions_are_sums()) {
    first_is_identity_ = true;
    eliminate_sums(h, scope);
    return true;
  }
  first_is_identity_ = system_.position_is_identity();
  for (const TermInfo& term : system_.velocity_terms()) {
    if (term.depends_on_y) first_is_identity_ = false;
  }
  first_map_ = -first_Z_;
  if (!first_is_identity_ && n_ > 0) {
    first_factors_.compute(first_own_.topRows(s_ * n_));
    first_map_.topRows(s_ * n_) = first_factors_.solve(-first_Z_.topRows(s_ * n_));
    MatrixXd points = first_map_.bottomRows(P_ * n_) -
                      first_own_.bottomRows(P_ * n_) * first_map_.topRows(s_ * n_);
    for (Index i = 0; i < static_cast<Index>(position_inverse_.size()); ++i) {
      points.middleRows(i * n_, n_) = position_inverse_[i] * points.middleRows(i * n_, n_).eval();
    }
    first_map_.bottomRows(P_ * n_) = points;
    if (!first_map_.allFinite()) return false;
  }
  second_own_.leftCols(s_ * p_) += second_first_ * first_map_;
  return true;
}

// Does the same for dY_i = h Σ a_ij dZ_j, block by block where there is anything.
void StageEquations::eliminate_sums(double h, Scope scope) {
  const Layout rows = layout(scope);
  const Coefficients& a = velocity_[0];
  // One factor per stage, or one per stage and component.
  const auto add = [&](Index row, Index count, Index column, bool single, auto&& weight) {
    if (count == 0) return;
    for (Index k = 0; k < s_; ++k) {
      for (Index l = 0; l < n_; l += single ? n_ : 1) {
        const auto block = second_first_.block(row, column * n_ + l, count, single ? n_ : 1);
        add_scaled(h * weight(k, l), block, second_own_, row, k * p_ + l);
      }
    }
  };
  const Index mg = system_.sizes().holonomic;
  const Index from_w = rows.w;
  for (Index j = 0; j < s_; ++j) {
    const auto weight = [&](Index k, Index l) { return a.of_component[a.single ? 0 : l](j, k); };
    add(0, s_ * p_, j, a.single, weight);
    add(from_w, rows.rows - from_w, j, a.single, weight);
  }
  for (Index i = 0; i < P_; ++i) {
    const auto weight = [&](Index k, Index) { return method_.point_rows(i, k); };
    if (method_.reaction_points == ReactionPoints::points) add(0, s_ * p_, s_ + i, true, weight);
    if (i < method_.constrained_points) add(rows.g + i * mg, mg, s_ + i, true, weight);
    add(from_w, rows.rows - from_w, s_ + i, true, weight);
  }
}

}  // namespace sparkdyn::dae
