// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// [ P  Gᵀ ] [ x ]   [ f ]
// [ G  0  ] [ y ] = [ g ]   with a real P = Σ_k c_k B_k, for those who have vectors of PETSc's: a
// shifted system (shifted.hpp) solved alone. What an iteration gives leaves only when the true
// residual says so. Without constraints P alone.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "linear/shifted.hpp"
#include "linear/true_residual.hpp"
#include "sparkdyn/linear/wish.hpp"

namespace sparkdyn::linear {

struct SaddleOptions {
  bool with_constraint = true;
  /// Factors are made better by their own residual: MUMPS has been seen to leave relative errors of
  /// 1e-9 to 0.1 where unknowns have no mass, as the angles of joints, without a word.
  bool refined = false;
  bool inertia = false;  ///< the factors must know how many of their pivots are negative
  Placement placement = Placement::automatic;         ///< of the factors: on rank 0 or on all
  std::shared_ptr<MultigridSpaces> spaces = nullptr;  ///< iterate on these instead of factors
  IterativeOptions iterative = {};
};

/// PETSc's options as in ShiftedOptions.
class RealSaddle {
 public:
  /// Throws core::Error (numerics) when the matrix is singular. @note Collective.
  RealSaddle(const Operators& system, const std::vector<WeightedMatrix<double>>& sum,
             const std::string& prefix, const SaddleOptions& options = {});
  ~RealSaddle();
  RealSaddle(RealSaddle&&) noexcept;

  /// g and y are ignored without constraints (pass null). x may be f, y may be g.
  /// Throws core::Error (numerics) when an iteration does not converge. @note Collective.
  void solve(Vec f, Vec g, Vec x, Vec y) { iterate(f, g, x, y, nullptr); }
  /// As solve(), for iterations from a guess of x; returns their number, 0 with factors.
  /// @note Collective.
  int iterate(Vec f, Vec g, Vec x, Vec y, Vec guess);
  double factor_entries() const { return solver_->cost().entries; }
  double memory() const { return solver_->cost().memory; }
  /// Negative eigenvalues of the whole matrix, by Sylvester's law: one per constraint and those of
  /// P on the null space of G. Empty when not asked for, when a matrix is not symmetric, or when
  /// options chose another solver than MUMPS.
  std::optional<PetscInt> negative_eigenvalues() const { return solver_->negative_pivots(); }
  SolverTimes times() const { return solver_->cost().times; }

 private:
  struct Truth;
  void refine(Vec f, Vec g, Vec x, Vec y);
  SolveResult solve_once(Vec f, Vec g, Vec x, Vec y, Vec guess);

  bool constrained_;
  std::string what_;
  std::unique_ptr<Shifted<double>> solver_;
  bool refined_ = false;
  std::unique_ptr<Truth> truth_;  // of solvers that iterate, or whose factors are made better
  std::vector<double> values_, guess_;
};

/// What the factors of one complex matrix [M + σC + σ²K Gᵀ; G 0] would take. @note Collective.
FactorEstimate estimate_complex_factor(const Operators& system);

}  // namespace sparkdyn::linear
