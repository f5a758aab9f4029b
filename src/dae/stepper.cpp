#include "sparkdyn/dae/stepper.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "half_explicit.hpp"
#include "polynomial.hpp"
#include "sparkdyn/core/error.hpp"
#include "step_search.hpp"
#include "stepper_implementation.hpp"

namespace sparkdyn::dae {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

double largest(const MatrixXd& values) {
  return values.size() == 0 ? 0.0 : values.lpNorm<Eigen::Infinity>();
}

// A method of Jay (2007) evaluates r(t, y, ψ) at points where no z is known.
void require_supported(const System& system, const Method& method) {
  if (method.half_explicit) require_half_explicit(system, method);
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

void Stepper::Implementation::carry(Memory& memory) {
  memory(last_)(factors_)(renew_for_)(noise_);
  if (!memory.gives() || !factors_) return;
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
  // From what the stages know: where the multiplier enters nonlinearly, the last step's may lie on
  // the way to another solution.
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

bool Stepper::Implementation::attempt(const Point& from, double& h,
                                      const std::optional<WantedError>& wanted, Guess kind,
                                      StageValues& values, StepResult& result) {
  equations_.begin(from);
  if (!method_.half_explicit) {
    values = guess(from, h, kind);
    return iterate(h, wanted, values, result);
  }
  if (wanted) {
    core::input_error("the {} method has no error estimator: use constant steps", method_.name);
  }
  if (!half_explicit_stages(*system_, method_, options_, from, h, values, result)) return false;
  equations_.residual(h, values, scope_);
  return close(h, values);
}

StepResult Stepper::Implementation::step(const Point& from, double h,
                                         const std::optional<WantedError>& wanted) {
  if (!(std::abs(h) > 0.0) || !std::isfinite(h)) core::input_error("the step size is {}", h);
  StepResult result;
  StageValues values;
  double used = h;
  // Extrapolation over a kink, or the acceleration of what the step cannot resolve, may lie outside
  // the region of convergence.
  for (const Guess kind : {Guess::extrapolated, Guess::accelerated, Guess::at_rest}) {
    if (kind == Guess::accelerated && !last_) continue;  // that was the first
    used = h;
    result.converged = attempt(from, used, wanted, kind, values, result);
    if (result.converged) break;
    factors_.reset();
  }
  if (!result.converged) {
    restart();
    result.failure = explain(from, h, result);
    return result;
  }
  result.h = used;
  result.end = {from.t + used, values.points.rightCols(1), values.z1, from.u};
  if (system_->sizes().y == 0) result.end.y.resize(0);
  result.end.u = end_multiplier(result.end, values);
  last_ = Step{from, used, std::move(values), result.end, error_of(used)};
  return result;
}

VectorXd Stepper::Implementation::end_multiplier(const Point& end,
                                                 const StageValues& values) const {
  if (values.U.rows() == 0) return VectorXd(0);
  Point at = end;
  at.u = values.U.rightCols(1);
  if (options_.end_multiplier == EndMultiplier::last_stage) return at.u;
  try {
    return acceleration(*system_, at).u;
  } catch (const core::Error&) {
    return at.u;  // a singular configuration at t1 need not stop the motion through it
  }
}

// "", or which coordinate the last correction moved most, or made infinite.
std::string Stepper::Implementation::where() const {
  if (!correction_ || correction_->Z.size() == 0) return "";
  Eigen::Index worst = 0;
  double most = -1.0;
  for (Eigen::Index i = 0; i < correction_->Z.rows(); ++i) {
    const double size = correction_->Z.row(i).lpNorm<Eigen::Infinity>();
    if (!std::isfinite(size))
      return fmt::format(", and the velocity of coordinate {} is not finite", i + 1);
    if (size > most) {
      most = size;
      worst = i;
    }
  }
  return fmt::format(", most in the velocity of coordinate {}", worst + 1);
}

std::string Stepper::Implementation::explain(const Point& from, double h,
                                             const StepResult& result) const {
  const std::size_t shown = std::min<std::size_t>(result.history.size(), 6);
  const std::vector<double> tail(result.history.end() - static_cast<std::ptrdiff_t>(shown),
                                 result.history.end());
  std::string text = fmt::format(
      "the step from t = {:.9g} with h = {:.3g} failed: after {} Newton iterations and {} "
      "Jacobians the relative changes end with {:.2e}{}",
      from.t, h, result.history.size(), result.factorizations, fmt::join(tail, ", "), where());
  const std::string dependent = dependent_constraint(*system_, from);
  if (!dependent.empty()) return text + "; " + dependent;
  return text + "; try a smaller step, or a dissipative splitting (IIIC) for stiff terms";
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
StepStages Stepper::last_stages() const {
  return implementation_->last_stages();
}
void Stepper::restart() {
  implementation_->restart();
}
void Stepper::carry(Memory& memory) {
  implementation_->carry(memory);
}
double Stepper::error_estimate() {
  return implementation_->error_estimate();
}
int Stepper::estimator_order() const {
  return method().stages() - 1;
}
MatrixXd Stepper::carry_tangents(const MatrixXd& tangents) {
  return implementation_->carry_tangents(tangents);
}

}  // namespace sparkdyn::dae
