// SPDX-License-Identifier: BSD-3-Clause
#include "lamina.hpp"

#include <Eigen/Geometry>
#include <cmath>

namespace sparkdyn::structure {

Lamina lamina(const Orthotropic& e) {
  const double nu21 = e.nu12 * e.E2 / e.E1;
  const double scale = 1 / (1 - e.nu12 * nu21);
  Lamina result;
  result.Q << scale * e.E1, scale * e.nu12 * e.E2, 0,  //
      scale * e.nu12 * e.E2, scale * e.E2, 0,          //
      0, 0, e.G12;
  result.shear << e.G13, 0, 0, e.G23;
  return result;
}

Matrix3 lamina_axes(const ShellSection& section, const Point& normal) {
  constexpr double too_close = 1.7e-3;  // 0.1°
  Point e1 = perpendicular(as_point(section.axes[0]), normal);
  if (e1.norm() < too_close) e1 = perpendicular(as_point(section.axes[2]), normal);
  e1.normalize();
  Matrix3 axes;
  axes << e1.transpose(), normal.cross(e1).transpose(), normal.transpose();
  return axes;
}

std::string lamina_complaint(const ShellSection& section) {
  if (!(section.thickness > 0)) return "its thickness must be positive";
  const Point first = as_point(section.axes[0]);
  const Point third = as_point(section.axes[2]);
  if (!(std::abs(first.norm() - 1) < 1e-6 && std::abs(third.norm() - 1) < 1e-6 &&
        std::abs(first.dot(third)) < 1e-6))
    return "the axes of its section must be unit vectors at right angles";
  return {};
}

Stress lamina_stress(const Lamina& lamina, const Matrix3& axes, const Eigen::Vector3d& strain,
                     const Eigen::Vector2d& shear_strain, int layer) {
  const Eigen::Vector3d in_plane = lamina.Q * strain;
  const double parabola = layer == 0 ? 1.5 : 0;
  const Eigen::Vector2d shear = parabola * shear_correction * lamina.shear * shear_strain;
  Matrix3 local;
  local << in_plane(0), in_plane(2), shear(0),  //
      in_plane(2), in_plane(1), shear(1),       //
      shear(0), shear(1), 0;
  return as_stress(axes.transpose() * local * axes);
}

}  // namespace sparkdyn::structure
