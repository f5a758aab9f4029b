// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a step of the size h resolves of a mechanical motion, and what it does not. With M = p_z and
// K = −f_y on the tangent space of the constraints, the oscillations
//
//   K φ = ω² M φ,   φᵀMφ = 1,   hω > 1
//
// are those whose period the step does not see. The slow manifold of Jay & Petzold (1995), (18), is
// where their forces vanish, φᵀf(q̃) = 0, and nothing moves along them, φᵀMṽ = 0. With g and K of a
// potential gᵀKg/(2ε²) that is g(q̃) = 0 and g_q ṽ = 0; the forces alone tell it for every other
// mechanism too, soft constraints, −g_qᵀC⁻¹g, among them. Purely geometric: it says where an
// iteration should begin and how far a step can go, never what the solution is.

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "sparkdyn/dae/system.hpp"

namespace sparkdyn::dae {

struct SlowMotion {
  Eigen::MatrixXd mass;
  Eigen::MatrixXd modes;    // φ, one column per oscillation
  Eigen::VectorXd squares;  // ω²
  // φᵀK_kφ and −φᵀ(f_k)_z φ of every force term k, one column each: terms may have different
  // Runge–Kutta matrices.
  Eigen::MatrixXd stiffness;
  Eigen::MatrixXd friction;
  Eigen::VectorXd displacement;  // φᵀM(q0 − q̃)
  Eigen::VectorXd speed;         // φᵀM v0
  Eigen::VectorXd position;      // q̃
  Eigen::VectorXd velocity;      // ṽ = v0 − Σ φ φᵀM v0
  Eigen::VectorXd acceleration;  // at (q̃, ṽ), without what it has along φ
  Eigen::VectorXd u;             // the multipliers there
  Eigen::MatrixXd reaction;      // C⁻¹ g_q φ of soft constraints: what they gain along φ

  bool resolved() const { return modes.cols() == 0; }
  double length(const Eigen::VectorXd& change) const;  // √(xᵀMx)
  // ½ Σ ω² x², what the oscillations have stored.
  double stored() const { return 0.5 * squares.dot(displacement.cwiseAbs2()); }
};

// None for a system that is no mechanism (v ≠ z) or has no positive mass along its constraints.
std::optional<SlowMotion> slow_motion(const System& system, const Point& from, double h);

}  // namespace sparkdyn::dae
