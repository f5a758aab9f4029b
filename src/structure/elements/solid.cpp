// SPDX-License-Identifier: BSD-3-Clause
#include "solid.hpp"

#include <algorithm>
#include <cmath>

namespace sparkdyn::structure {

namespace {

Eigen::Matrix3d jacobian(Shape shape, const ElementInput& input, const Eigen::Vector3d& xi) {
  const ShapeGradients dN = shape_gradients(shape, xi);
  Eigen::Matrix3d J = Eigen::Matrix3d::Zero();
  for (int i = 0; i < dN.rows(); ++i) J += input.x[static_cast<std::size_t>(i)] * dN.row(i);
  return J;
}

}  // namespace

Matrix6 elasticity(const ElementInput& input) {
  return elasticity(*input.material, std::get<SolidSection>(*input.section).axes);
}

Matrix6 elasticity(const Material& material, const Axes& axes) {
  if (material.is_isotropic) return material.elasticity();
  Eigen::Matrix3d rows;
  for (int i = 0; i < 3; ++i)
    rows.row(i) = Eigen::Map<const Eigen::RowVector3d>(axes[static_cast<std::size_t>(i)].data());
  return material.elasticity(rows);
}

Stress stress_of(const Matrix6& D,
                 const Eigen::Ref<const Eigen::Matrix<double, Eigen::Dynamic, 3>>& g,
                 const Eigen::VectorXd& q) {
  const Eigen::Map<const Eigen::Matrix<double, 3, Eigen::Dynamic>> u(q.data(), 3, g.rows());
  const Eigen::Matrix3d H = u * g;  // H(m, a) = ∂u_m/∂x_a
  Stress strain;
  strain << H(0, 0), H(1, 1), H(2, 2), H(0, 1) + H(1, 0), H(1, 2) + H(2, 1), H(2, 0) + H(0, 2);
  return D * strain;
}

Eigen::Matrix<double, Eigen::Dynamic, 3> gradients_at(Shape shape, const ElementInput& input,
                                                      const Eigen::Vector3d& xi) {
  return shape_gradients(shape, xi) * jacobian(shape, input, xi).inverse();
}

std::string solid_input_complaint(const ElementInput& input) {
  if (!input.section || !std::holds_alternative<SolidSection>(*input.section))
    return "it has no solid section";
  if (!input.material) return "it has no material";
  for (const Point& x : input.x)
    if (!x.allFinite()) return "a coordinate of its nodes is not a finite number";
  if (smallest_jacobian(input) == 0) return "all its nodes are at the same place";
  return {};
}

double smallest_jacobian(const ElementInput& input) {
  double longest = 0;
  for (const Point& x : input.x) longest = std::max(longest, (x - input.x.front()).squaredNorm());
  return 1e-12 * longest * std::sqrt(longest);
}

std::string jacobian_complaint(Shape shape, const ElementInput& input, int points) {
  const double smallest = smallest_jacobian(input);
  int number = 0;
  for (const QuadraturePoint& point : quadrature(shape, points)) {
    ++number;
    const double volume = jacobian(shape, input, point.xi).determinant();
    if (volume > smallest) continue;
    if (shape == Shape::tetrahedron4)
      return volume < -smallest
                 ? "its volume is negative: its nodes are numbered the wrong way round"
                 : "its volume is zero: its nodes lie in one plane";
    const std::string place = points == 1 ? std::string("its centre")
                                          : "integration point " + std::to_string(number) + " of " +
                                                std::to_string(points);
    return "its volume is " + std::string(volume < -smallest ? "negative" : "zero") + " at " +
           place + ": its nodes are numbered the wrong way round, or it is too distorted";
  }
  return {};
}

}  // namespace sparkdyn::structure
