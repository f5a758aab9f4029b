// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/dae/diagnostics.hpp"

#include <algorithm>
#include <cmath>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::dae {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

Point stepped(OneStep& stepper, const Point& from, double h) {
  const StepResult result = stepper.step(from, h);
  if (!result.converged) stepper.fail(result, from, h);
  return result.end;
}

// g_y dy = 0 and V_y dy + V_z dz = 0 as rows on (dy, dz).
MatrixXd tangency_rows(const System& system, const Point& at) {
  const Sizes& sizes = system.sizes();
  MatrixXd rows = MatrixXd::Zero(2 * sizes.holonomic + sizes.nonholonomic, sizes.y + sizes.z);
  Index row = 0;
  for (const Function function :
       {Function::constraint, Function::velocity_constraint, Function::nonholonomic}) {
    const Linearization part = system.linearize(function, 0, at);
    const Index count = part.value.size();
    if (count == 0) continue;
    rows.block(row, 0, count, sizes.y) = part.y;
    if (part.z.cols() > 0) rows.block(row, sizes.y, count, sizes.z) = part.z;
    row += count;
  }
  return rows;
}

}  // namespace

Monitor::Monitor(const System& system, std::vector<Quantity> quantities)
    : system_(system), quantities_(std::move(quantities)), deviation_(quantities_.size(), 0.0) {}

void Monitor::operator()(const Point& at) {
  const ConstraintResiduals now = constraint_residuals(system_, at);
  constraints_.position = std::max(constraints_.position, now.position);
  constraints_.velocity = std::max(constraints_.velocity, now.velocity);
  const bool first = first_.empty();
  for (std::size_t k = 0; k < quantities_.size(); ++k) {
    const double value = quantities_[k].value(at);
    if (first) first_.push_back(value);
    deviation_[k] = std::max(deviation_[k], std::abs(value - first_[k]));
  }
}

double Monitor::deviation(const std::string& quantity) const {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < quantities_.size(); ++k) {
    if (quantities_[k].name == quantity) return deviation_[k];
    names.push_back(quantities_[k].name);
  }
  core::input_error("no quantity '{}'; there are: {}", quantity, core::allowed(quantity, names));
}

namespace {

// Orthonormal solutions of rows·(dy, dz) = 0.
MatrixXd tangents_to(const MatrixXd& rows, const System& system, const Point& at, int count) {
  const Sizes& sizes = system.sizes();
  const Index dimension = rows.cols() - rows.rows();
  if (count > dimension) {
    core::input_error("the motion has {} dimensions at t = {:.9g}, too few for {} tangent vectors",
                      dimension, at.t, count);
  }
  // Orthonormal basis of the null space: the last columns of Q in rowsᵀ = Q R.
  MatrixXd basis = MatrixXd::Identity(rows.cols(), rows.cols());
  if (rows.rows() > 0) basis = tableau::orthogonal_basis(rows.transpose());
  const MatrixXd null_space = basis.rightCols(dimension);
  VectorXd flow(sizes.y + sizes.z);
  flow << system.total_velocity(at), acceleration(system, at).z_rate;
  const VectorXd coordinates = null_space.transpose() * flow;
  if (coordinates.norm() == 0.0) return null_space.leftCols(count);
  return null_space * tableau::orthogonal_basis(coordinates).leftCols(count);
}

}  // namespace

MatrixXd tangent_vectors(const System& system, const Point& at, int count) {
  return tangents_to(tangency_rows(system, at), system, at, count);
}

MatrixXd start_tangents(const Problem& problem) {
  const System& system = *problem.system;
  if (problem.tangents.cols() > 0) return problem.tangents;
  if (problem.phase_space)
    return tangents_to(problem.phase_space->slopes(problem.start), system, problem.start, 2);
  if (problem.formulation == Formulation::constrained)
    return tangent_vectors(system, problem.start, 2);
  return tangents_to(problem.formulations->slopes(problem.start.y, problem.start.z), system,
                     problem.start, 2);
}

double wedge_product(const System& system, const Point& at, const VectorXd& first,
                     const VectorXd& second) {
  const Sizes& sizes = system.sizes();
  const Linearization q = system.linearize(Function::position, 0, at);
  const Linearization p = system.linearize(Function::momentum, 0, at);
  const auto dq = [&](const VectorXd& d) -> VectorXd { return q.y * d.head(sizes.y); };
  const auto dp = [&](const VectorXd& d) -> VectorXd {
    return p.y * d.head(sizes.y) + p.z * d.tail(sizes.z);
  };
  return dq(first).dot(dp(second)) - dq(second).dot(dp(first));
}

Point onto(const PhaseSpace& space, Point at) {
  for (int k = 0; k < 50; ++k) {
    const VectorXd change = tableau::shortest_solution(space.slopes(at), space.residuals(at));
    if (!change.allFinite()) break;
    at.y -= change.head(at.y.size());
    at.z -= change.tail(at.z.size());
    if (change.norm() <= 1e-15 * (at.y.norm() + at.z.norm())) return at;
  }
  if (space.residuals(at).allFinite() && space.residuals(at).lpNorm<Eigen::Infinity>() < 1e-12)
    return at;
  core::numerics_error("the point at t = {:.9g} cannot be moved onto the phase space", at.t);
}

double two_form(const Problem& problem, const Point& at, const VectorXd& first,
                const VectorXd& second) {
  if (problem.phase_space) return problem.phase_space->two_form(at, first, second);
  return wedge_product(*problem.system, at, first, second);
}

double wedge_drift(Stepper& stepper, const Point& start, double h, int steps) {
  const System& system = stepper.system();
  MatrixXd tangents = tangent_vectors(system, start, 2);
  const double first = wedge_product(system, start, tangents.col(0), tangents.col(1));
  double drift = 0.0;
  Point at = start;
  for (int k = 0; k < steps; ++k) {
    at = stepped(stepper, at, h);
    tangents = stepper.carry_tangents(tangents);
    const double now = wedge_product(system, at, tangents.col(0), tangents.col(1));
    drift = std::max(drift, std::abs(now - first) / std::abs(first));
  }
  return drift;
}

Point velocities_flipped(const Point& at) {
  return {at.t, at.y, -at.z, at.u};
}

double reversibility_defect(OneStep& stepper, const Point& start, double h, int steps,
                            const std::function<Point(const Point&)>& rho) {
  Point at = start;
  for (int turn = 0; turn < 2; ++turn) {
    for (int k = 0; k < steps; ++k) at = stepped(stepper, at, h);
    at = rho(at);
  }
  double defect = (at.z - start.z).lpNorm<Eigen::Infinity>();
  if (start.y.size() > 0) {
    defect = std::max(defect, (at.y - start.y).lpNorm<Eigen::Infinity>());
  }
  return defect;
}

}  // namespace sparkdyn::dae
