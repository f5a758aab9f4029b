// SPDX-License-Identifier: BSD-3-Clause
// Bar with hinges: K = (EA/L) t tᵀ along its axis t, M = ρAL/6 (1 + δ_ij) on each component.

#include <cmath>

#include "all.hpp"
#include "truss.hpp"

namespace sparkdyn::structure {

namespace {

Point axis(const ElementInput& input) {
  return input.x[1] - input.x[0];
}

class Truss2 final : public Element {
 public:
  std::string_view name() const override { return "truss2"; }
  Shape shape() const override { return Shape::line2; }
  ComponentMask components(int, const SectionData&) const override { return translations; }
  std::string_view section_kind() const override { return "truss"; }

  std::string complaint(const ElementInput& input) const override {
    if (std::string text = truss_complaint(input); !text.empty()) return text;
    if (!axis(input).allFinite()) return "a coordinate of its nodes is not a finite number";
    if (axis(input).norm() == 0) return "its length is zero: both nodes are at the same place";
    return {};
  }

  void stiffness(const ElementInput& input, Eigen::Ref<ElementMatrix> K) const override {
    const double length = axis(input).norm();
    const Point t = axis(input) / length;
    const Eigen::Matrix3d k =
        (input.material->E() * truss_area(input) / length) * t * t.transpose();
    K << k, -k, -k, k;
  }

  void mass(const ElementInput& input, bool lumped, Eigen::Ref<ElementMatrix> M) const override {
    const double total = input.material->density * truss_area(input) * axis(input).norm();
    M.setZero();
    M.diagonal().setConstant(lumped ? total / 2 : total / 3);
    if (lumped) return;
    M.topRightCorner<3, 3>().diagonal().setConstant(total / 6);
    M.bottomLeftCorner<3, 3>().diagonal().setConstant(total / 6);
  }

  Stress stress(const ElementInput& input, const Eigen::VectorXd& q, int) const override {
    const double length = axis(input).norm();
    const Point t = axis(input) / length;
    const double sigma = input.material->E() * t.dot(q.tail<3>() - q.head<3>()) / length;
    Stress result;
    result << t[0] * t[0], t[1] * t[1], t[2] * t[2], t[0] * t[1], t[1] * t[2], t[2] * t[0];
    return sigma * result;
  }
};

}  // namespace

const Element& truss2() {
  static const Truss2 element;
  return element;
}

}  // namespace sparkdyn::structure
