// SPDX-License-Identifier: BSD-3-Clause
#include "stage/newton.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "sparkdyn/core/mpi.hpp"
#include "stage/anderson.hpp"

namespace sparkdyn::stage {
namespace {

using core::check;

/// One pass gives the solution.
NewtonResult solve_linear(Equations& equations, Solver& solver, const mechanics::State& state,
                          bool guessed, BlockVector& rhs, BlockVector& x) {
  equations.right_hand_side(state, rhs);
  return {.solved = guessed ? solver.improve(rhs, x) : solver.solve(rhs, x),
          .passes = 1,
          .corrections = 1};
}

double largest_multiplier(const BlockVector& x) {
  double largest = 0;
  for (int i = 0; i < x.multiplier_blocks(); ++i)
    if (const double size = core::norm_infinity(x.multiplier(i)); !(size <= largest))
      largest = size;  // or what is no number
  return largest;
}

class Iteration {
 public:
  Iteration(Equations& equations, Solver& solver, const mechanics::State& state,
            BlockVector& residual, BlockVector& x, const Convergence& convergence)
      : equations_(equations),
        solver_(solver),
        state_(state),
        residual_(residual),
        x_(x),
        convergence_(convergence),
        correction_(equations.op().make_vector()),
        acceleration_(equations.op()) {}

  NewtonResult run() {
    NewtonResult result;
    double pull_before = std::numeric_limits<double>::infinity();
    double before = 0, ratio_before = 0, smallest = std::numeric_limits<double>::infinity();
    int smallest_at = 0;
    while (result.passes < convergence_.most_iterations) {
      equations_.residual(state_, x_, residual_);
      if (const auto largest = largest_velocity(residual_); !std::isfinite(largest.value))
        return without_forces(std::move(result), largest);
      SolveResult solved = solver_.solve(residual_, correction_);
      result.solved.iterations += solved.iterations;
      result.solved.tolerance = std::max(result.solved.tolerance, solved.tolerance);
      if (!solved.converged) {
        solved.iterations = result.solved.iterations;
        result.solved = std::move(solved);
        return result;
      }
      const auto change = largest_velocity(correction_);
      const double pull = largest_multiplier(correction_);
      if (!std::isfinite(change.value + pull)) return failed(std::move(result), change, 0);
      acceleration_.advance(x_, correction_);
      ++result.passes;
      ++result.corrections;
      if (change.value < 0.7 * smallest) smallest_at = result.passes;
      smallest = std::min(smallest, change.value);
      const double size = std::max(largest_velocity(x_).value, start_);
      // Where constraints fix the motion velocities are right before the multipliers are.
      constexpr double known = 1e-10;
      const bool pulls = pull > known * largest_multiplier(x_) && pull < 0.5 * pull_before;
      pull_before = pull;
      if (result.passes > 1) {
        const double ratio = before > 0 ? change.value / before : 0;
        if (change.value > 10 * convergence_.tolerance * size)
          result.contraction = std::max(result.contraction, ratio);
        // Round-off is reached: another pass would only move it about. Above it a single pass may
        // gain nothing while directions are learned.
        const double floor = ratio_before > 0.5 ? convergence_.good_enough : convergence_.tolerance;
        const double reached = std::max(floor * size, convergence_.round_off);
        if (ratio > 0.5 && change.value <= reached && !pulls) return result;
        constexpr double hopeless = 1e4;
        if (!(change.value < hopeless * smallest) && !(change.value < size))
          return failed(std::move(result), change, size);
        constexpr int patience = 9;  // Anderson's method needs a pass for each direction
        if (result.passes > smallest_at + patience &&
            change.value > std::max(convergence_.good_enough * size, convergence_.round_off))
          return failed(std::move(result), change, size);
        // One quotient says little: the first correction may have been of another kind.
        const double slowest = std::max(ratio, result.passes > 2 ? ratio_before : 0.05);
        if (slowest < 0.5 && change.value * slowest <= (1 - slowest) * convergence_.left * size &&
            !pulls)
          return result;
        ratio_before = ratio;
      }
      const bool at_once = result.passes == 1 && change.value <= convergence_.tolerance * size;
      if ((at_once || change.value == 0) && !pulls) return result;
      before = change.value;
    }
    return failed(std::move(result), largest_velocity(correction_), largest_velocity(x_).value);
  }

 private:
  static NewtonResult without_forces(NewtonResult result, const core::Located& where) {
    result.solved.converged = false;
    result.solved.dof = static_cast<PetscInt>(where.index);
    result.solved.cause =
        fmt::format("forces are no numbers after pass {} of Newton's method", result.passes);
    return result;
  }
  NewtonResult failed(NewtonResult result, const core::Located& change, double size) const {
    result.solved.converged = false;
    result.solved.dof = static_cast<PetscInt>(change.index);
    result.solved.cause = fmt::format(
        "Newton's method does not converge: pass {} still changes velocities by {:.1e} where they "
        "are {:.1e}",
        result.passes, change.value, size);
    return result;
  }

  Equations& equations_;
  Solver& solver_;
  const mechanics::State& state_;
  BlockVector &residual_, &x_;
  const Convergence& convergence_;
  BlockVector correction_;
  Anderson acceleration_;
  double start_ = core::norm_infinity(state_.v);
};

}  // namespace

NewtonResult newton(Equations& equations, Solver& solver, const mechanics::State& state,
                    bool guessed, BlockVector& residual, BlockVector& x,
                    const Convergence& convergence) {
  if (equations.linear()) return solve_linear(equations, solver, state, guessed, residual, x);
  if (!guessed) {
    check(VecSet(x.whole(), 0.0));
    for (int i = 0; i < x.velocity_blocks(); ++i) core::copy(state.v, x.velocity(i));
  }
  return Iteration(equations, solver, state, residual, x, convergence).run();
}

}  // namespace sparkdyn::stage
