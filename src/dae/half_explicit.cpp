// SPDX-License-Identifier: BSD-3-Clause
#include "half_explicit.hpp"

#include <cmath>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::dae {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

void require_half_explicit(const System& system, const Method& method) {
  if (!system.velocity_is_z()) {
    core::input_error("the {} method is for mechanisms, y' = z: use Gauss-Lobatto SPARK",
                      method.name);
  }
  if (system.sizes().nonholonomic > 0) {
    core::input_error("the {} method takes no nonholonomic constraints: use Lobatto SPARK",
                      method.name);
  }
  for (const TermInfo& term : system.force_terms()) {
    if (!term.depends_on_z) continue;
    core::input_error(
        "the {} method takes forces that do not depend on the velocities; this system has a {} "
        "term that does: use Gauss-Lobatto SPARK",
        method.name, tableau::name(term.kind));
  }
}

namespace {

// Σ of the forces without multipliers, or of the reactions.
VectorXd total(const System& system, const Point& at, bool reactions) {
  VectorXd sum = VectorXd::Zero(system.sizes().z);
  for (int k = 0; k < static_cast<int>(system.force_terms().size()); ++k) {
    if (system.force_terms()[k].depends_on_u != reactions) continue;
    sum += system.value(Function::force, k, at);
  }
  return sum;
}

MatrixXd reaction_slope(const System& system, const Point& at) {
  MatrixXd sum = MatrixXd::Zero(system.sizes().z, system.sizes().u());
  for (int k = 0; k < static_cast<int>(system.force_terms().size()); ++k) {
    if (system.force_terms()[k].depends_on_u) {
      sum += system.linearize(Function::force, k, at).u;
    }
  }
  return sum;
}

struct SmallStage {
  Point stage;           // T_i, Y_i, Z_i
  Point start;           // T̄_{i−1}, Ȳ_{i−1}, Ψ_{i−1}
  Point end;             // T̄_i, Ȳ_i
  VectorXd known;        // C_i
  double reaction_size;  // h ã_{i,i−1}
  double advance;        // h ā_ii
};

// True when converged to the tolerance, or to rounding.
bool solve(const System& system, const StepperOptions& options, SmallStage& s,
           std::vector<double>& history) {
  const Index p = system.sizes().z;
  const Index m = system.sizes().u();
  SmallLu factors;
  double before = INFINITY;
  for (int k = 0; k < options.max_iterations; ++k) {
    s.end.y = s.start.y + s.advance * s.stage.z;
    const Linearization momentum = system.linearize(Function::momentum, 0, s.stage);
    MatrixXd matrix = MatrixXd::Zero(p + m, p + m);
    VectorXd right(p + m);
    matrix.topLeftCorner(p, p) = momentum.z;
    right.head(p) = s.known - momentum.value;
    if (m > 0) {
      const Linearization g = system.linearize(Function::constraint, 0, s.end);
      matrix.topRightCorner(p, m) = -s.reaction_size * reaction_slope(system, s.start);
      matrix.bottomLeftCorner(m, p) = s.advance * g.y;
      right.head(p) += s.reaction_size * total(system, s.start, true);
      right.tail(m) = -g.value;
    }
    if (!factors.factorize(matrix)) return false;
    factors.solve(right);
    s.stage.z += right.head(p);
    s.start.u += right.tail(m);
    const double change = right.head(p).lpNorm<Eigen::Infinity>();
    const double relative = change == 0.0 ? 0.0 : change / s.stage.z.lpNorm<Eigen::Infinity>();
    history.push_back(relative);
    if (!std::isfinite(relative)) return false;
    s.end.y = s.start.y + s.advance * s.stage.z;
    const bool rounding = relative > 0.5 * before && relative <= options.roundoff_floor;
    // Newton squares the error: what follows a change below the root of the tolerance is below it.
    if (relative <= std::sqrt(options.tolerance) * 1e-2 || rounding) return true;
    before = relative;
  }
  return false;
}

}  // namespace

bool half_explicit_stages(const System& system, const Method& method, const StepperOptions& options,
                          const Point& from, double h, StageValues& values, StepResult& result) {
  const Index s = method.stages();
  const Sizes& sizes = system.sizes();
  values.Y.resize(sizes.y, s);
  values.Z.resize(sizes.z, s);
  values.points.resize(sizes.y, s - 1);
  values.U = from.u.replicate(1, s);
  values.z1 = from.z;
  VectorXd known = system.value(Function::momentum, 0, from);
  Point at = from;
  for (Index i = 0; i < s; ++i) {
    at.t = from.t + method.c[i] * h;
    values.Y.col(i) = at.y;
    known += h * method.b[i] * total(system, at, false);
    if (i == s - 1) {  // Z of the last stage without its own reaction: nobody asks for it
      values.Z.col(i) = at.z;
      break;
    }
    SmallStage stage{
        at, at, at, known, h * method.reaction_rows(i, i), h * method.point_rows(i, i)};
    stage.end.t = from.t + method.point_nodes[i] * h;
    if (!solve(system, options, stage, result.history)) return false;
    if (sizes.u() > 0) {
      known += stage.reaction_size * total(system, stage.start, true);
      values.U.col(i) = stage.start.u;
    }
    values.Z.col(i) = stage.stage.z;
    values.points.col(i) = stage.end.y;
    at.y = stage.end.y;
    at.z = stage.stage.z;
    at.u = stage.start.u;
  }
  return true;
}

}  // namespace sparkdyn::dae
