// SPDX-License-Identifier: BSD-3-Clause
// One step: from which starting values a solution is looked for, which one is taken, and what
// follows from it: the multiplier at its end, the estimator (38), its derivative.

#include <cmath>

#include "half_explicit.hpp"
#include "sparkdyn/core/error.hpp"
#include "stepper_implementation.hpp"

namespace sparkdyn::dae {

using Eigen::MatrixXd;
using Eigen::VectorXd;

std::optional<Stepper::Implementation::Root> Stepper::Implementation::attempt(
    const Point& from, double h, const std::optional<WantedError>& wanted, Guess kind,
    StepResult& result) {
  equations_.begin(from);
  Root root{{}, h, 0.0};
  if (method_.half_explicit) {
    if (!half_explicit_stages(*system_, method_, options_, from, h, root.values, result)) return {};
    equations_.residual(h, root.values, scope_);
    if (!close(h, root.values)) return {};
  } else {
    root.values = guess(from, h, kind);
    if (!iterate(root.h, wanted, root.values, result)) return {};
  }
  root.error = error_of(root.h);
  return root;
}

std::optional<Stepper::Implementation::Root> Stepper::Implementation::first_root(
    const Point& from, double h, const std::optional<WantedError>& wanted, StepResult& result) {
  if (method_.half_explicit) {
    if (wanted) {
      core::input_error("the {} method has no error estimator: use constant steps", method_.name);
    }
    return attempt(from, h, wanted, Guess::constant, result);
  }
  for (const Guess kind : guesses(from, h)) {
    if (auto root = attempt(from, h, wanted, kind, result)) return root;
    factors_.reset();
  }
  return {};
}

Point Stepper::Implementation::end_of(const Point& from, const Root& root) const {
  Point end{from.t + root.h, root.values.points.rightCols(1), root.values.z1, from.u};
  if (system_->sizes().y == 0) end.y.resize(0);
  return end;
}

StepResult Stepper::Implementation::step(const Point& from, double h,
                                         const std::optional<WantedError>& wanted) {
  if (!(std::abs(h) > 0.0) || !std::isfinite(h)) core::input_error("the step size is {}", h);
  StepResult result;
  auto root = first_root(from, h, wanted, result);
  if (!root) {
    restart();
    result.failure = explain(from, h, result);
    return result;
  }
  result.energy_jump = energy_jump(from, *root);
  if (!method_.half_explicit && (result.energy_jump || goes_far(from, *root))) {
    root = nearest(from, h, wanted, std::move(*root), result);
    result.energy_jump = energy_jump(from, *root);
    if (result.energy_jump && goes_far(from, *root)) {
      restart();
      result.failure = explain_spurious(from, root->h, *result.energy_jump);
      return result;
    }
  }
  result.converged = true;
  result.h = root->h;
  result.end = end_of(from, *root);
  result.end.u = end_multiplier(result.end, root->values);
  const bool seen = foreseen(from, *root);
  last_ = Step{from, root->h, std::move(root->values), result.end, root->error, seen};
  return result;
}

VectorXd Stepper::Implementation::end_multiplier(const Point& end,
                                                 const StageValues& values) const {
  if (values.U.rows() == 0) return VectorXd(0);
  Point at = end;
  at.u = values.U.rightCols(1);
  if (options_.end_multiplier == EndMultiplier::last_stage) return at.u;
  if (options_.end_multiplier == EndMultiplier::direct) {
    return (1.0 - direct_row_.sum()) * end.u + values.U * direct_row_;
  }
  try {
    return acceleration(*system_, at).u;
  } catch (const core::Error&) {
    return at.u;  // a singular configuration at t1 need not stop the motion through it
  }
}

double Stepper::Implementation::error_estimate() {
  require_step();
  return last_->error;
}

// (38) from the rates of the last residual.
double Stepper::Implementation::error_of(double h) const {
  const StageRates& rates = equations_.rates();
  const bool points = reaction_estimator_.size() > 0;
  VectorXd force = rates.force * estimator_;
  if (points) force += rates.reaction * reaction_estimator_;
  force += rates.last * (points ? reaction_estimator_ : estimator_).tail(1);
  return std::abs(h) * ((rates.velocity * estimator_).norm() + force.norm());
}

void Stepper::Implementation::require_step() const {
  if (!last_) throw core::Error(core::Failure::internal, "no step has been made yet");
}

MatrixXd Stepper::Implementation::carry_tangents(const MatrixXd& tangents) {
  require_step();
  const Sizes& sizes = system_->sizes();
  // The derivative of the step needs the Jacobian at the solution, not the one Newton got by with.
  equations_.begin(last_->from);
  if (!equations_.factorize(last_->h, last_->values, Scope::everything, true)) {
    core::numerics_error("the step at t = {:.9g} has no derivative: its Jacobian is singular",
                         last_->from.t);
  }
  factors_.reset();
  if (scope_ == Scope::everything) factors_ = {last_->from, last_->h, last_->values, true};
  MatrixXd result(tangents.rows(), tangents.cols());
  for (Eigen::Index k = 0; k < tangents.cols(); ++k) {
    const StageValues& change =
        equations_.correction(last_->h, equations_.start_derivative(last_->h, last_->values,
                                                                    tangents.col(k).head(sizes.y),
                                                                    tangents.col(k).tail(sizes.z)));
    result.col(k) << change.points.rightCols(1), change.z1;
  }
  return result;
}

}  // namespace sparkdyn::dae
