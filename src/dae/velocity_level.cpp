// SPDX-License-Identifier: BSD-3-Clause
#include "velocity_level.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sparkdyn/dae/consistency.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::dae {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Linearization velocity_level(const System& system, const Point& at) {
  Linearization all;
  const Index m = system.sizes().u();
  all.value = VectorXd::Zero(m);
  all.t = VectorXd::Zero(m);
  all.y = MatrixXd::Zero(m, system.sizes().y);
  all.z = MatrixXd::Zero(m, system.sizes().z);
  const auto put = [&](Function function, Index row, Index rows) {
    if (rows == 0) return;
    const Linearization part = system.linearize(function, 0, at);
    all.value.segment(row, rows) = part.value;
    all.t.segment(row, rows) = part.t;
    all.y.middleRows(row, rows) = part.y;
    all.z.middleRows(row, rows) = part.z;
  };
  put(Function::velocity_constraint, 0, system.sizes().holonomic);
  put(Function::nonholonomic, system.sizes().holonomic, system.sizes().nonholonomic);
  return all;
}

Speeds constraint_speeds(const System& system, const Point& at) {
  const Linearization level = velocity_level(system, at);
  Speeds speeds{.along = (at.z - tableau::shortest_solution(level.z, level.value)).norm()};
  for (Index row = 0; row < level.value.size(); ++row) {
    const double size = level.z.row(row).norm();
    if (size > 0.0) speeds.off = std::max(speeds.off, std::abs(level.value[row]) / size);
  }
  return speeds;
}

std::string dependent_constraint(const System& system, const Point& at, double tolerance) {
  if (system.sizes().u() == 0) return "";
  MatrixXd rows = velocity_level(system, at).z;
  const VectorXd norms = rows.rowwise().norm();
  for (Index i = 0; i < rows.rows(); ++i) {
    if (norms[i] == 0.0) {
      return fmt::format("the gradient of constraint {} vanishes at t = {:.9g}", i + 1, at.t);
    }
    rows.row(i) /= norms[i];
  }
  // Rᵀ of rowsᵀ = QR has the same singular values and left vectors and is square.
  const Index m = rows.rows();
  MatrixXd square = MatrixXd::Zero(m, m);
  square.leftCols(std::min(m, rows.cols())) =
      tableau::triangular_factor(rows.transpose()).transpose();
  const tableau::SingularValues svd = tableau::singular_value_decomposition(square);
  const double smallest = svd.values[m - 1] / svd.values[0];
  if (smallest > tolerance) return "";
  Index worst = 0;
  svd.left.col(m - 1).cwiseAbs().maxCoeff(&worst);
  return fmt::format(
      "the gradients of the constraints are dependent at t = {:.9g}: constraint {} follows from "
      "the others (smallest relative singular value {:.1e})",
      at.t, worst + 1, smallest);
}

}  // namespace sparkdyn::dae
