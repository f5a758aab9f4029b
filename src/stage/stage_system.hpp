// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// One step of (17), Jay 1998, for the linear structure, as a block system with right-hand side and
// a way to finish it. With Q = 1q₀ + h(A_v⊗I)V eliminated:
//   M V = 1 M v₀ + h Σ_k A_k f_k(Q, V) − h A_λ GᵀΛ,     M v₁ = M v₀ + h bᵀ(…),
//   G(q₀ + h Σ_j a^A_ij V_j) = c(t_i), i = 2..s (rows of IIIA),   G v₁ = c'(t₁),   q₁ = q₀ + h bᵀV.
// The closings differ in how v₁ is had (docs/numerics.md §3).

#include <memory>

#include "linear/joint_product.hpp"
#include "linear/multigrid_spaces.hpp"
#include "linear/saddle.hpp"
#include "sparkdyn/linear/plan.hpp"
#include "sparkdyn/stage/solver.hpp"
#include "stage/coefficients.hpp"

namespace sparkdyn::stage {

enum class Closing {
  /// One invertible A for every force: v₁ = R∞v₀ + bᵀA⁻¹V, no mass solve, M may be singular.
  uniform,
  /// A_λ with a zero last column, or no constraints: s−1 multipliers in the stages, then
  /// [M Gᵀ; G 0][v₁; h b_s Λ_s] gives v₁.
  projected,
  /// Any splitting: v₁ is one more block of unknowns.
  coupled,
};
std::string_view name(Closing closing);

/// Which closings a splitting allows, the cheapest first.
std::vector<Closing> possible_closings(const mechanics::System& system,
                                       const Coefficients& coefficients);

/// What all solvers of one system share, whatever the step: the plan, the system as they see it
/// with one order of elimination, the spaces of a multigrid; and [M Gᵀ; G 0] and M, factored when
/// first used, or, where the plan is multigrid, by conjugate gradients on the mass without
/// constrained unknowns. PETSc options: prefixes `mass_` and `mass_constraint_`. It also multiplies
/// by M, which all step sizes share too.
class MassSolver {
 public:
  /// `system` must outlive it.
  explicit MassSolver(const mechanics::System& system, linear::SolverPlan plan = {})
      : MassSolver(system, linear::operators_of(system), std::move(plan)) {}
  MassSolver(const mechanics::System& system, linear::Operators operators, linear::SolverPlan plan);
  const linear::Operators& operators() const { return operators_; }
  const linear::SolverPlan& plan() const { return plan_; }
  /// Null when it factors.
  const std::shared_ptr<linear::MultigridSpaces>& spaces() const { return spaces_; }
  /// For another matrix of the system's size, solved as planned.
  linear::SaddleOptions saddle_options() const;
  /// [M Gᵀ; G 0][x; y] = [f; g]. Throws core::Error (numerics) when singular. @note Collective.
  linear::RealSaddle& with_constraint();
  /// M x = f. @note Collective.
  linear::RealSaddle& alone();
  /// p ← M v and, where the structure has a stiffness, f ← K q with its first. @note Collective.
  void multiply(Vec v, Vec p, Vec q, Vec f);
  SolverTimes times() const;

 private:
  linear::SaddleOptions mass_options(bool with_constraint) const;

  const mechanics::System* system_;
  linear::Operators operators_;
  linear::SolverPlan plan_;
  std::shared_ptr<linear::MultigridSpaces> spaces_;
  std::unique_ptr<linear::RealSaddle> with_constraint_, alone_;
  std::unique_ptr<const linear::JointProduct> product_;
};

class StageSystem {
 public:
  /// @note Collective.
  StageSystem(const mechanics::System& system, const Coefficients& coefficients, double h,
              Closing closing, std::shared_ptr<MassSolver> mass);

  const BlockOperator& op() const { return operator_; }
  Closing closing() const { return closing_; }
  double h() const { return h_; }
  const Coefficients& coefficients() const { return coefficients_; }

  /// @note Collective.
  void right_hand_side(const mechanics::State& state, BlockVector& rhs);
  /// `next` from the solution x of the block system. @note Collective.
  void finish(const mechanics::State& state, const BlockVector& x, mechanics::State& next);

  /// Whether finish() needs nothing that right_hand_side() of the same state left behind, so that
  /// the right-hand sides of several states may come before the first finish().
  bool finishes_independently() const {
    return closing_ == Closing::coupled || (closing_ == Closing::uniform && !loads_differ_);
  }

  /// hΛ_i, i = 0..s−1, after finish(). @note Collective when called first.
  Vec multiplier(const BlockVector& x, int i) const;

 private:
  void velocity_rows(const mechanics::State& state, BlockVector& rhs);
  void constraint_rows(const mechanics::State& state, BlockVector& rhs);
  void add_elastic_start(const mechanics::State& state, BlockVector& rhs);
  void add_loads(const mechanics::State& state, BlockVector& rhs);
  void load_correction(const mechanics::State& state);
  void final_velocity_by_projection(const mechanics::State& state, const BlockVector& x, Vec v);

  const mechanics::System* system_;
  Coefficients coefficients_;
  double h_;
  Closing closing_;
  std::shared_ptr<MassSolver> mass_;
  Matrix A_;         // the uniform force matrix
  Vector last_row_;  // bᵀA⁻¹
  double r_infinity_ = 0;
  std::vector<Vector> load_defect_;  // per load: b − (bᵀA⁻¹A_F)ᵀ, zero when the load is uniform too
  bool loads_differ_ = false;
  BlockOperator operator_;
  core::Vector momentum_, elastic_, work_n_, correction_, work_m_, last_multiplier_;
};

}  // namespace sparkdyn::stage
