// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The block system of a mixture as a uniform step and a change of rank one in the stages
// (docs/gauss_lobatto/notes.md §2.2). With P the operator of a surrogate that decouples,
//   operator = P + p⊗R,   R V = Σ_k B_k Σ_j r_kj V_j,   V = V⁰ − Z y,   (1 + R Z) y = R V⁰,
//   V⁰ = P⁻¹(rhs),   Z y = P⁻¹(p⊗y; 0),
// so GMRES works on one vector of the structure's size that lives where the terms differ. Z y moves
// no constraint. On Gauss' nodes the spectrum of 1 + R Z is at most two wide, whatever stiffness,
// contrast and step, so that 10 to 13 iterations reach 1e-10.

#include <memory>
#include <optional>
#include <vector>

#include "linear/true_residual.hpp"
#include "stage/decoupled.hpp"
#include "stage/stage_system.hpp"

namespace sparkdyn::stage {

/// What an operator has more than another one: Σ_k p r_kᵀ ⊗ B_k.
struct RankOneChange {
  Vector p;                  ///< of length 1
  std::vector<Vector> rows;  ///< r_k, one for each term of the operators; zero where they agree
};

/// Nothing when the operators differ by more, or have other constraint rows.
std::optional<RankOneChange> rank_one_change(const BlockOperator& op,
                                             const BlockOperator& surrogate);

class RankOneSolver final : public Solver {
 public:
  /// Null when the operator is not a change of rank one of that surrogate. The tolerance and the
  /// most iterations are those of the plan of `mass`; `stages` must outlive the solver. Throws
  /// core::Error (numerics) when the surrogate is singular. @note Collective.
  static std::unique_ptr<RankOneSolver> make(const mechanics::System& system,
                                             const StageSystem& stages,
                                             const Coefficients& surrogate,
                                             const std::shared_ptr<MassSolver>& mass,
                                             const BlockSolvers& solvers);

  SolveResult solve(const BlockVector& rhs, BlockVector& x) override;
  std::string_view name() const override { return "krylov"; }
  double factor_entries() const override { return solver_->factor_entries(); }
  double factor_bytes() const override { return solver_->factor_bytes(); }
  SolverTimes times() const override;
  StageSystem& surrogate() { return *surrogate_; }
  Solver& surrogate_solver() { return *solver_; }

 private:
  struct Krylov;

  RankOneSolver(const StageSystem& stages, std::unique_ptr<StageSystem> surrogate,
                RankOneChange change, Decoupling form, const BlockSolvers& solvers,
                const linear::SolverPlan& plan);
  void make_scale();
  SolveResult iterate(const BlockVector& rhs, BlockVector& x, double tolerance);
  void extend(Krylov& space, std::size_t k, SolveResult& result);
  void orthogonalise(Krylov& space, std::size_t k, Vec next);
  void apply_change(const BlockVector& V, Vec y);
  void multiply_images(Krylov& space, std::size_t k);
  BlockVector& image(std::size_t k);

  const BlockOperator* op_;
  std::unique_ptr<StageSystem> surrogate_;
  RankOneChange change_;
  std::unique_ptr<DecoupledSolver> solver_;
  double tolerance_;
  int max_iterations_;
  linear::TrueResidual truth_;
  core::Vector scale_;               // of the entries of y
  std::vector<core::Vector> basis_;  // of the Krylov space, kept for the next solve
  std::vector<std::unique_ptr<BlockVector>> images_;  // Z of them
  BlockVector right_;
  core::Vector work_;
  SolverTimes times_;
};

}  // namespace sparkdyn::stage
