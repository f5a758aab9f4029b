// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What solves a block system: monolithic, decoupled, krylov or multigrid, one interface.

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/linear/block_operator.hpp"
#include "sparkdyn/linear/solve_result.hpp"

namespace sparkdyn::stage {

using linear::BlockOperator, linear::BlockVector, linear::KroneckerTerm;
using linear::SolveResult, linear::SolverTimes;

/// The largest entry of any velocity block, and the degree of freedom it belongs to.
/// @note Collective.
core::Located largest_velocity(const BlockVector& x);

/// √Σ|V_i|² over the velocity blocks. @note Collective.
double velocity_norm(const BlockVector& x);

/// One interface for all that solve the block system of a step; owns its factors.
class Solver {
 public:
  virtual ~Solver() = default;
  /// x ← operator⁻¹·rhs. On failure x holds nothing useful. @note Collective.
  virtual SolveResult solve(const BlockVector& rhs, BlockVector& x) = 0;
  /// Several right-hand sides with the same factors; by default one after another, and the first
  /// failure ends it. @note Collective.
  virtual SolveResult solve_all(std::span<const BlockVector* const> rhs,
                                std::span<BlockVector* const> x);
  /// Whether a guess saves work.
  virtual bool takes_guess() const { return false; }
  /// As solve(), but x holds a guess of the velocities. @note Collective.
  virtual SolveResult improve(const BlockVector& rhs, BlockVector& x) { return solve(rhs, x); }
  virtual std::string_view name() const = 0;  ///< "decoupled"
  /// Entries of all factors kept, over all ranks.
  virtual double factor_entries() const = 0;
  /// Their bytes: complex entries are twice as long as real ones.
  virtual double factor_bytes() const { return sizeof(double) * factor_entries(); }
  virtual SolverTimes times() const = 0;  ///< where its seconds went
};

/// Makes a solver of a program's own for the equations of one step size; they outlive it. Whatever
/// it solves is judged by the true residual. @note Collective.
using SolverMaker = std::function<std::unique_ptr<Solver>(const BlockOperator&)>;

}  // namespace sparkdyn::stage
