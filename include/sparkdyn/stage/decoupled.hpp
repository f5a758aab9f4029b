// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The block system as independent (or successive) systems of the structure's size, one per real and
// one per pair of complex eigenvalues (docs/numerics.md §4):
//   [ Σ_k σ_k B_k   Gᵀ ] [ ṽ ]   [ r̃   ]
//   [ G             0  ] [ λ̃ ] = [ r̃_c ].
// With constraints, E and L must be square and invertible: E⁻¹ turns E⊗G into I⊗G, and L is
// absorbed into the multipliers. They are factored, or solved by multigrid; on single ranks or
// groups of ranks (placement.hpp) independent systems are solved at the same time. PETSc options:
// prefix `stage_real_`; MUMPS controls of the complex systems:
// `-stage_complex_mat_mumps_icntl_<i>`.

#include <memory>
#include <variant>
#include <vector>

#include "sparkdyn/linear/group_iteration.hpp"
#include "sparkdyn/linear/iterative_saddle.hpp"
#include "sparkdyn/linear/placement.hpp"
#include "sparkdyn/linear/saddle.hpp"
#include "sparkdyn/linear/true_residual.hpp"
#include "sparkdyn/stage/decoupling.hpp"
#include "sparkdyn/stage/solver.hpp"

namespace sparkdyn::stage {

/// Multigrid instead of factors.
struct IterativeBlocks {
  std::shared_ptr<linear::MultigridSpaces> spaces;
  linear::IterativeOptions options;
  bool judged = true;  ///< by the true residual; a preconditioner is not
};

class DecoupledSolver final : public Solver {
 public:
  /// Whether the operator has the form this solver needs; no factorization.
  static std::optional<Decoupling> analyse(const BlockOperator& op);
  /// Where its factors would be, or its iterations run. @note Collective.
  static linear::Placement factors(const linear::Operators& system, const Decoupling& form);
  static linear::Placement iterations(const linear::Operators& system, const Decoupling& form);

  /// Factors every block. Throws core::Error (numerics) when one is singular. @note Collective.
  DecoupledSolver(const BlockOperator& op, Decoupling form,
                  std::optional<IterativeBlocks> iterative = std::nullopt);

  SolveResult solve(const BlockVector& rhs, BlockVector& x) override;
  /// As one block of right-hand sides: the factors are read from memory once.
  SolveResult solve_all(std::span<const BlockVector* const> rhs,
                        std::span<BlockVector* const> x) override;
  bool takes_guess() const override { return iterative_.has_value(); }
  SolveResult improve(const BlockVector& rhs, BlockVector& x) override;
  std::string_view name() const override { return iterative_ ? "multigrid" : "decoupled"; }
  double factor_entries() const override;
  double factor_bytes() const override;
  SolverTimes times() const override;
  const Decoupling& form() const { return form_; }

 private:
  using Complex = std::complex<double>;
  using System = std::variant<linear::RealSaddle, linear::ComplexSaddle,
                              linear::GroupSaddle<double>, linear::GroupSaddle<Complex>,
                              linear::IterativeSaddle<double>, linear::IterativeSaddle<Complex>,
                              linear::GroupIteration<double>, linear::GroupIteration<Complex>>;

  void factor_spread();
  void factor_in_groups(const std::vector<linear::Group>& groups);
  /// The parts of a solve of one block, see linear::GroupSaddle; with factors on all ranks the
  /// second does everything.
  void send(std::size_t block, int count);
  void solve_system(std::size_t block, int count);
  void receive(std::size_t block, int count);
  void solve_independent(std::span<const BlockVector* const> rhs);
  template <typename Scalar>
  std::unique_ptr<System> make_iterative(int row) const;
  template <typename Scalar>
  std::unique_ptr<System> make_group_iteration(int row, linear::Group group) const;
  SolveResult iterate_truly(const BlockVector& rhs, BlockVector& x, bool guess);
  SolveResult iterate_blocks(const BlockVector& rhs, BlockVector& x, bool guess);
  SolveResult iterate_in_groups(const BlockVector& rhs, BlockVector& x, bool guess);
  void iterate_on_levels();
  void iterate_on_groups();
  template <typename Call>
  void for_each_iteration(Call call);
  void load_guess(const BlockVector& x, int row, Complex* target) const;
  template <typename Scalar>
  SolveResult iterate(linear::IterativeSaddle<Scalar>& system, std::vector<Complex>& x,
                      const std::vector<Complex>* guess);

  void load(const BlockVector& rhs, int row, Complex* target) const;
  void combine_solved(std::size_t block, std::size_t k, bool imaginary);
  void subtract_coupling(std::size_t block, std::vector<Complex>& target);
  void unload(std::size_t which, BlockVector& x) const;

  const BlockOperator* op_;
  Decoupling form_;
  ComplexMatrix constraint_rows_;    // Right⁻¹E⁻¹
  ComplexMatrix multiplier_return_;  // (Left·L)⁻¹
  ComplexMatrix guess_rows_;         // Right⁻¹
  std::optional<IterativeBlocks> iterative_;
  std::optional<linear::TrueResidual> truth_;
  bool grouped_ = false;                               // iterations run on groups of ranks,
  std::shared_ptr<const linear::GroupSpaces> groups_;  // these
  std::vector<std::unique_ptr<System>> systems_;
  PetscInt local_ = 0;                           // entries of [ṽ; λ̃] on this rank
  std::vector<std::vector<Complex>> solutions_;  // [ṽ; λ̃] of each block, right-hand side by side
  std::vector<double> real_;                     // work
  core::Vector force_, value_, image_, part_;    // work
};

}  // namespace sparkdyn::stage
