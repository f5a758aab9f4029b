// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A step of generalized-α (generalized_alpha.hpp) where forces or constraints are not linear, with
// v₁ and hλ₁ as unknowns. With v̂ and q̂, what v₁ and q₁ are without v'₁, and the matrix factors
// γ' = γ(1−α_f)/(1−α_m),
//   0 = M (v̂ − v₁) + hγ' (F − f(t₁, q₁, v₁)) − γ' G(q₁)ᵀ hλ₁,     0 = −g(t₁, q₁)/h,
//   q₁ = q̂ + h β/γ (v₁ − v̂).

#include <memory>

#include "integrate/around.hpp"
#include "integrate/generalized_alpha.hpp"
#include "stage/decoupled.hpp"
#include "stage/equations.hpp"
#include "stage/mass_solver.hpp"

namespace sparkdyn::integrate {

class AlphaEquations final : public stage::Equations {
 public:
  /// Linearised as `around` says. @note Collective.
  AlphaEquations(const mechanics::System& system, const AlphaParameters& parameters, double h,
                 const stage::MassSolver& mass, const mechanics::Linearization& around);
  /// Borrows q̂ and v̂, with t₁ as their time.
  void aim(const mechanics::State& without) { without_ = &without; }
  double h() const { return h_; }

  bool linear() const override { return false; }
  const stage::BlockOperator& op() const override { return operator_; }
  void right_hand_side(const mechanics::State& state, stage::BlockVector& rhs) override;
  void residual(const mechanics::State& state, const stage::BlockVector& x,
                stage::BlockVector& r) override;
  mechanics::Linearization linearize(const mechanics::State& state,
                                     const stage::BlockVector& x) const override;
  void finish(const mechanics::State& state, const stage::BlockVector& x,
              mechanics::State& next) override;
  /// The configuration that x describes.
  void place(const stage::BlockVector& x, mechanics::State& at) const;

 private:
  const mechanics::System* system_;
  double h_, momentum_, position_;  ///< γ' and β/γ
  stage::BlockOperator operator_;
  const mechanics::State* without_ = nullptr;
  mechanics::State end_;
};

/// Its steps, by a Newton's method that keeps its factors while it contracts well.
class AlphaNewton {
 public:
  /// `system` and `parameters` must outlive it. Throws core::Error (input) where β or γ is zero.
  AlphaNewton(const mechanics::System& system, const AlphaParameters& parameters,
              std::shared_ptr<stage::MassSolver> mass);

  /// Factors what a step from `state` needs, unless it is at hand. @note Collective.
  void prepare(const mechanics::State& state, double h);
  /// From q̂ and v̂ at t₁ to q₁ and v₁, in place; v'₁ and λ₁ hold a guess and then those that
  /// belong to them. @note Collective.
  StepResult step(const mechanics::State& state, double h, mechanics::State& end, Vec derivative,
                  Vec multiplier);
  void carry(core::Archive& archive);

  linear::SolverTimes times() const;
  double factor_entries() const { return solver_ ? solver_->factor_entries() : 0.0; }

 private:
  void install(Around around);
  void guess(const mechanics::State& without, Vec derivative, Vec multiplier);
  void relinearize(const mechanics::State& without);

  const mechanics::System* system_;
  const AlphaParameters* p_;
  std::shared_ptr<stage::MassSolver> mass_;
  std::unique_ptr<AlphaEquations> equations_;
  std::unique_ptr<stage::DecoupledSolver> solver_;
  std::unique_ptr<stage::BlockVector> x_, residual_;
  Around around_;
  bool stale_ = false;
  linear::SolverTimes let_go_;  ///< of factors that are no longer kept
};

}  // namespace sparkdyn::integrate
