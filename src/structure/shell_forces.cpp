// SPDX-License-Identifier: BSD-3-Clause
#include "shell_forces.hpp"

#include <Eigen/Geometry>

#include "elements/lamina.hpp"
#include "shape_functions.hpp"

namespace sparkdyn::structure {
namespace {

Matrix3 local_tensor(const Matrix3& axes, const Stress& s) {
  Matrix3 global;
  global << s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2];
  return axes * global * axes.transpose();
}

}  // namespace

Point shell_normal(const Element& element, const ElementInput& input, const Eigen::Vector3d& xi) {
  const ShapeGradients slopes = shape_gradients(element.shape(), xi);
  Point along_xi = Point::Zero(), along_eta = Point::Zero();
  for (std::size_t i = 0; i < input.x.size(); ++i) {
    along_xi += slopes(static_cast<Eigen::Index>(i), 0) * input.x[i];
    along_eta += slopes(static_cast<Eigen::Index>(i), 1) * input.x[i];
  }
  return along_xi.cross(along_eta).normalized();
}

ShellForce shell_force(const Element& element, const ElementInput& input,
                       const Eigen::VectorXd& q) {
  const ShellSection& section = shell_section(input);
  const Matrix3 axes = lamina_axes(section, shell_normal(element, input, centre(element.shape())));
  const double h = section.thickness;
  const Matrix3 middle = local_tensor(axes, element.stress(input, q, 0));
  const Matrix3 top = local_tensor(axes, element.stress(input, q, 1));
  const Matrix3 bottom = local_tensor(axes, element.stress(input, q, -1));
  const Matrix3 bending = h * h / 12 * (top - bottom);
  ShellForce force;
  force << h * middle(0, 0), h * middle(1, 1), h * middle(0, 1), bending(0, 0), bending(1, 1),
      bending(0, 1), 2 * h / 3 * middle(0, 2), 2 * h / 3 * middle(1, 2);
  return force;
}

}  // namespace sparkdyn::structure
