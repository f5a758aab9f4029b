// SPDX-License-Identifier: BSD-3-Clause
#include "dae/local_model_steps.hpp"

#include <cmath>

#include "fixed_steps.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/consistency.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::dae {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

Point point_of(const System& system, double t, const VectorXd& y) {
  return {t, y.head(system.sizes().y), y.tail(system.sizes().z), VectorXd(0)};
}

VectorXd state_of(const Point& at) {
  VectorXd y(at.y.size() + at.z.size());
  y << at.y, at.z;
  return y;
}

VectorXd right_side(const System& system, double t, const VectorXd& y) {
  const Point at = point_of(system, t, y);
  return state_of({t, system.total_velocity(at), acceleration(system, at).z_rate, {}});
}

// By (q, v); the mass is constant.
MatrixXd right_side_slope(const System& system, double t, const VectorXd& y) {
  const Point at = point_of(system, t, y);
  const Index n = at.y.size();
  MatrixXd slope = MatrixXd::Zero(y.size(), y.size());
  const auto add = [&](Index row, Index rows, const Linearization& part) {
    if (part.y.cols() > 0) slope.block(row, 0, rows, n) += part.y;
    if (part.z.cols() > 0) slope.block(row, n, rows, at.z.size()) += part.z;
  };
  for (int l = 0; l < static_cast<int>(system.velocity_terms().size()); ++l)
    add(0, n, system.linearize(Function::velocity, l, at));
  for (int k = 0; k < static_cast<int>(system.force_terms().size()); ++k)
    add(n, at.z.size(), system.linearize(Function::force, k, at));
  const Linearization momentum = system.linearize(Function::momentum, 0, at);
  slope.bottomRows(at.z.size()) =
      tableau::solve(momentum.z, MatrixXd(slope.bottomRows(at.z.size())));
  return slope;
}

void require_ordinary(const Problem& problem) {
  const System& system = *problem.system;
  const Linearization momentum = system.linearize(Function::momentum, 0, problem.start);
  const bool constant = momentum.y.size() == 0 || momentum.y.norm() == 0.0;
  if (system.sizes().u() == 0 && system.sizes().y > 0 && system.position_is_identity() && constant)
    return;
  core::input_error(
      "the problem '{}' has constraints or a mass that is not constant: local models are for "
      "y' = f(t, y), such as harmonic-oscillator, n-particles and stiff-spring-pendulum",
      problem.name);
}

// z'' = −ρ²z, section 7.
LocalModel spring_of(const Problem& problem, LocalModel model) {
  const double rho = problem.parameters.at("rho");
  if (!(rho > 0.0)) core::input_error("the local model 'spring' needs a positive 'rho'");
  const auto turn = [rho](double t) {
    Eigen::Matrix2d result;
    result << std::cos(rho * t), std::sin(rho * t) / rho, -rho * std::sin(rho * t),
        std::cos(rho * t);
    return result;
  };
  Eigen::Matrix2d A;
  A << 0, 1, -rho * rho, 0;
  model.g = [A](double, const VectorXd& z) -> VectorXd { return A * z; };
  model.g_y = [A](double, const VectorXd&) -> MatrixXd { return A; };
  model.flow = [turn](double t, double r, const VectorXd& z) -> VectorXd {
    return turn(t - r) * z;
  };
  model.flow_z = [turn](double t, double r, const VectorXd&) -> MatrixXd { return turn(t - r); };
  return model;
}

class LocalModelSteps final : public Run {
 public:
  LocalModelSteps(const Problem& problem, const LocalModelOptions& options,
                  tableau::RungeKutta method, const Point& from, FixedSteps steps)
      : Run(from),
        system_(problem.system),
        model_(local_model(problem, options.model)),
        scheme_(options.scheme.value()),
        method_(std::move(method)),
        steps_(std::move(steps)) {}

  bool done() const override { return steps_.done(); }
  void advance() override {
    const Point& at = summary_.end;
    const VectorXd end =
        local_model_step(model_, scheme_, method_, at.t, state_of(at), steps_.size());
    if (!end.allFinite())
      core::numerics_error("the step from t = {:.9g} with h = {:.3g} overflows", at.t,
                           steps_.size());
    summary_.end = point_of(*system_, steps_.advance(), end);
    ++summary_.steps;
  }
  void carry(Carried& carried) override { carried(summary_)(steps_); }

 private:
  std::shared_ptr<const System> system_;
  LocalModel model_;
  LocalScheme scheme_;
  tableau::RungeKutta method_;
  FixedSteps steps_;
};

}  // namespace

std::vector<std::string> local_model_names(const std::string& problem) {
  if (problem == "harmonic-oscillator") return {"linear", "spring"};
  return {"linear"};
}

LocalModel local_model(const Problem& problem, const std::string& name) {
  require_ordinary(problem);
  LocalModel model = linear_part(
      [system = problem.system](double t, const VectorXd& y) { return right_side(*system, t, y); },
      [system = problem.system](double t, const VectorXd& y) {
        return right_side_slope(*system, t, y);
      },
      problem.start.t, state_of(problem.start));
  return name == "spring" ? spring_of(problem, std::move(model)) : model;
}

std::unique_ptr<Run> local_model_steps(const Problem& problem, const LocalModelOptions& options,
                                       const Method& method, const Point& from, double end_time,
                                       double h, std::vector<double> pattern) {
  const MatrixXd A = method.matrix({.kind = tableau::Term::elastic}, "");
  if (method.half_explicit || A.rows() != method.b.size() ||
      !A.isApprox(method.matrix({.kind = tableau::Term::velocity}, ""), 1e-14)) {
    core::input_error("a local model needs a method with one matrix for all terms, not {}",
                      method.name);
  }
  tableau::RungeKutta coefficients{method.name, A, method.b, method.c, method.order};
  return std::make_unique<LocalModelSteps>(problem, options, std::move(coefficients), from,
                                           FixedSteps(from.t, end_time, h, std::move(pattern)));
}

}  // namespace sparkdyn::dae
