// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/dae/stepper.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "half_explicit.hpp"
#include "largest.hpp"
#include "polynomial.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/tableau/decompositions.hpp"
#include "step_search.hpp"
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

Change Stepper::Implementation::apply(const StageValues& correction, double h,
                                      StageValues& values) const {
  values.Z += correction.Z;
  values.U += correction.U;
  values.z1 += correction.z1;
  if (equations_.positions_are_sums()) {
    equations_.sum_positions(h, values);
  } else {
    values.Y += correction.Y;
    values.points += correction.points;
  }
  const double dY = std::max(largest(correction.Y), largest(correction.points));
  const double dZ = std::max(largest(correction.Z), largest(correction.z1));
  const double Y = std::max(largest(values.Y), largest(values.points));
  const double Z = std::max(largest(values.Z), largest(values.z1));
  const double size = std::abs(h);
  const double scale = Y + size * Z + size * size * largest(values.U);
  const auto relative = [](double change, double whole) {
    return change == 0.0 ? 0.0 : change / whole;
  };
  return {std::max(relative(dY, Y), relative(dZ, Z)),
          relative(dY + size * dZ + size * size * largest(correction.U), scale),
          relative(dY + size * dZ, Y + size * Z)};
}

// Factors of a slightly different step will do; the contraction tells when they do not.
bool Stepper::Implementation::ensure_factors(double h, const StageValues& values, bool& fresh,
                                             StepResult& result) {
  if (factors_ && std::abs(factors_->h - h) <= 0.1 * std::abs(h)) return true;
  ++result.factorizations;
  if (!equations_.factorize(h, values, scope_)) return false;
  factors_ = {equations_.start(), h, values, false};
  fresh = true;
  return true;
}

bool Stepper::Implementation::iterate(double& h, const std::optional<WantedError>& wanted,
                                      StageValues& values, StepResult& result) {
  start_ = values;
  correction_ = nullptr;
  noise_ *= 0.9;  // the floor moves with the motion: probe it again now and then
  Convergence convergence(options_, noise_);
  std::optional<StepSearch> search;
  if (wanted) search.emplace(*wanted, method_.stages(), options_.tolerance);
  bool new_jacobian = false;
  if (renew_for_ > 0) {
    --renew_for_;
    factors_.reset();
  }
  const bool began_with_old_factors = factors_.has_value();
  // Each step size that the search tries may take its iterations.
  const int most_in_all = (wanted ? 10 : 1) * options_.max_iterations;
  for (int k = 0, in_all = 0; k < options_.max_iterations && in_all < most_in_all; ++k, ++in_all) {
    const StageResidual& residual = equations_.residual(h, values, scope_);
    if (!ensure_factors(h, values, new_jacobian, result)) return false;
    if (search && equations_.split() &&
        equations_.close(h, values, new_jacobian || in_all == 0) < 0.0) {
      return false;
    }
    const double error = search ? error_of(h) : 0.0;
    correction_ = &equations_.correction(h, residual);
    const Change change = apply(*correction_, h, values);
    result.history.push_back(change.norm);
    const Verdict verdict = convergence.judge(change, new_jacobian);
    if (search && std::isfinite(error)) {
      const double next = search->next(h, error);
      if (next != h) {
        rescale(next / h, values);
        h = next;
        if (equations_.positions_are_sums()) equations_.sum_positions(h, values);
        convergence.restart();
        new_jacobian = false;
        k = -1;
        continue;
      }
      const bool done = verdict == Verdict::converged || verdict == Verdict::converged_at_best;
      if (done && !search->settled()) continue;
    }
    if (convergence.improved()) best_ = values;
    switch (verdict) {
      case Verdict::converged_at_best:
        values = best_;
        noise_ = convergence.noise();
        if (equations_.split()) equations_.update_rates(h, values);
        return close(h, values);
      case Verdict::converged:
        // z1 is a sum of rates: those of the last iterate but one are too old if it was far off.
        if (equations_.split() && change.relative > options_.tolerance) {
          equations_.update_rates(h, values);
        }
        return close(h, values);
      case Verdict::failed:
        return false;
      case Verdict::new_jacobian:
        if (began_with_old_factors && result.factorizations == 0) renew_for_ = 5;
        factors_.reset();
        // An old Jacobian may have thrown the iterate far away.
        if (!new_jacobian && !(convergence.contraction() < 1.0) && !(change.motion < 1e-8) &&
            !search) {
          values = start_;
        }
        break;
      case Verdict::go_on:
        new_jacobian = false;
        break;
    }
  }
  return false;
}

// z1 and the last multiplier where they come last.
bool Stepper::Implementation::close(double h, StageValues& values) {
  if (!equations_.split()) return true;
  // What the stages know is taken: where the multiplier enters nonlinearly, the last step's may lie
  // on the way to another solution.
  values.z1 = values.Z * to_end_;
  values.U.rightCols(1) = values.U.leftCols(values.U.cols() - 1) * multiplier_to_end_;
  double before = std::numeric_limits<double>::infinity();
  bool new_factors = true;
  for (int k = 0; k < 20; ++k) {
    const double change = equations_.close(h, values, new_factors);
    if (!(change >= 0.0)) return false;
    if (change <= options_.tolerance) return true;
    const bool stalled = change > 0.5 * before;
    if (stalled && new_factors && change <= options_.roundoff_floor) return true;  // rounding
    new_factors = change > 0.05 * before;
    before = change;
  }
  return false;
}

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
