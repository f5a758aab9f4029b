// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Consistent values: 0 = g(t,y), 0 = dg/dt(t,y,z), 0 = w(t,y,z), and the multipliers from (17h) of
// Jay (1998), which together with the momentum equation reads
//
//   p_z z' − Σ f_k(t,y,z,u) = −p_t − p_y y',     V_z z' = −V_t − V_y y'
//
// V the constraints on the level of z. Linear in z' and, for the usual reaction, in u; else Newton.
// Soft constraints hold nothing: u = C⁻¹g.

#include "sparkdyn/dae/one_step.hpp"
#include "sparkdyn/dae/system.hpp"

namespace sparkdyn::dae {

/// How far a point is off its constraints.
struct ConstraintResiduals {
  double position = 0.0;  ///< max |g|, of soft constraints |g − Cu|
  double velocity = 0.0;  ///< max |dg/dt|, |w|
};

/// By how much g, dg/dt and w differ from zero.
ConstraintResiduals constraint_residuals(const System& system, const Point& at);

/// How fast the motion is along its constraints and off them; they must be hard.
Speeds constraint_speeds(const System& system, const Point& at);

/// What (17h) gives.
struct Acceleration {
  Eigen::VectorXd z_rate;  ///< z'
  Eigen::VectorXd u;       ///< the multipliers
};

/// Starts from at.u. Throws core::Error (numerics) naming the dependent constraint when the system
/// is singular.
Acceleration acceleration(const System& system, const Point& at);

/// Throws core::Error (input) saying by how much g and dg/dt are violated, and which rows, when
/// beyond the tolerance.
void require_consistent(const System& system, const Point& at, double tolerance = 1e-8);

/// The nearest y with g = 0 (Gauss–Newton along the gradients), then the nearest z with dg/dt = 0
/// and w = 0, then u by acceleration(): of soft constraints the slow manifold (18) of Jay & Petzold
/// (1995). Throws core::Error (numerics) when the iteration fails.
Point projected(const System& system, Point at);

/// "" when the gradients of the constraints are independent at `at`; else a sentence naming the
/// constraint that depends on the others.
std::string dependent_constraint(const System& system, const Point& at, double tolerance = 1e-10);

}  // namespace sparkdyn::dae
