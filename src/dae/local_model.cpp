// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/dae/local_model.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::dae {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// The unknowns in the order Y⁺, Y⁻, y1; residual and Jacobian of (22), or of one of its halves, in
// which the stages of the other stay at their guess.
class Equations {
 public:
  Equations(const LocalModel& model, LocalScheme scheme, const tableau::RungeKutta& method,
            double t0, const VectorXd& y0, double h)
      : model_(model),
        forward_(scheme != LocalScheme::rklm_adjoint),
        backward_(scheme != LocalScheme::rklm),
        rk_(method),
        t0_(t0),
        h_(h),
        y0_(y0),
        n_(y0.size()),
        s_(method.stages()),
        guess_(guess()) {}

  VectorXd guess() const {
    VectorXd x((2 * s_ + 1) * n_);
    for (Index i = 0; i < s_; ++i) {
      x.segment(i * n_, n_) = model_.flow(time(i), t0_, y0_);
      x.segment((s_ + i) * n_, n_) = x.segment(i * n_, n_);
    }
    x.tail(n_) = model_.flow(t0_ + h_, t0_, y0_);
    return x;
  }

  void evaluate(const VectorXd& x, VectorXd& r, MatrixXd& J) const {
    const VectorXd y1 = x.tail(n_);
    const double t1 = t0_ + h_;
    const Index last = 2 * s_ * n_;
    r = x - guess_;
    J = MatrixXd::Identity(x.size(), x.size());
    for (Index i = 0; i < s_; ++i) {
      if (forward_) r.segment(i * n_, n_) = x.segment(i * n_, n_) - model_.flow(time(i), t0_, y0_);
      if (!backward_) continue;
      r.segment((s_ + i) * n_, n_) = x.segment((s_ + i) * n_, n_) - model_.flow(time(i), t1, y1);
      J.block((s_ + i) * n_, last, n_, n_) -= model_.flow_z(time(i), t1, y1);
    }
    // y1 − y⁺ of the way forward, y⁻ − y0 of the way back
    r.tail(n_).setZero();
    J.bottomRightCorner(n_, n_).setZero();
    if (forward_) {
      r.tail(n_) += y1 - model_.flow(t1, t0_, y0_);
      J.bottomRightCorner(n_, n_) += MatrixXd::Identity(n_, n_);
    }
    if (backward_) {
      r.tail(n_) += model_.flow(t0_, t1, y1) - y0_;
      J.bottomRightCorner(n_, n_) += model_.flow_z(t0_, t1, y1);
    }
    for (Index j = 0; j < s_; ++j) {
      if (forward_) add_forward(x, j, r, J);
      if (backward_) add_backward(x, y1, j, r, J);
    }
  }

 private:
  double time(Index i) const { return t0_ + rk_.c[i] * h_; }

  void add_forward(const VectorXd& x, Index j, VectorXd& r, MatrixXd& J) const {
    const VectorXd Y = x.segment(j * n_, n_);
    const VectorXd rate = model_.f(time(j), Y) - model_.g(time(j), model_.flow(time(j), t0_, y0_));
    const MatrixXd slope = model_.f_y(time(j), Y);
    const auto subtract = [&](Index row, double weight) {
      r.segment(row, n_) -= weight * rate;
      J.block(row, j * n_, n_, n_) -= weight * slope;
    };
    for (Index i = 0; i < s_; ++i) subtract(i * n_, h_ * rk_.A(i, j));
    subtract(2 * s_ * n_, h_ * rk_.b[j]);
  }

  void add_backward(const VectorXd& x, const VectorXd& y1, Index j, VectorXd& r,
                    MatrixXd& J) const {
    const double t1 = t0_ + h_;
    const VectorXd Y = x.segment((s_ + j) * n_, n_);
    const VectorXd z1 = model_.flow(time(j), t1, y1);
    const VectorXd rate = model_.f(time(j), Y) - model_.g(time(j), z1);
    const MatrixXd slope = model_.f_y(time(j), Y);
    const MatrixXd end_slope = model_.g_y(time(j), z1) * model_.flow_z(time(j), t1, y1);
    const auto add = [&](Index row, double weight) {
      r.segment(row, n_) += weight * rate;
      J.block(row, (s_ + j) * n_, n_, n_) += weight * slope;
      J.block(row, 2 * s_ * n_, n_, n_) -= weight * end_slope;
    };
    for (Index i = 0; i < s_; ++i) add((s_ + i) * n_, h_ * (rk_.b[j] - rk_.A(i, j)));
    add(2 * s_ * n_, -h_ * rk_.b[j]);
  }

