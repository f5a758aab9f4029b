// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Whether x solves the block system A x = b, from b − A x itself. What an iteration calls its
// residual may have been preconditioned, or carried along by a recurrence; a result leaves only
// when this holds. Rows are weighed by their size w_i = Σ_j|a_ij|, so that an error of the
// velocities shows as what it is whether it lies in stiff or in soft parts:
//   |W⁻¹(r − X V − LᵀΛ)| ≤ 100 ε|V|,   |W_G⁻¹(r_c − G V)| ≤ 1e-9 |V|,
// ε being what the solver aimed at for |δV|/|V|, and round-off of the forces that cancel.

#include <functional>
#include <optional>
#include <string>

#include "sparkdyn/linear/block_operator.hpp"
#include "sparkdyn/linear/solve_result.hpp"

namespace sparkdyn::linear {

class TrueResidual {
 public:
  using Solve = std::function<SolveResult(const BlockVector& rhs, BlockVector& x)>;

  /// `op` must outlive this. @note Collective.
  explicit TrueResidual(const BlockOperator& op);

  /// Calls first(rhs, x); what the residual shows then is solved for again with again(residual,
  /// correction) while that helps. Not converged when x still does not hold. @note Collective.
  SolveResult solve(const BlockVector& rhs, BlockVector& x, const Solve& first, const Solve& again);

  /// `given` when x holds to its tolerance, else not converged, with what is left. @note
  /// Collective.
  SolveResult judge(const BlockVector& rhs, const BlockVector& x, SolveResult given);

 private:
  /// What is left relative to what is allowed, of velocities and constraints.
  struct Excess {
    double force = 0, constraint = 0;
    bool holds() const { return force <= 1 && constraint <= 1; }  // false for NaN
    double worst() const { return force > constraint ? force : constraint; }
  };
  Excess measure(const BlockVector& rhs, const BlockVector& x, double tolerance);
  SolveResult refused(SolveResult given, const Excess& excess) const;

  const BlockOperator* op_;
  core::Vector inverse_weights_, inverse_row_weights_;
  BlockVector residual_;
  core::Vector work_n_, work_m_;
  std::optional<BlockVector> correction_;
};

}  // namespace sparkdyn::linear
