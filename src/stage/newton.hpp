// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Newton's method with one linearisation for a whole step, x ← x + operator⁻¹ N(x): the factors are
// those of a linear step, and may serve several steps. One pass when everything is linear.

#include "stage/equations.hpp"

namespace sparkdyn::stage {

struct Convergence {
  /// Of the first correction of the velocities, relative to them, where it is the only one.
  double tolerance = 1e-13;
  int most_iterations = 30;
  /// The same of what the contraction of corrections says is left after the last of several: it
  /// has one sign step after step, and must not add up.
  double left = 1e-15;
  /// Where round-off ends the contraction, this much is still taken for converged.
  double good_enough = 1e-10;
  /// The same, of velocities: what positions leave to them where steps are short.
  double round_off = 0;
};

struct NewtonResult {
  SolveResult solved;
  int passes = 0;       ///< solutions by the solver
  int corrections = 0;  ///< of Newton's method: as many, unless each took several solutions
  /// Whether another linearisation is cheaper than going on like this.
  bool slow() const { return passes > 4 && contraction > 0.1; }
  double contraction = 0;  ///< at its worst: the quotient of two corrections, one after the other
};

/// x holds a guess when `guessed`; else it starts from zero multipliers and v₀ at every stage. On
/// failure it holds nothing useful. `residual` is where the equations put theirs.
/// @note Collective.
NewtonResult newton(Equations& equations, Solver& solver, const mechanics::State& state,
                    bool guessed, BlockVector& residual, BlockVector& x,
                    const Convergence& convergence = {});

}  // namespace sparkdyn::stage
