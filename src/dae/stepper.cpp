// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/dae/stepper.hpp"

#include "half_explicit.hpp"
#include "polynomial.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/tableau/decompositions.hpp"
#include "stepper_implementation.hpp"

namespace sparkdyn::dae {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// A method of Jay (2007) evaluates r(t, y, ψ) at points where no z is known.
void require_supported(const System& system, const Method& method) {
  if (method.half_explicit) require_half_explicit(system, method);
  if (system.soft() && method.closing == Closing::velocity_constraint) {
    core::input_error(
        "the {} method holds constraints at the level of velocities, and those of this system are "
        "soft, g = C lambda: use gauss, radau-iia, lobatto-iiia or lobatto-iiic",
        method.name);
  }
  if (system.sizes().u() > 0 && method.closing == Closing::nothing && method.matrices.size() > 1) {
    core::input_error("the {} takes no constraints: use midpoint, gauss or a SPARK method",
                      method.name);
  }
  if (method.reaction_points == ReactionPoints::stages) return;
  for (const TermInfo& term : system.force_terms()) {
    if (term.depends_on_u && term.depends_on_z) {
      core::input_error(
          "the {} method takes reactions that depend on the multipliers and not on the "
          "velocities; this system has a {} term that depends on both (a nonholonomic constraint "
          "or friction): use a Lobatto SPARK method",
          method.name, tableau::name(term.kind));
    }
  }
}

// bᵀA⁻¹ of u1 = R(∞) u0 + bᵀA⁻¹U, R(∞) = 1 − bᵀA⁻¹1. Where the last stage is the end, that is U_s.
VectorXd direct_multiplier(const Method& method) {
  const int s = method.stages();
  const tableau::Matrix& A = method.matrix({.kind = tableau::Term::constraint}, "");
  const bool ends_there = method.reaction_points == ReactionPoints::points ||
                          A.row(s - 1).isApprox(method.b.transpose(), 1e-14);
  if (ends_there) return VectorXd::Unit(method.multipliers(), method.multipliers() - 1);
  if (tableau::reciprocal_condition(A) < 1e-12) {
    core::input_error(
        "the multiplier at the end of a step of {} cannot be had directly: the matrix of its "
        "constraint is singular; take that of the acceleration",
        method.name);
  }
  return tableau::solve(tableau::Matrix(A.transpose()), method.b);
}

}  // namespace

Stepper::Implementation::Implementation(std::shared_ptr<const System> system, Method method,
                                        StepperOptions options)
    : system_(std::move(system)),
      method_(std::move(method)),
      options_(options),
      equations_(*system_, method_),
      scope_(equations_.split() ? Scope::stages : Scope::everything),
      estimator_(method_.b.cwiseProduct(legendre(method_.stages() - 1, method_.c))) {
  require_supported(*system_, method_);
  if (options_.end_multiplier == EndMultiplier::direct) direct_row_ = direct_multiplier(method_);
  const VectorXd end = VectorXd::Ones(1);
  const VectorXd nodes = method_.multiplier_nodes();
  to_end_ = interpolation(method_.c, end).transpose();
  multiplier_to_end_ = interpolation(nodes.head(nodes.size() - 1), end).transpose();
  if (method_.reaction_points == ReactionPoints::points) {
    reaction_estimator_ = method_.reaction_weights.cwiseProduct(
        legendre(method_.stages() - 1, method_.multiplier_nodes()));
  }
}

std::unique_ptr<Stepper::Implementation> Stepper::Implementation::continued_with(
    Method method) const {
  if (method.stages() != method_.stages() || method.multipliers() != method_.multipliers()) {
    core::input_error("a run cannot change from {} to {}: they differ in their stages",
                      method_.name, method.name);
  }
  auto next = std::make_unique<Implementation>(system_, std::move(method), options_);
  next->last_ = last_;
  next->noise_ = noise_;
  return next;
}

void Stepper::Implementation::carry(Carried& carried) {
  carried(last_)(factors_)(renew_for_)(calm_)(noise_);
  if (!carried.gives() || !factors_) return;
  // The factors themselves come from where they came from before.
  equations_.begin(factors_->from);
  equations_.factorize(factors_->h, factors_->at,
                       factors_->for_tangents ? Scope::everything : scope_, factors_->for_tangents);
}

Stepper::Stepper(std::shared_ptr<const System> system, Method method, StepperOptions options)
    : implementation_(
          std::make_unique<Implementation>(std::move(system), std::move(method), options)) {}
Stepper::~Stepper() = default;
Stepper::Stepper(Stepper&&) noexcept = default;
Stepper& Stepper::operator=(Stepper&&) noexcept = default;

const System& Stepper::system() const {
  return implementation_->system();
}
const Method& Stepper::method() const {
  return implementation_->method();
}
StepResult Stepper::step(const Point& from, double h) {
  return implementation_->step(from, h, std::nullopt);
}
StepResult Stepper::step_with_error(const Point& from, double h, const WantedError& wanted) {
  return implementation_->step(from, h, wanted);
}
void Stepper::change_method(Method method) {
  implementation_ = implementation_->continued_with(std::move(method));
}
std::optional<Unresolved> Stepper::unresolved(const Point& from, double h) {
  return implementation_->unresolved(from, h);
}
StepStages Stepper::last_stages() const {
  return implementation_->last_stages();
}
void Stepper::restart() {
  implementation_->restart();
}
void Stepper::carry(Carried& carried) {
  implementation_->carry(carried);
}
double Stepper::error_estimate() {
  return implementation_->error_estimate();
}
int Stepper::estimator_order() const {
  return method().stages() - 1;
}
std::string Stepper::remedy(const Point& from, double h) const {
  return implementation_->remedy(from, h);
}
MatrixXd Stepper::carry_tangents(const MatrixXd& tangents) {
  return implementation_->carry_tangents(tangents);
}

}  // namespace sparkdyn::dae
