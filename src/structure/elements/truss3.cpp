// SPDX-License-Identifier: BSD-3-Clause
// Bar with hinges and a middle node, straight or curved: with ε = t·u' of quadratic u,
//   K = ∫ EA ε² ds by two Gauss points,   M = ∫ ρA |u|² ds by three.
// A middle node that bends the bar is held sideways by nothing but its neighbours.

#include <Eigen/Geometry>
#include <cmath>

#include "all.hpp"
#include "local_frame.hpp"
#include "structure/quadrature.hpp"
#include "structure/shape_functions.hpp"
#include "truss.hpp"

namespace sparkdyn::structure {

namespace {

using Row9 = Eigen::Matrix<double, 1, 9>;

Point slope(const ElementInput& input, const Eigen::Vector3d& xi) {
  const ShapeGradients dN = shape_gradients(Shape::line3, xi);
  return dN(0, 0) * input.x[0] + dN(1, 0) * input.x[1] + dN(2, 0) * input.x[2];
}

/// ε of the nodes' displacements, and ds/dξ.
struct Stretch {
  Row9 row;
  double jacobian;
};

Stretch stretch_at(const ElementInput& input, const Eigen::Vector3d& xi) {
  const Point tangent = slope(input, xi);
  const ShapeGradients dN = shape_gradients(Shape::line3, xi);
  Stretch stretch{{}, tangent.norm()};
  for (int i = 0; i < 3; ++i)
    stretch.row.segment<3>(3 * i) = dN(i, 0) / tangent.squaredNorm() * tangent.transpose();
  return stretch;
}

class Truss3 final : public Element {
 public:
  std::string_view name() const override { return "truss3"; }
  Shape shape() const override { return Shape::line3; }
  ComponentMask components(int, const SectionData&) const override { return translations; }
  std::string_view section_kind() const override { return "truss"; }

  std::string complaint(const ElementInput& input) const override {
    if (std::string text = truss_complaint(input); !text.empty()) return text;
    const Point chord = input.x[1] - input.x[0];
    if (!(chord.norm() > 0)) return "its length is zero: both ends are at the same place";
    for (const double xi : {-1.0, 0.0, 1.0})
      if (!(slope(input, {xi, 0, 0}).dot(chord) > 1e-6 * chord.squaredNorm()))
        return "its middle node lies too near to an end, or it bends by more than a quarter turn";
    return {};
  }

  void stiffness(const ElementInput& input, Eigen::Ref<ElementMatrix> K) const override {
    K.setZero();
    for (const QuadraturePoint& point : quadrature(Shape::line3, 2)) {
      const Stretch stretch = stretch_at(input, point.xi);
      K += point.weight * stretch.jacobian * input.material->E() * truss_area(input) *
           stretch.row.transpose() * stretch.row;
    }
  }

  void mass(const ElementInput& input, bool lumped, Eigen::Ref<ElementMatrix> M) const override {
    M.setZero();
    const double per_length = input.material->density * truss_area(input);
    for (const QuadraturePoint& point : quadrature(Shape::line3, 3)) {
      const ShapeValues N = shape_values(Shape::line3, point.xi);
      const double share = point.weight * slope(input, point.xi).norm() * per_length;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
          if (lumped && i != j) continue;
          M.block<3, 3>(3 * i, 3 * j).diagonal().array() += share * N[i] * (lumped ? 1.0 : N[j]);
        }
    }
  }

  Stress stress(const ElementInput& input, const Eigen::VectorXd& q, int) const override {
    const Point t = slope(input, Eigen::Vector3d::Zero()).normalized();
    const double strain = stretch_at(input, Eigen::Vector3d::Zero()).row.dot(q);
    return as_stress(input.material->E() * strain * t * t.transpose());
  }
};

}  // namespace

const Element& truss3() {
  static const Truss3 element;
  return element;
}

}  // namespace sparkdyn::structure