  const LocalModel& model_;
  bool forward_, backward_;
  const tableau::RungeKutta& rk_;
  double t0_, h_;
  const VectorXd& y0_;
  Index n_, s_;
  VectorXd guess_;
};

// u' = f − g without a model.
LocalModel remainder(const LocalModel& model) {
  return {.f = [&model](double t, const VectorXd& y) -> VectorXd {
            return model.f(t, y) - model.g(t, y);
          },
          .g = [](double, const VectorXd& y) -> VectorXd { return VectorXd::Zero(y.size()); },
          .f_y = [&model](double t, const VectorXd& y) -> MatrixXd {
            return model.f_y(t, y) - model.g_y(t, y);
          },
          .g_y = [](double, const VectorXd& y) -> MatrixXd {
            return MatrixXd::Zero(y.size(), y.size());
          },
          .flow = [](double, double, const VectorXd& z) -> VectorXd { return z; },
          .flow_z = [](double, double, const VectorXd& z) -> MatrixXd {
            return MatrixXd::Identity(z.size(), z.size());
          }};
}

tableau::RungeKutta explicit_euler() {
  return {"Euler", MatrixXd::Zero(1, 1), VectorXd::Ones(1), VectorXd::Zero(1), 1};
}

VectorXd runge_kutta_step(const LocalModel& model, LocalScheme scheme,
                          const tableau::RungeKutta& method, double t0, const VectorXd& y0,
                          double h) {
  const Equations equations(model, scheme, method, t0, y0, h);
  VectorXd x = equations.guess();
  VectorXd r;
  MatrixXd J;
  double before = 1e300;
  for (int k = 0; k < 30; ++k) {
    equations.evaluate(x, r, J);
    const VectorXd change = tableau::solve(J, r);
    x -= change;
    const double relative = change.norm() / std::max(x.norm(), 1e-300);
    if (relative <= 1e-14 || (relative <= 1e-11 && relative > 0.5 * before)) {
      return x.tail(y0.size());
    }
    before = relative;
  }
  core::numerics_error(
      "the step from t = {:.9g} with h = {:.3g} and its local model failed: after 30 Newton "
      "iterations the relative change is {:.2e}; try a smaller step or a closer model",
      t0, h, before);
}

}  // namespace

const std::vector<std::string>& local_scheme_names() {
  static const std::vector<std::string> names{"rklm",   "rklm-adjoint", "srklm",           "lie",
                                              "strang", "lawson-euler", "euler-correction"};
  return names;
}

VectorXd local_model_step(const LocalModel& model, LocalScheme scheme,
                          const tableau::RungeKutta& method, double t0, const VectorXd& y0,
                          double h) {
  const auto correct = [&](const tableau::RungeKutta& with, double t, const VectorXd& y,
                           double size) {
    return runge_kutta_step(remainder(model), LocalScheme::rklm, with, t, y, size);
  };
  switch (scheme) {
    case LocalScheme::lie:
      return model.flow(t0 + h, t0, correct(method, t0, y0, h));
    case LocalScheme::lawson_euler:
      return model.flow(t0 + h, t0, correct(explicit_euler(), t0, y0, h));
    case LocalScheme::strang: {
      const VectorXd half = model.flow(t0 + h, t0, correct(method, t0, y0, h / 2));
      return correct(method, t0 + h / 2, half, h / 2);
    }
    case LocalScheme::euler_correction:
      return runge_kutta_step(model, LocalScheme::rklm, explicit_euler(), t0, y0, h);
    default:
      return runge_kutta_step(model, scheme, method, t0, y0, h);
  }
}

VectorXd srklm_step(const LocalModel& model, const tableau::RungeKutta& method, double t0,
                    const VectorXd& y0, double h) {
  return runge_kutta_step(model, LocalScheme::srklm, method, t0, y0, h);
}

}  // namespace sparkdyn::dae
