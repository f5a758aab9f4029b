// SPDX-License-Identifier: BSD-3-Clause
#include "plane.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "all.hpp"

namespace sparkdyn::structure {

using State = PlaneSection::State;

const PlaneSection& plane_section(const ElementInput& input) {
  return std::get<PlaneSection>(*input.section);
}

double depth(const PlaneSection& section, double x) {
  return section.state == State::axisymmetric ? 2 * std::numbers::pi * x : section.thickness;
}

PlaneElasticity plane_elasticity(const ElementInput& input) {
  const PlaneSection& section = plane_section(input);
  PlaneElasticity D = elasticity(*input.material, section.axes).topLeftCorner<4, 4>();
  if (section.state == State::stress) D -= (D.col(2) * D.row(2) / D(2, 2)).eval();
  return D;
}

Stress plane_stress(const PlaneElasticity& D, const Eigen::Vector4d& strain) {
  Stress stress = Stress::Zero();
  stress.head<4>() = D * strain;
  return stress;
}

std::string plane_input_complaint(const ElementInput& input) {
  if (!input.section || !std::holds_alternative<PlaneSection>(*input.section))
    return "it has no plane section";
  if (!input.material) return "it has no material";
  const PlaneSection& section = plane_section(input);
  if (section.state != State::axisymmetric &&
      (!(section.thickness > 0) || !std::isfinite(section.thickness)))
    return "its thickness must be positive";
  if (!input.material->is_isotropic && 1 - std::abs(section.axes[2][2]) > 1e-12)
    return "the third axis of its material must be along z";
  for (const Point& x : input.x)
    if (!x.allFinite()) return "a coordinate of its nodes is not a finite number";
  const double size = std::cbrt(1e12 * smallest_jacobian(input));
  if (size == 0) return "all its nodes are at the same place";
  for (const Point& x : input.x) {
    if (std::abs(x.z() - input.x.front().z()) > 1e-9 * size)
      return "its nodes do not lie in a plane z = constant, as those of a plane element must";
    if (section.state == State::axisymmetric && x.x() < -1e-9 * size)
      return "a node has a negative x, which is the radius of an axisymmetric body";
  }
  return {};
}

std::string plane_shape_complaint(Shape shape, const ElementInput& input, int points) {
  double longest = 0;
  for (const Point& x : input.x) longest = std::max(longest, (x - input.x.front()).squaredNorm());
  for (const QuadraturePoint& at : quadrature(shape, points)) {
    const ShapeGradients slopes = shape_gradients(shape, at.xi);
    Eigen::Matrix2d J = Eigen::Matrix2d::Zero();
    for (int i = 0; i < slopes.rows(); ++i)
      J += input.x[static_cast<std::size_t>(i)].head<2>() * slopes.row(i).head<2>();
    const double area = J.determinant();
    if (area > 1e-12 * longest) continue;
    return area < -1e-12 * longest ? "its area is negative: its nodes must go round "
                                     "counterclockwise, seen from +z, and "
                                     "it must not be too distorted"
                                   : "its area is zero at an integration point";
  }
  return {};
}

const Element& plane3() {
  static const PlaneElement<Shape::triangle3, 1, 7> element("plane3");
  return element;
}

const Element& plane4_full() {
  static const PlaneElement<Shape::quadrilateral4, 4, 9> element("plane4-full");
  return element;
}

const Element& plane6() {
  static const PlaneElement<Shape::triangle6, 3, 7> element("plane6");
  return element;
}

const Element& plane8() {
  static const PlaneElement<Shape::quadrilateral8, 9, 9> element("plane8");
  return element;
}

const Element& plane8_reduced() {
  static const PlaneElement<Shape::quadrilateral8, 4, 9> element("plane8-reduced");
  return element;
}

}  // namespace sparkdyn::structure
