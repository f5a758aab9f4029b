// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A number with its gradient and Hessian in N variables, carried through a formula.

#include <Eigen/Core>

namespace sparkdyn::structure::nonlinear {

template <int N>
struct Jet {
  using Gradient = Eigen::Matrix<double, N, 1>;
  using Hessian = Eigen::Matrix<double, N, N>;
  double value = 0;
  Gradient gradient = Gradient::Zero();
  Hessian hessian = Hessian::Zero();

  static Jet variable(double value, int which) {
    Jet x;
    x.value = value;
    x.gradient(which) = 1;
    return x;
  }
  /// f(x) of one variable from f, f' and f''.
  Jet through(double f, double first, double second) const {
    return {f, first * gradient, first * hessian + second * gradient * gradient.transpose()};
  }
  friend Jet operator+(const Jet& a, const Jet& b) {
    return {a.value + b.value, a.gradient + b.gradient, a.hessian + b.hessian};
  }
  friend Jet operator*(const Jet& a, const Jet& b) {
    const Hessian cross = a.gradient * b.gradient.transpose();
    return {a.value * b.value, a.value * b.gradient + b.value * a.gradient,
            a.value * b.hessian + b.value * a.hessian + cross + cross.transpose()};
  }
  friend Jet operator*(double a, const Jet& b) {
    return {a * b.value, a * b.gradient, a * b.hessian};
  }
  friend Jet operator+(double a, const Jet& b) { return {a + b.value, b.gradient, b.hessian}; }
};

}  // namespace sparkdyn::structure::nonlinear
