// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// M x = f and [M Gᵀ; G 0][x; y] = [f; g]: what gives accelerations, what closes a step, and what
// all solvers of one system share.

#include <memory>

#include "linear/joint_product.hpp"
#include "linear/multigrid_spaces.hpp"
#include "linear/saddle.hpp"
#include "sparkdyn/linear/plan.hpp"
#include "sparkdyn/mechanics/system.hpp"
#include "sparkdyn/stage/solver.hpp"

namespace sparkdyn::stage {

/// Null when there is none.
core::MatrixPtr first_stiffness(const mechanics::Linearization& around);

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
  /// Around another configuration, with the same order: patterns are the same.
  linear::Operators operators(const mechanics::Linearization& around) const;
  const linear::SolverPlan& plan() const { return plan_; }
  /// Of the stage equations, instead of those of the plan; empty: none.
  const SolverMaker& own_stage_solver() const { return own_stage_solver_; }
  void set_own_stage_solver(SolverMaker maker) { own_stage_solver_ = std::move(maker); }
  /// Null when it factors.
  const std::shared_ptr<linear::MultigridSpaces>& spaces() const { return spaces_; }
  /// For another matrix of the system's size, solved as planned.
  linear::SaddleOptions saddle_options() const;
  /// [M Gᵀ; G 0][x; y] = [f; g]. Throws core::Error (numerics) when singular. @note Collective.
  linear::RealSaddle& with_constraint();
  /// The same with G(t, q): factored anew where that changes. @note Collective.
  linear::RealSaddle& with_constraint(const mechanics::Configuration& at);
  /// The same with another G of the same pattern; the caller keeps it. @note Collective.
  linear::RealSaddle with_constraint(const linear::Operators& operators) const;
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
  SolverMaker own_stage_solver_;
  std::shared_ptr<linear::MultigridSpaces> spaces_;
  std::unique_ptr<linear::RealSaddle> with_constraint_, alone_, somewhere_;
  std::unique_ptr<const linear::JointProduct> product_;
};

}  // namespace sparkdyn::stage
