#include "sparkdyn/dae/stepper.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "convergence.hpp"
#include "polynomial.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/consistency.hpp"
#include "stage_equations.hpp"

namespace sparkdyn::dae {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

double largest(const MatrixXd& values) {
  return values.size() == 0 ? 0.0 : values.lpNorm<Eigen::Infinity>();
}

// A method of Jay (2007) evaluates r(t, y, ψ) at points where no z is known.
void require_supported(const System& system, const Method& method) {
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

class Stepper::Implementation {
 public:
  Implementation(std::shared_ptr<const System> system, Method method, StepperOptions options)
      : system_(std::move(system)),
        method_(std::move(method)),
        options_(options),
        equations_(*system_, method_),
        estimator_(method_.b.cwiseProduct(legendre(method_.stages() - 1, method_.c))) {
    require_supported(*system_, method_);
  }

  StepResult step(const Point& from, double h);
  MatrixXd carry_tangents(const MatrixXd& tangents);
  double error_estimate();
  void restart() {
    last_.reset();
    factors_for_.reset();
  }

  const System& system() const { return *system_; }
  const Method& method() const { return method_; }

 private:
  struct Step {
    Point from;
    double h;
    StageValues values;
    Point end;
  };

  StageValues guess(const Point& from, double h);
  void integrate_positions(const Point& from, double h, StageValues& values);
  Acceleration start_rate(const Point& from) const;
  bool iterate(const Point& from, double h, StageValues& values, StepResult& result);
  static Change apply(const StageValues& correction, double h, StageValues& values);
  VectorXd end_multiplier(const Point& end, const StageValues& values) const;
  void require_step() const;
  std::string explain(const Point& from, double h, const StepResult& result) const;

  std::shared_ptr<const System> system_;
  Method method_;
  StepperOptions options_;
  StageEquations equations_;
  VectorXd estimator_;  // e_i of (38): b_i P_{s−1}(c_i), which is symmetric or antisymmetric
  std::optional<Step> last_;
  std::optional<double> factors_for_;  // the step size the factors belong to
  double noise_ = 0.0;                 // where iterations with a new Jacobian stopped contracting
};

StageValues Stepper::Implementation::guess(const Point& from, double h) {
  const auto same = [&](const Point& other) {
    return from.y == other.y && from.z == other.z &&
           std::abs(from.t - other.t) < 1e-6 * std::abs(h);
  };
  const VectorXd nodes = method_.multiplier_nodes();
  StageValues values;
  if (last_ && (same(last_->end) || same(last_->from))) {
    // The last step's polynomials, continued or, for another try with another step, rescaled.
    const double shift = same(last_->from) ? 0.0 : 1.0;
    const double ratio = h / last_->h;
    const auto along = [&](const VectorXd& known, const VectorXd& wanted) {
      return interpolation(known, (wanted * ratio).array() + shift);
    };
    values.Y = last_->values.Y * along(method_.c, method_.c).transpose();
    values.Z = last_->values.Z * along(method_.c, method_.c).transpose();
    values.points = last_->values.Y * along(method_.c, method_.point_nodes).transpose();
    values.U = last_->values.U * along(nodes, nodes).transpose();
    values.z1 = last_->values.Z * along(method_.c, VectorXd::Ones(1)).transpose();
    return values;
  }
  // Z along a straight line, then Y from the rows that integrate it: an error of O(h³) in Y is one
  // of O(h) in U. Where U enters nonlinearly, less may lead to another solution than the one meant.
  const Acceleration rate = start_rate(from);
  const VectorXd v0 = system_->total_velocity(from);
  values.Y = (h * v0 * method_.c.transpose()).colwise() + from.y;
  values.points = (h * v0 * method_.point_nodes.transpose()).colwise() + from.y;
  values.Z = (h * rate.z_rate * method_.c.transpose()).colwise() + from.z;
  values.U = rate.u.replicate(1, method_.multipliers());
  values.z1 = from.z + h * rate.z_rate;
  for (int repeat = 0; repeat < 2; ++repeat) integrate_positions(from, h, values);
  return values;
}

// One Newton step for q(Y) = q0 + h Σ a v and q(Ȳ) = q0 + h Σ ā v, v as it is.
void Stepper::Implementation::integrate_positions(const Point& from, double h,
                                                  StageValues& values) {
  const Eigen::Index n = system_->sizes().y;
  const VectorXd defect = equations_.residual(from, h, values).rows1;
  const auto correct = [&](MatrixXd& columns, const VectorXd& nodes, Eigen::Index first) {
    for (Eigen::Index i = 0; i < columns.cols(); ++i) {
      const VectorXd part = defect.segment((first + i) * n, n);
      if (system_->position_is_identity()) {
        columns.col(i) -= part;
        continue;
      }
      const Point at{from.t + nodes[i] * h, columns.col(i), from.z, from.u};
      columns.col(i) -= system_->linearize(Function::position, 0, at).y.partialPivLu().solve(part);
    }
  };
  correct(values.Y, method_.c, 0);
  correct(values.points, method_.point_nodes, method_.stages());
}

Acceleration Stepper::Implementation::start_rate(const Point& from) const {
  try {
    return acceleration(*system_, from);
  } catch (const core::Error&) {
    return {VectorXd::Zero(system_->sizes().z), from.u};
  }
}

Change Stepper::Implementation::apply(const StageValues& correction, double h,
                                      StageValues& values) {
  values.Y += correction.Y;
  values.points += correction.points;
  values.Z += correction.Z;
  values.U += correction.U;
  values.z1 += correction.z1;
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

bool Stepper::Implementation::iterate(const Point& from, double h, StageValues& values,
                                      StepResult& result) {
  const StageValues start = values;
  StageValues best = values;
  noise_ *= 0.9;  // the floor moves with the motion: probe it again now and then
  Convergence convergence(options_, noise_);
  bool new_jacobian = false;
  for (int k = 0; k < options_.max_iterations; ++k) {
    const StageResidual residual = equations_.residual(from, h, values);
    // Factors of a slightly different step will do; the contraction tells when they do not.
    if (!factors_for_ || std::abs(*factors_for_ - h) > 0.1 * std::abs(h)) {
      ++result.factorizations;
      if (!equations_.factorize(from, h, values)) return false;
      factors_for_ = h;
      new_jacobian = true;
    }
    const Change change = apply(equations_.correction(residual), h, values);
    result.history.push_back(change.norm);
    const Verdict verdict = convergence.judge(change, new_jacobian);
    if (convergence.improved()) best = values;
    switch (verdict) {
      case Verdict::converged_at_best:
        values = best;
        noise_ = convergence.noise();
        return true;
      case Verdict::converged:
        return true;
      case Verdict::failed:
        return false;
      case Verdict::new_jacobian:
        factors_for_.reset();
        // An old Jacobian may have thrown the iterate far away.
        if (!new_jacobian && !(convergence.contraction() < 1.0) && !(change.motion < 1e-8)) {
          values = start;
        }
        break;
      case Verdict::go_on:
        new_jacobian = false;
        break;
    }
  }
  return false;
}

StepResult Stepper::Implementation::step(const Point& from, double h) {
  if (!(std::abs(h) > 0.0) || !std::isfinite(h)) core::input_error("the step size is {}", h);
  StepResult result;
  StageValues values = guess(from, h);
  result.converged = iterate(from, h, values, result);
  if (!result.converged && last_) {
    // Extrapolation over a kink may start outside the region of convergence.
    restart();
    values = guess(from, h);
    result.converged = iterate(from, h, values, result);
  }
  if (!result.converged) {
    restart();
    result.failure = explain(from, h, result);
    return result;
  }
  result.end = {from.t + h, values.points.rightCols(1), values.z1, from.u};
  if (system_->sizes().y == 0) result.end.y.resize(0);
  result.end.u = end_multiplier(result.end, values);
  last_ = Step{from, h, std::move(values), result.end};
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

std::string Stepper::Implementation::explain(const Point& from, double h,
                                             const StepResult& result) const {
  const std::size_t shown = std::min<std::size_t>(result.history.size(), 6);
  const std::vector<double> tail(result.history.end() - static_cast<std::ptrdiff_t>(shown),
                                 result.history.end());
  std::string text = fmt::format(
      "the step from t = {:.9g} with h = {:.3g} failed: after {} Newton iterations and {} "
      "Jacobians the relative changes end with {:.2e}",
      from.t, h, result.history.size(), result.factorizations, fmt::join(tail, ", "));
  const std::string dependent = dependent_constraint(*system_, from);
  if (!dependent.empty()) return text + "; " + dependent;
  return text + "; try a smaller step, or a dissipative splitting (IIIC) for stiff terms";
}

double Stepper::Implementation::error_estimate() {
  require_step();
  // The iteration ends with rates that are one correction old.
  equations_.residual(last_->from, last_->h, last_->values);
  return std::abs(last_->h) * ((equations_.rates().velocity * estimator_).norm() +
                               (equations_.rates().force * estimator_).norm());
}

void Stepper::Implementation::require_step() const {
  if (!last_) throw core::Error(core::Failure::internal, "no step has been made yet");
}

MatrixXd Stepper::Implementation::carry_tangents(const MatrixXd& tangents) {
  require_step();
  const Sizes& sizes = system_->sizes();
  // The derivative of the step needs the Jacobian at the solution, not the one Newton got by with.
  if (!equations_.factorize(last_->from, last_->h, last_->values)) {
    core::numerics_error("the step at t = {:.9g} has no derivative: its Jacobian is singular",
                         last_->from.t);
  }
  factors_for_ = last_->h;
  MatrixXd result(tangents.rows(), tangents.cols());
  for (Eigen::Index k = 0; k < tangents.cols(); ++k) {
    const StageValues change = equations_.correction(
        equations_.start_derivative(last_->from, last_->h, last_->values,
                                    tangents.col(k).head(sizes.y), tangents.col(k).tail(sizes.z)));
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
  return implementation_->step(from, h);
}
void Stepper::restart() {
  implementation_->restart();
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
