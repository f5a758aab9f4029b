// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Symmetrized Runge–Kutta methods with local model, Jay (2007), section 6: y' = f(t,y) close to
// z' = g(t,z), whose solution z(t; r, z_r) is known. One step integrates the difference forward
// from z0(t) = z(t; t0, y0) and backward from z1(t) = z(t; t1, y1),
//
//   Y⁺_i = z0(T_i) + h Σ a_ij (f(Y⁺_j) − g(z0(T_j))),           y⁺ = z0(t1) + h Σ b_j (…)
//   Y⁻_i = z1(T_i) − h Σ (b_j − a_ij) (f(Y⁻_j) − g(z1(T_j))),   y⁻ = z1(t0) − h Σ b_j (…)
//   y1 − y⁺ = y0 − y⁻                                            (22)
//
// symmetric when the method is, exact when g = f, the method itself when g = 0 (Theorem 6).

#include <Eigen/Core>
#include <functional>

#include "sparkdyn/tableau/runge_kutta.hpp"

namespace sparkdyn::dae {

/// f, and a g close to it whose solution is known, with their derivatives.
struct LocalModel {
  using Vector = Eigen::VectorXd;                                       ///< y
  using Matrix = Eigen::MatrixXd;                                       ///< derivatives by y
  std::function<Vector(double, const Vector&)> f;                       ///< f(t, y)
  std::function<Vector(double, const Vector&)> g;                       ///< g(t, y)
  std::function<Matrix(double, const Vector&)> f_y;                     ///< ∂f/∂y
  std::function<Matrix(double, const Vector&)> g_y;                     ///< ∂g/∂y
  std::function<Vector(double t, double r, const Vector& z_r)> flow;    ///< z(t; r, z_r)
  std::function<Matrix(double t, double r, const Vector& z_r)> flow_z;  ///< ∂ flow / ∂ z_r
};

/// y1, by Newton iterations for all stages together. Throws core::Error (numerics) when they do not
/// converge.
Eigen::VectorXd srklm_step(const LocalModel& model, const tableau::RungeKutta& method, double t0,
                           const Eigen::VectorXd& y0, double h);

}  // namespace sparkdyn::dae
