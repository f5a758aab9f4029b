// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The block system as independent (or successive) systems of the structure's size, one per real and
// one per pair of complex eigenvalues (docs/numerics.md §4):
//   [ Σ_k σ_k B_k   Gᵀ ] [ ṽ ]   [ r̃   ]
//   [ G             0  ] [ λ̃ ] = [ r̃_c ].
// With constraints, E and L must be square and invertible: E⁻¹ turns E⊗G into I⊗G, and L is
// absorbed into the multipliers. They are factored, or solved by multigrid (linear/shifted.hpp); on
// single ranks or groups of ranks independent systems are solved at the same time. PETSc options:
// prefix `stage_real_`; MUMPS controls of the complex systems:
// `-stage_complex_mat_mumps_icntl_<i>`.

#include <memory>
#include <optional>
#include <vector>

#include "linear/shifted.hpp"
#include "linear/true_residual.hpp"
#include "sparkdyn/linear/wish.hpp"
#include "sparkdyn/stage/solver.hpp"
#include "stage/decoupling.hpp"

namespace sparkdyn::stage {

/// How the systems are solved.
struct BlockSolvers {
  linear::Placement placement = linear::Placement::automatic;
  std::shared_ptr<linear::MultigridSpaces> spaces = nullptr;  ///< iterate on these, not factors
  linear::IterativeOptions iterative = {};
  bool judged = true;  ///< iterations by the true residual; a preconditioner is not
};

class DecoupledSolver final : public Solver {
 public:
  /// Whether the operator has the form this solver needs; no factorization.
  static std::optional<Decoupling> analyse(const BlockOperator& op);

  /// Factors every block. Throws core::Error (numerics) when one is singular. @note Collective.
  DecoupledSolver(const BlockOperator& op, Decoupling form, const BlockSolvers& solvers = {});

  SolveResult solve(const BlockVector& rhs, BlockVector& x) override;
  /// As one block of right-hand sides: the factors are read from memory once.
  SolveResult solve_all(std::span<const BlockVector* const> rhs,
                        std::span<BlockVector* const> x) override;
  bool takes_guess() const override { return iterates_; }
  SolveResult improve(const BlockVector& rhs, BlockVector& x) override;
  std::string_view name() const override { return iterates_ ? "multigrid" : "decoupled"; }
  double factor_entries() const override;
  double factor_bytes() const override;
  SolverTimes times() const override;
  const Decoupling& form() const { return form_; }
  /// Of the factors or iterations; never `automatic`.
  linear::Placement placement() const { return placement_; }

 private:
  using Complex = std::complex<double>;
  using System = linear::Shifted<Complex>;

  linear::Placement place(const BlockSolvers& solvers) const;
  void make_systems(const BlockSolvers& solvers);
  template <typename Scalar>
  std::unique_ptr<linear::Shifted<Scalar>> make_system(int row,
                                                       const linear::ShiftedOptions& options) const;

  SolveResult solve_truly(const BlockVector& rhs, BlockVector& x, bool guess);
  SolveResult solve_blocks(const BlockVector& rhs, BlockVector& x, bool guess);
  SolveResult solve_at_once(std::span<const BlockVector* const> rhs, const BlockVector* guess);
  void send(std::size_t block, int count, const BlockVector* guess);

  void load(const BlockVector& rhs, int row, Complex* target) const;
  void combine_solved(std::size_t block, std::size_t k, bool imaginary);
  void subtract_coupling(std::size_t block, std::vector<Complex>& target);
  void unload(std::size_t which, BlockVector& x) const;

  const BlockOperator* op_;
  Decoupling form_;
  ComplexMatrix constraint_rows_;    // Right⁻¹E⁻¹
  ComplexMatrix multiplier_return_;  // (Left·L)⁻¹
  ComplexMatrix guess_rows_;         // Right⁻¹
  bool iterates_;
  linear::Placement placement_;
  std::optional<linear::TrueResidual> truth_;
  std::shared_ptr<const linear::GroupSpaces> groups_;  // where iterations run on groups of ranks
  std::vector<std::unique_ptr<System>> systems_;       // no two with the same matrix
  std::vector<std::size_t> system_of_;                 // which one each block solves with
  PetscInt local_ = 0;                                 // entries of [ṽ; λ̃] on this rank
  std::vector<std::vector<Complex>> solutions_;  // [ṽ; λ̃] of each block, right-hand side by side
  std::vector<Complex> start_;                   // work
  core::Vector force_, value_, image_, part_;    // work
};

}  // namespace sparkdyn::stage
