// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Methods with a local model, Jay (2007), sections 5 and 6: y' = f(t,y) close to z' = g(t,z), whose
// solution z(t; r, z_r) is known. A Runge–Kutta method for the difference from z0(t) = z(t; t0,
// y0),
//
//   Y⁺_i = z0(T_i) + h Σ a_ij (f(Y⁺_j) − g(z0(T_j))),           y⁺ = z0(t1) + h Σ b_j (…)
//
// gives y1 = y⁺, the RKLM (18); going back from z1(t) = z(t; t1, y1) its adjoint, y⁻ = y0,
//
//   Y⁻_i = z1(T_i) − h Σ (b_j − a_ij) (f(Y⁻_j) − g(z1(T_j))),   y⁻ = z1(t0) − h Σ b_j (…)
//
// and both the symmetrized method, SRKLM,
//
//   y1 − y⁺ = y0 − y⁻                                            (22)
//
// symmetric when the coefficients are, exact when g = f, the method itself when g = 0 (Theorem 6).
// Splittings compose the flow G_h of g with an approximation D_h of the flow of f − g.

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

#include "sparkdyn/tableau/runge_kutta.hpp"

namespace sparkdyn::dae {

/// f, and a g close to it whose solution is known, with their derivatives.
struct LocalModel {
  using Right = std::function<Eigen::VectorXd(double, const Eigen::VectorXd&)>;  ///< f or g
  using Slope = std::function<Eigen::MatrixXd(double, const Eigen::VectorXd&)>;  ///< by y
  using Vector = Eigen::VectorXd;                                                ///< y
  using Matrix = Eigen::MatrixXd;                                       ///< derivatives by y
  Right f;                                                              ///< f(t, y)
  Right g;                                                              ///< g(t, y)
  Slope f_y;                                                            ///< ∂f/∂y
  Slope g_y;                                                            ///< ∂g/∂y
  std::function<Vector(double t, double r, const Vector& z_r)> flow;    ///< z(t; r, z_r)
  std::function<Matrix(double t, double r, const Vector& z_r)> flow_z;  ///< ∂ flow / ∂ z_r
};

/// What becomes of a model and a Runge–Kutta method.
enum class LocalScheme {
  rklm,              ///< (18)
  rklm_adjoint,      ///< its adjoint
  srklm,             ///< (22)
  lie,               ///< G_h ∘ D_h, D_h by the Runge–Kutta method
  strang,            ///< D_{h/2} ∘ G_h ∘ D_{h/2}
  lawson_euler,      ///< (17): `lie` with Euler's explicit method
  euler_correction,  ///< (19): `rklm` with Euler's explicit method
};

/// In the order of LocalScheme.
const std::vector<std::string>& local_scheme_names();

/// y1, by Newton iterations for all stages together. Throws core::Error (numerics) when they do not
/// converge.
Eigen::VectorXd local_model_step(const LocalModel& model, LocalScheme scheme,
                                 const tableau::RungeKutta& method, double t0,
                                 const Eigen::VectorXd& y0, double h);

/// (22).
Eigen::VectorXd srklm_step(const LocalModel& model, const tableau::RungeKutta& method, double t0,
                           const Eigen::VectorXd& y0, double h);

/// The model z' = c + A z of f's linear part at (t, y), solved by the exponential of h A; its f and
/// f_y are those given.
LocalModel linear_part(LocalModel::Right f, LocalModel::Slope f_y, double t,
                       const Eigen::VectorXd& y);

}  // namespace sparkdyn::dae
