// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// [ P  Gᵀ ] [ x ]   [ f ]
// [ G  0  ] [ y ] = [ g ]   with P = Σ_k c_k B_k, real or complex, factored once by MUMPS and
// solved often. Without constraints P alone. Real ones can be solved without factors too
// (iterative_saddle.hpp), or by whatever PETSc offers.

#include <complex>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sparkdyn/linear/group_saddle.hpp"
#include "sparkdyn/linear/iterative_saddle.hpp"
#include "sparkdyn/linear/mumps.hpp"
#include "sparkdyn/linear/solve_result.hpp"
#include "sparkdyn/linear/true_residual.hpp"
#include "sparkdyn/linear/weighted_matrix.hpp"

namespace sparkdyn::linear {

struct SaddleOptions {
  bool with_constraint = true;
  bool inertia = false;  ///< the factors must know how many of their pivots are negative
  std::shared_ptr<MultigridSpaces> spaces = nullptr;  ///< iterate on these instead of factors
  IterativeOptions iterative = {};
};

/// Real systems. MUMPS controls come from options `-<prefix>mat_mumps_icntl_<i>`; options
/// `-<prefix>ksp_…` and `-<prefix>pc_…`, e.g. `-mass_ksp_type cg`, make it a KSP of PETSc's. Where
/// factors are on single ranks (placement.hpp) rank 0 has them.
class RealSaddle {
 public:
  /// Throws core::Error (numerics) when the matrix is singular. @note Collective.
  RealSaddle(const Operators& system, const std::vector<WeightedMatrix<double>>& sum,
             const std::string& prefix, SaddleOptions options = {});
  ~RealSaddle();
  RealSaddle(RealSaddle&&) noexcept;

  /// g and y are ignored without constraints (pass null). x may be f, y may be g.
  /// Throws core::Error (numerics) when an iteration does not converge. @note Collective.
  void solve(Vec f, Vec g, Vec x, Vec y) { iterate(f, g, x, y, nullptr); }
  /// As solve(), for iterations from a guess of x; returns their number, 0 with factors.
  /// @note Collective.
  int iterate(Vec f, Vec g, Vec x, Vec y, Vec guess);
  /// This rank's [f; g] on entry, [x; y] on return, in place; `count` of them one after another,
  /// solved as one block. @note Collective.
  void solve_all(std::vector<double>& right, int count);
  /// Of the factors, or of the matrices kept for multigrid.
  double factor_entries() const;
  /// Bytes that MUMPS took for the factors, on all ranks; 0 for other solvers.
  double memory() const { return factors_ ? factors_->memory() : 0; }
  /// Negative eigenvalues of the whole matrix, by Sylvester's law: one per constraint and those of
  /// P on the null space of G. Empty when not asked for, when a matrix is not symmetric, or when
  /// options chose another solver than MUMPS.
  std::optional<PetscInt> negative_eigenvalues() const;
  SolverTimes times() const { return iterative_ ? iterative_->times() : times_; }

 private:
  struct Truth;
  void solve_by_factors(Vec f, Vec g, Vec x, Vec y);
  int solve_iteratively(Vec f, Vec g, Vec x, Vec y, Vec guess);
  SolveResult iterate_once(const BlockVector& right, BlockVector& left, bool guess);
  void solve_block(std::vector<double>& right, int count, PetscInt local);

  Operators system_;
  bool constrained_, inertia_;
  double scale_ = 1;  // of G against P
  std::string what_;
  std::unique_ptr<IterativeSaddle<double>> iterative_;
  std::unique_ptr<Truth> truth_;  // of solvers that iterate
  PetscInt local_dofs_ = 0;
  std::unique_ptr<GroupSaddle<double>> factors_;
  // Instead, when options choose a solver of PETSc's:
  core::Matrix matrix_;
  core::LinearSolver solver_;
  core::Vector right_, left_;
  SolverTimes times_;
};

/// Complex systems, complex-symmetric when all matrices are symmetric, spread over all ranks. MUMPS
/// controls come from options `-<prefix>mat_mumps_icntl_<i>`.
class ComplexSaddle {
 public:
  using Complex = std::complex<double>;
  /// Throws core::Error (numerics) when the matrix is singular. @note Collective.
  ComplexSaddle(const Operators& system, const std::vector<WeightedMatrix<Complex>>& sum,
                const std::string& prefix);

  /// This rank's [f; g] on entry, [x; y] on return, in place; `count` of them one after another.
  /// @note Collective.
  void solve(std::vector<Complex>& right, int count = 1);
  double factor_entries() const { return factors_.factor_entries(); }
  double memory() const { return factors_.memory(); }
  const SolverTimes& times() const { return factors_.times(); }

 private:
  GroupSaddle<Complex> factors_;
};

/// What the factors of one complex matrix [M + σC + σ²K Gᵀ; G 0] would take. @note Collective.
FactorEstimate estimate_complex_factor(const Operators& system);

}  // namespace sparkdyn::linear
