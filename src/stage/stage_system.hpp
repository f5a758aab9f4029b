// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// One step of a SPARK method (coefficients.hpp) as a block system with right-hand side and a way to
// finish it. Linear, with Q = 1q₀ + h(A_v⊗I)V eliminated and Lobatto's nodes, it is (17) of Jay
// 1998:
//   M V = 1 M v₀ + h Σ_k A_k f_k(Q, V) − h A_λ GᵀΛ,     M v₁ = M v₀ + h bᵀ(…),
//   G(q₀ + h Σ_j ā_ij V_j) = c(t_i),   G v₁ = c'(t₁),   q₁ = q₀ + h bᵀV.
// The closings differ in how v₁ is had (docs/numerics.md §3). Forces and constraints that are not
// linear are asked at every stage; the operator has their tangents around one configuration.

#include <memory>

#include "stage/coefficients.hpp"
#include "stage/equations.hpp"
#include "stage/mass_solver.hpp"

namespace sparkdyn::stage {

/// Where the error of a step starts and what feeds it (tableau/error_source.hpp). All are borrowed.
struct ErrorStart {
  double t = 0;  ///< of the step's start
  int load_case = 0;
  Vec q = nullptr, v = nullptr;  ///< the error there
  Vec s_q = nullptr, s_v = nullptr;
};

enum class Closing {
  /// One invertible A for every force: v₁ = R∞v₀ + bᵀA⁻¹V, no mass solve, M may be singular.
  uniform,
  /// A_λ with a zero last column, or no constraints: one multiplier less in the stages, then
  /// [M Gᵀ; G 0][v₁; h b̃Λ] gives v₁ and the last one.
  projected,
  /// Any splitting: v₁ is one more block of unknowns.
  coupled,
};
std::string_view name(Closing closing);

/// Which closings a splitting allows, the cheapest first.
std::vector<Closing> possible_closings(const mechanics::System& system,
                                       const Coefficients& coefficients);

/// Strains of forces that offer them, as unknowns: [force][stage]; none of the others.
using StageStrains = std::vector<std::vector<core::Vector>>;

class StageSystem final : public Equations {
 public:
  /// Around a configuration; null: as the system is by itself. @note Collective.
  StageSystem(const mechanics::System& system, const Coefficients& coefficients, double h,
              Closing closing, std::shared_ptr<MassSolver> mass,
              std::shared_ptr<const mechanics::Linearization> around = nullptr);

  bool linear() const override { return system_->linear(); }
  const BlockOperator& op() const override { return operator_; }
  Closing closing() const { return closing_; }
  double h() const { return h_; }
  const Coefficients& coefficients() const { return coefficients_; }
  /// Null: as the system is by itself.
  const std::shared_ptr<const mechanics::Linearization>& around() const { return around_; }

  void right_hand_side(const mechanics::State& state, BlockVector& rhs) override;
  void residual(const mechanics::State& state, const BlockVector& x, BlockVector& r) override;
  /// As residual(), with strains of the stages in place of those of their positions.
  void residual(const mechanics::State& state, const BlockVector& x, const StageStrains& strains,
                BlockVector& r);
  /// r ← z(Q_j) − z_j. @note Collective.
  void strain_residual(const mechanics::State& state, const BlockVector& x,
                       const StageStrains& strains, StageStrains& r);
  mechanics::Linearization linearize(const mechanics::State& state,
                                     const BlockVector& x) const override;
  /// The configuration at the middle of the step that x describes, and the multipliers' mean.
  void middle(const mechanics::State& state, const BlockVector& x, mechanics::State& at,
              Vec lambda) const;
  void finish(const mechanics::State& state, const BlockVector& x, mechanics::State& next) override;

  /// Whether finish() needs nothing that right_hand_side() of the same state left behind, so that
  /// the right-hand sides of several states may come before the first finish().
  bool finishes_independently() const {
    return closing_ == Closing::coupled || (closing_ == Closing::uniform && !loads_differ_);
  }

