// SPDX-License-Identifier: BSD-3-Clause
// Mass m at a rigid arm r from a node, rotary inertia J about it: ½ m |u̇ + θ̇ × r|² + ½ θ̇ᵀ J θ̇. The
// node gets only the components that the mass moves: no rotations without inertia, no displacements
// with inertia alone.

#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <array>
#include <cmath>

#include "all.hpp"
#include "local_frame.hpp"

namespace sparkdyn::structure {

namespace {

Eigen::Matrix3d inertia(const MassSection& section) {
  const auto& [xx, yy, zz, xy, yz, zx] = section.inertia;
  Eigen::Matrix3d J;
  J << xx, xy, zx, xy, yy, yz, zx, yz, zz;
  return J;
}

/// Of (u, θ) of the node.
Matrix6 whole_mass(const MassSection& section) {
  Matrix6 M = Matrix6::Zero();
  M.diagonal().head<3>().setConstant(section.mass);
  M.bottomRightCorner<3, 3>() = inertia(section);
  const Matrix6 arm = rigid_arm(as_point(section.offset));
  return arm.transpose() * M * arm;
}

class PointMass final : public Element {
 public:
  std::string_view name() const override { return "mass"; }
  Shape shape() const override { return Shape::point; }
  std::string_view section_kind() const override { return "mass"; }

  ComponentMask components(int, const SectionData& data) const override {
    const auto& section = std::get<MassSection>(data);
    const Eigen::Matrix3d J = whole_mass(section).bottomRightCorner<3, 3>();
    unsigned mask = section.mass != 0 || J.isZero(0) ? translations : 0U;
    for (int c = 0; c < 3; ++c)
      if (!J.row(c).isZero(0)) mask |= 1U << static_cast<unsigned>(3 + c);
    return static_cast<ComponentMask>(mask);
  }

  std::string complaint(const ElementInput& input) const override {
    if (!input.section || !std::holds_alternative<MassSection>(*input.section))
      return "it has no mass section";
    const auto& section = std::get<MassSection>(*input.section);
    if (!(section.mass >= 0) || !std::isfinite(section.mass))
      return "its mass must not be negative";
    const Eigen::Matrix3d J = inertia(section);
    if (!J.allFinite()) return "its rotary inertia is not finite";
    if (!as_point(section.offset).allFinite()) return "its offset is not finite";
    const Eigen::Vector3d principal =
        Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(J, Eigen::EigenvaluesOnly).eigenvalues();
    if (principal[0] < -1e-12 * std::abs(principal[2]))
      return "its rotary inertia is not that of a body: a principal moment is negative";
    return {};
  }

  void stiffness(const ElementInput&, Eigen::Ref<ElementMatrix> K) const override { K.setZero(); }

  void mass(const ElementInput& input, bool, Eigen::Ref<ElementMatrix> M) const override {
    const auto& section = std::get<MassSection>(*input.section);
    const Matrix6 full = whole_mass(section);
    const unsigned mask = components(0, *input.section);
    std::array<int, 6> kept{};
    int size = 0;
    for (int c = 0; c < 6; ++c)
      if (mask >> static_cast<unsigned>(c) & 1U) kept[static_cast<std::size_t>(size++)] = c;
    for (int i = 0; i < size; ++i)
      for (int j = 0; j < size; ++j)
        M(i, j) = full(kept[static_cast<std::size_t>(i)], kept[static_cast<std::size_t>(j)]);
  }

  Stress stress(const ElementInput&, const Eigen::VectorXd&, int) const override {
    return Stress::Zero();
  }
};

}  // namespace

const Element& point_mass() {
  static const PointMass element;
  return element;
}

}  // namespace sparkdyn::structure
