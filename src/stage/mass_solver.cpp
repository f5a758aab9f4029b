// SPDX-License-Identifier: BSD-3-Clause
#include "stage/mass_solver.hpp"

namespace sparkdyn::stage {

using core::check;

core::MatrixPtr first_stiffness(const mechanics::Linearization& around) {
  for (const auto& term : around.terms)
    if (term.kind == mechanics::Kind::elastic && !term.parts.empty())
      return term.parts.front().matrix;
  return nullptr;
}

MassSolver::MassSolver(const mechanics::System& system, linear::Operators operators,
                       linear::SolverPlan plan)
    : system_(&system), operators_(std::move(operators)), plan_(std::move(plan)) {
  if (plan_.method == linear::Method::multigrid)
    spaces_ = std::make_shared<linear::MultigridSpaces>(operators_);
}

linear::Operators MassSolver::operators(const mechanics::Linearization& around) const {
  if (&around == &system_->around()) return operators_;
  linear::Operators result = linear::operators_of(*system_, around);
  result.order = operators_.order;
  return result;
}

linear::SaddleOptions MassSolver::saddle_options() const {
  return {.placement = plan_.placement,
          .spaces = spaces_,
          .iterative = {.tolerance = plan_.tolerance, .max_iterations = plan_.max_iterations}};
}

/// To round-off: a mass is well conditioned, and what depends on it should not show how it was
/// solved.
linear::SaddleOptions MassSolver::mass_options(bool with_constraint) const {
  return {.with_constraint = with_constraint,
          .placement = plan_.placement,
          .spaces = spaces_,
          .iterative = {.tolerance = 1e-13,
                        .max_iterations = 2000,
                        .preconditioner = linear::Preconditioner::jacobi}};
}

linear::RealSaddle& MassSolver::with_constraint() {
  if (!with_constraint_)
    with_constraint_ = std::make_unique<linear::RealSaddle>(
        operators_, std::vector<linear::WeightedMatrix<double>>{{1.0, system_->mass()}},
        system_->constrained() ? "mass_constraint_" : "mass_", mass_options(true));
  return *with_constraint_;
}

linear::RealSaddle MassSolver::with_constraint(const linear::Operators& operators) const {
  linear::SaddleOptions options = mass_options(true);
  options.refined = true;
  return {operators, {{1.0, system_->mass()}}, "mass_constraint_", options};
}

linear::RealSaddle& MassSolver::with_constraint(const mechanics::Configuration& at) {
  if (!system_->constrained() || system_->prescribes()) return with_constraint();
  linear::Operators there = operators_;
  there.constraint = system_->holonomic()->gradient(at.t, at.q);
  somewhere_ = std::make_unique<linear::RealSaddle>(with_constraint(there));
  return *somewhere_;
}

linear::RealSaddle& MassSolver::alone() {
  if (!system_->constrained()) return with_constraint();
  if (!alone_)
    alone_ = std::make_unique<linear::RealSaddle>(
        operators_, std::vector<linear::WeightedMatrix<double>>{{1.0, system_->mass()}}, "mass_",
        mass_options(false));
  return *alone_;
}

/// Beside the cycles of a multigrid products cost nothing, and memory is short.
void MassSolver::multiply(Vec v, Vec p, Vec q, Vec f) {
  const core::MatrixPtr stiffness = first_stiffness(system_->around());
  if (spaces_) {
    check(MatMult(*system_->mass(), v, p));
    if (stiffness) check(MatMult(*stiffness, q, f));
    return;
  }
  if (!product_)
    product_ = std::make_unique<const linear::JointProduct>(system_->mass(), stiffness,
                                                            system_->symmetric());
  if (stiffness)
    product_->multiply(v, p, q, f);
  else
    product_->multiply(v, p);
}

SolverTimes MassSolver::times() const {
  SolverTimes sum;
  for (const auto* solver : {with_constraint_.get(), alone_.get(), somewhere_.get()})
    if (solver) {
      sum.factor += solver->times().factor;
      sum.solve += solver->times().solve;
    }
  return sum;
}

}  // namespace sparkdyn::stage