  /// Whether errors can be carried through a step: empty, or why not.
  std::string why_no_errors() const;
  /// The same of the error of a step by itself, which of a system that is not linear obeys its
  /// tangents; what a step does not see of constraints that move is left out then.
  std::string why_no_step_errors() const;
  /// The error obeys the step's own equations: with p, the sources and what the step did not see of
  /// loads and prescribed motion,
  ///   rhs = 1⊗M e_v + p⊗M s_v − h Σ_k (A_k1⊗K_k e_q + A_kp⊗K_k s_q) + h A δF,   G V = δw.
  /// @note Collective.
  void error_right_hand_side(const ErrorStart& start, BlockVector& rhs);
  /// e_q ← e_q + h bᵀV,   e_v ← R∞e_v + bᵀA⁻¹V − bᵀA⁻¹p s_v, in place; in the projected closing e_v
  /// is what the momentum at the end gives. Of a system that is not linear only e_q is found. @note
  /// Collective.
  void finish_error(const ErrorStart& start, const BlockVector& x) const;

  /// hΛ of each point at which one acts, after finish(), and its weight b̃. @note Collective when
  /// called first.
  int multipliers() const;
  Vec multiplier(const BlockVector& x, int i) const;
  double multiplier_weight(int i) const;
  /// The rate at which it moves what it holds, Gv there: its power is −Λᵀ(Gv). `state` is the one
  /// that the step began with. @note Collective.
  void multiplier_velocity(const mechanics::State& state, const BlockVector& x, int i, Vec r) const;

 private:
  /// Each stage has a constraint of its own, G V_i = w_i (docs/numerics.md §2b).
  bool stagewise() const { return coefficients_.interior && closing_ == Closing::uniform; }
  const Matrix& multiplier_rows() const { return stagewise() ? A_ : coefficients_.constraint; }

  void velocity_rows(const mechanics::State& state, BlockVector& rhs);
  void constraint_rows(const mechanics::State& state, BlockVector& rhs);
  void stagewise_rows(const mechanics::State& state, BlockVector& rhs);
  void stagewise_values(double t, Vec position, Vec rate, BlockVector& rhs);
  void see_finely();
  void multiply(Vec v, Vec q);
  Vector missed_load(const mechanics::TimedVector& load, double t) const;
  void missed_motion(double t, BlockVector& rhs);
  void missed_positions(double t, BlockVector& rhs);
  void project_error(const ErrorStart& start, const BlockVector& x) const;
  void add_missed_loads(const ErrorStart& start, BlockVector& rhs);
  void add_elastic_start(Vec q, const Vector& direction, BlockVector& rhs);
  void add_loads(const mechanics::State& state, BlockVector& rhs);
  void load_correction(const mechanics::State& state);
  void prepare_load_correction();

  void subtract_forces(const mechanics::State& state, const BlockVector& x, BlockVector& r);
  const StageStrains* strains_ = nullptr;  // while a residual with strains is found
  void subtract_reactions(const mechanics::State& state, const BlockVector& x, BlockVector& r);
  void constraint_residuals(const mechanics::State& state, const BlockVector& x, BlockVector& r);
  /// q ← q₀ + h Σ_j row_j V_j.
  void position_at(const mechanics::State& state, const BlockVector& x,
                   const Eigen::RowVectorXd& row, Vec q) const;
  void uniform_velocity(const mechanics::State& state, const BlockVector& x, Vec v) const;
  void prescribed_rate(double t, int i, Vec r) const;
  void subtract_mean_forces(Vec q, const BlockVector& x, Vec right) const;
  void final_momentum(const mechanics::State& state, const BlockVector& x, Vec right);
  void final_velocity_by_projection(const mechanics::State& state, const BlockVector& x,
                                    const mechanics::State& next);

  const mechanics::System* system_;
  Coefficients coefficients_;
  double h_;
  Closing closing_;
  std::shared_ptr<MassSolver> mass_;
  std::shared_ptr<const mechanics::Linearization> around_;
  Matrix A_;               // the uniform force matrix
  Vector last_row_;        // bᵀA⁻¹
  Matrix from_positions_;  // stagewise: ā⁻¹
  double r_infinity_ = 0;
  std::vector<Vector> load_defect_;  // per load: b − (bᵀA⁻¹A_F)ᵀ, zero when the load is uniform too
  bool loads_differ_ = false;
  bool held_by_constraints_ = false;  // what has no mass, as loads of their own matrix need it
  Vector fine_nodes_;                 // for what a step did not see
  Matrix fine_rows_;  // from values there to the nodes: of degree s − 1, with the same means
  BlockOperator operator_;
  core::Vector momentum_, elastic_, work_n_, correction_, work_m_, last_multiplier_;
  core::Vector start_m_, defect_m_;  // of stagewise constraints
  core::Vector position_, force_;    // work of residuals
};

}  // namespace sparkdyn::stage
