// SPDX-License-Identifier: BSD-3-Clause
// Bushing: f = k e + c ė, with e the displacement and rotation of the second node against the first
// (or of a single node against the ground) at the middle p between them, in axes R:
//   e = R₆ (X(p − x_b) d_b − X(p − x_a) d_a),  X(a) the rigid arm (local_frame.hpp),  K = Eᵀ k E.

#include <Eigen/Eigenvalues>
#include <cmath>

#include "all.hpp"
#include "local_frame.hpp"

namespace sparkdyn::structure {

namespace {

using BushingMatrix = Eigen::Matrix<double, 6, 6, Eigen::RowMajor>;

const BushingSection& bushing_section(const ElementInput& input) {
  return std::get<BushingSection>(*input.section);
}

Matrix6 matrix_of(const std::array<double, 36>& numbers) {
  return Eigen::Map<const BushingMatrix>(numbers.data());
}

std::string bushing_complaint(const Matrix6& k, const std::string& name) {
  if (!k.allFinite()) return "its " + name + " is not finite";
  if ((k - k.transpose()).norm() > 1e-12 * k.norm()) return "its " + name + " is not symmetric";
  // Lengths and angles compare only when scaled.
  Eigen::Matrix<double, 6, 1> scale;
  for (int i = 0; i < 6; ++i) {
    if (k(i, i) < 0) return "its " + name + " has a negative number on the diagonal";
    scale[i] = k(i, i) > 0 ? 1 / std::sqrt(k(i, i)) : 1;
  }
  const Matrix6 scaled = scale.asDiagonal() * k * scale.asDiagonal();
  const auto least =
      Eigen::SelfAdjointEigenSolver<Matrix6>(scaled, Eigen::EigenvaluesOnly).eigenvalues()[0];
  return least < -1e-10 ? "its " + name + " would give energy: it must not be negative" : "";
}

template <Shape bushing_shape, int ends>
class Bushing final : public Element {
 public:
  explicit constexpr Bushing(std::string_view name) : name_(name) {}

  std::string_view name() const override { return name_; }
  Shape shape() const override { return bushing_shape; }
  ComponentMask components(int, const SectionData&) const override { return all_components; }
  std::string_view section_kind() const override { return "bushing"; }

  std::string complaint(const ElementInput& input) const override {
    if (!input.section || !std::holds_alternative<BushingSection>(*input.section))
      return "it has no bushing section";
    const BushingSection& section = bushing_section(input);
    std::string text = bushing_complaint(matrix_of(section.stiffness), "stiffness");
    return text.empty() ? bushing_complaint(matrix_of(section.damping), "damping") : text;
  }

  void stiffness(const ElementInput& input, Eigen::Ref<ElementMatrix> K) const override {
    set(input, bushing_section(input).stiffness, K);
  }
  void mass(const ElementInput&, bool, Eigen::Ref<ElementMatrix> M) const override { M.setZero(); }
  bool has_damping() const override { return true; }
  void damping(const ElementInput& input, Eigen::Ref<ElementMatrix> C) const override {
    set(input, bushing_section(input).damping, C);
  }
  Stress stress(const ElementInput&, const Eigen::VectorXd&, int) const override {
    return Stress::Zero();
  }

 private:
  static void set(const ElementInput& input, const std::array<double, 36>& numbers,
                  Eigen::Ref<ElementMatrix> K) {
    Matrix3 axes;
    for (int i = 0; i < 3; ++i) axes.row(i) = as_point(bushing_section(input).axes[i]).transpose();
    const Point middle = ends == 1 ? input.x[0] : Point(0.5 * (input.x[0] + input.x[ends - 1]));
    Eigen::Matrix<double, 6, 6 * ends> E;
    for (int i = 0; i < ends; ++i)
      E.template middleCols<6>(6 * i) =
          (i == ends - 1 ? 1.0 : -1.0) * rotation6(axes) * rigid_arm(middle - input.x[i]);
    K = E.transpose() * matrix_of(numbers) * E;
  }

  std::string_view name_;
};

}  // namespace

const Element& bushing() {
  static const Bushing<Shape::line2, 2> element("bushing");
  return element;
}

const Element& bushing_ground() {
  static const Bushing<Shape::point, 1> element("bushing-ground");
  return element;
}

}  // namespace sparkdyn::structure
