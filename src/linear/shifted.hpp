// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// [ P  Gᵀ ] [ x ]   [ f ]
// [ G  0  ] [ y ] = [ g ]   with P = Σ_k σ_k B_k, real or complex, prepared once and solved often:
// one interface for all that solve it. A solve has three parts, so that several systems are solved
// at the same time, each by a group of ranks of its own: all ranks send their parts of the
// right-hand side, the group solves, all ranks receive.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "linear/iterative_saddle.hpp"
#include "linear/mumps.hpp"
#include "linear/rank_group.hpp"
#include "linear/weighted_matrix.hpp"

namespace sparkdyn::linear {

/// What a solver takes.
struct SolverCost {
  double entries = 0;  ///< of the factors, or of the matrices kept for cycles, over all ranks
  double memory = 0;   ///< bytes that MUMPS took for the factors, over all ranks; 0 for others
  SolverTimes times = {};
};

template <typename Scalar>
class Shifted {
 public:
  virtual ~Shifted() = default;
  /// Makes factors or cycles, on the group alone; others need not wait.
  virtual void set_up() = 0;
  /// Throws core::Error (numerics) on all ranks when set_up() failed. @note Collective.
  virtual void agree() = 0;

  /// This rank's part of a guess of [x; ·], or none, on all ranks alike: that of a rank without
  /// unknowns is empty, not none.
  using Guess = std::optional<std::span<const Scalar>>;
  /// This rank's `count` times [f; g], one after another. Only solvers that iterate look at the
  /// guess, and they take one right-hand side at a time. @note Collective.
  virtual void send(std::span<const Scalar> right, int count, Guess guess) = 0;
  void send(std::span<const Scalar> right, int count = 1) { send(right, count, std::nullopt); }
  /// On the group alone.
  virtual void solve() = 0;
  /// [x; y] in the place of [f; g]. Throws core::Error (numerics) when a solver of PETSc's failed.
  /// @note Collective.
  virtual SolveResult receive(std::span<Scalar> left) = 0;

  virtual SolverCost cost() const = 0;
  /// Whether results are as good as a tolerance, and a guess saves work.
  virtual bool iterates() const { return false; }
  /// Of symmetric factors made with `inertia`.
  virtual std::optional<PetscInt> negative_pivots() const { return std::nullopt; }
};

struct ShiftedOptions {
  /// MUMPS controls come from PETSc's options `-<prefix>mat_mumps_icntl_<i>`; options
  /// `-<prefix>ksp_…` and `-<prefix>pc_…` make a real system one for PETSc's solvers.
  std::string prefix = {};
  RankGroup group = {};  ///< whose ranks solve
  bool with_constraint = true;
  bool inertia = false;  ///< the factors must know how many of their pivots are negative
  /// Of this rank's group: iterate on them instead of factors.
  std::shared_ptr<MultigridSpaces> spaces = nullptr;
  IterativeOptions iterative = {};
};

/// Sends the matrix to the group; set_up() and agree() come next. @note Collective.
template <typename Scalar>
std::unique_ptr<Shifted<Scalar>> make_shifted(const Operators& system,
                                              const std::vector<WeightedMatrix<Scalar>>& sum,
                                              const ShiftedOptions& options);

/// A real system for those who have complex right-hand sides, whose imaginary parts are zero.
std::unique_ptr<Shifted<std::complex<double>>> as_complex(std::unique_ptr<Shifted<double>> real);

extern template std::unique_ptr<Shifted<double>> make_shifted(
    const Operators&, const std::vector<WeightedMatrix<double>>&, const ShiftedOptions&);
extern template std::unique_ptr<Shifted<std::complex<double>>> make_shifted(
    const Operators&, const std::vector<WeightedMatrix<std::complex<double>>>&,
    const ShiftedOptions&);

}  // namespace sparkdyn::linear
