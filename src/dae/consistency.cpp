// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/dae/consistency.hpp"

#include <algorithm>
#include <cmath>

#include "largest.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/tableau/decompositions.hpp"
#include "velocity_level.hpp"

namespace sparkdyn::dae {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// y' from q_t + q_y y' = Σ v_l.
VectorXd position_rate(const System& system, const Point& at) {
  VectorXd v = system.total_velocity(at);
  if (system.position_is_identity()) return v;
  const Linearization q = system.linearize(Function::position, 0, at);
  return tableau::solve(q.y, VectorXd(v - q.t));
}

// C u = g of soft constraints.
VectorXd soft_multipliers(const System& system, const Point& at) {
  return tableau::solve(system.compliance(), system.value(Function::constraint, 0, at));
}

// M z' = Σ f with multipliers that are known.
Acceleration soft_acceleration(const System& system, Point at) {
  at.u = soft_multipliers(system, at);
  const Linearization momentum = system.linearize(Function::momentum, 0, at);
  VectorXd force = -momentum.t - momentum.y * position_rate(system, at);
  for (int k = 0; k < static_cast<int>(system.force_terms().size()); ++k) {
    force += system.value(Function::force, k, at);
  }
  return {tableau::solve(momentum.z, force), at.u};
}

// The least change of x with rows·x = −value.
VectorXd least_change(const MatrixXd& rows, const VectorXd& value) {
  return -tableau::shortest_solution(rows, value);
}

}  // namespace

ConstraintResiduals constraint_residuals(const System& system, const Point& at) {
  if (system.soft()) {
    const VectorXd g = system.value(Function::constraint, 0, at);
    return {largest(g - system.compliance() * at.u), 0.0};
  }
  return {largest(system.value(Function::constraint, 0, at)),
          std::max(largest(system.value(Function::velocity_constraint, 0, at)),
                   largest(system.value(Function::nonholonomic, 0, at)))};
}

Acceleration acceleration(const System& system, const Point& at) {
  if (system.soft()) return soft_acceleration(system, at);
  const Index p = system.sizes().z;
  const Index m = system.sizes().u();
  const Linearization V = velocity_level(system, at);
  const Linearization momentum = system.linearize(Function::momentum, 0, at);
  const VectorXd y_rate = position_rate(system, at);
  Point current = at;
  Acceleration result{VectorXd::Zero(p), at.u};
  for (int iteration = 0; iteration < 50; ++iteration) {
    MatrixXd A = MatrixXd::Zero(p + m, p + m);
    VectorXd right(p + m);
    A.topLeftCorner(p, p) = momentum.z;
    A.bottomLeftCorner(m, p) = V.z;
    right.head(p) = -momentum.t - momentum.y * y_rate;
    right.tail(m) = -V.t - V.y * y_rate;
    for (int k = 0; k < static_cast<int>(system.force_terms().size()); ++k) {
      if (!system.force_terms()[k].depends_on_u) {
        right.head(p) += system.value(Function::force, k, at);
        continue;
      }
      const Linearization f = system.linearize(Function::force, k, current);
      right.head(p) += f.value - f.u * current.u;
      A.topRightCorner(p, m) -= f.u;
    }
    const VectorXd solution = tableau::solve(A, right);
    if (!solution.allFinite()) {
      const std::string dependent = dependent_constraint(system, at);
      core::numerics_error("no accelerations at t = {:.9g}: {}", at.t,
                           dependent.empty() ? "the mass matrix is singular" : dependent);
    }
    const double change = largest(solution.tail(m) - current.u);
    result.z_rate = solution.head(p);
    result.u = solution.tail(m);
    current.u = result.u;
    if (change <= 1e-13 * largest(result.u) || m == 0) break;
  }
  return result;
}

void require_consistent(const System& system, const Point& at, double tolerance) {
  if (system.soft()) return;
  const auto require = [&](Function function, const char* what, const char* projection) {
    const VectorXd residual = system.value(function, 0, at);
    Index worst = 0;
    if (residual.size() == 0 || !(residual.cwiseAbs().maxCoeff(&worst) > tolerance)) return;
    core::input_error(
        "inconsistent initial values at t = {:.9g}: {} {} of {} is violated by {:.3e} (allowed "
        "{:.1e}); correct the initial {}, or project them onto the constraints",
        at.t, what, worst + 1, residual.size(), std::abs(residual[worst]), tolerance, projection);
  };
  require(Function::constraint, "constraint", "positions");
  require(Function::velocity_constraint, "the derivative of constraint", "velocities");
  require(Function::nonholonomic, "nonholonomic constraint", "velocities");
}

Point projected(const System& system, Point at) {
  const auto solve = [&](auto&& correct) {
    for (int iteration = 0; iteration < 50; ++iteration) {
      const double change = correct();
      if (change <= 1e-14) return;
    }
    core::numerics_error(
        "the initial values at t = {:.9g} are too far from the constraints to be projected: after "
        "50 iterations the positions violate them by {:.2e}, the velocities by {:.2e}",
        at.t, constraint_residuals(system, at).position, constraint_residuals(system, at).velocity);
  };
  if (system.sizes().holonomic > 0) {
    solve([&] {
      const Linearization g = system.linearize(Function::constraint, 0, at);
      const VectorXd change = least_change(g.y, g.value);
      at.y += change;
      return largest(change) / std::max(largest(at.y), 1e-300);
    });
  }
  if (system.sizes().u() > 0) {
    solve([&] {
      const Linearization V = velocity_level(system, at);
      const VectorXd change = least_change(V.z, V.value);
      at.z += change;
      return largest(V.value) == 0.0 ? 0.0 : largest(change) / std::max(largest(at.z), 1e-300);
    });
    at.u = acceleration(system, at).u;
  }
  return at;
}

}  // namespace sparkdyn::dae
