// SPDX-License-Identifier: BSD-3-Clause
// Linear tetrahedron: constant strain, one point. The mass ρV/20 (1 + δ_ij) is exact. tet4-reduced
// takes one point for the mass too, ρV/16, as CalculiX's C3D4 does: frequencies of a given mesh are
// the same as there, further from the exact ones.

#include <Eigen/Geometry>

#include "all.hpp"
#include "solid.hpp"

namespace sparkdyn::structure {

namespace {

class Tet4 final : public SolidElement<Shape::tetrahedron4, 1, 4> {
 public:
  Tet4(std::string_view name, bool one_point_mass)
      : SolidElement(name), one_point_mass_(one_point_mass) {}

  void stiffness(const ElementInput& input, Eigen::Ref<ElementMatrix> K) const override {
    const auto& x = input.x;
    const Eigen::Vector3d a = x[1] - x[0], b = x[2] - x[0], c = x[3] - x[0];
    // Rows of the inverse Jacobian are the gradients of nodes 1 to 3; all four add up to zero.
    const double det = a.dot(b.cross(c));
    std::array<Eigen::Vector3d, 4> g{Eigen::Vector3d::Zero(), b.cross(c) / det, c.cross(a) / det,
                                     a.cross(b) / det};
    g[0] = -(g[1] + g[2] + g[3]);
    const Matrix6 D = elasticity(input) * (det / 6);
    for (int i = 0; i < 4; ++i) {
      const StressRows E = stress_rows(D, g[static_cast<std::size_t>(i)]);
      for (int j = i; j < 4; ++j) {
        const Eigen::Matrix3d k = stiffness_between(E, g[static_cast<std::size_t>(j)]);
        K.block<3, 3>(3 * i, 3 * j) = k;
        K.block<3, 3>(3 * j, 3 * i) = k.transpose();
      }
    }
  }

  void mass(const ElementInput& input, bool lumped, Eigen::Ref<ElementMatrix> M) const override {
    const auto& x = input.x;
    const double volume = (x[1] - x[0]).dot((x[2] - x[0]).cross(x[3] - x[0])) / 6;
    const double total = input.material->density * volume;
    Eigen::Matrix4d m;
    if (lumped) {
      m = Eigen::Matrix4d::Identity() * (total / 4);
    } else {
      m.setConstant(total / (one_point_mass_ ? 16 : 20));
      if (!one_point_mass_) m.diagonal().setConstant(total / 10);
    }
    set_mass<4>(m, M);
  }

 private:
  bool one_point_mass_;
};

}  // namespace

const Element& tet4() {
  static const Tet4 element("tet4", false);
  return element;
}

const Element& tet4_reduced() {
  static const Tet4 element("tet4-reduced", true);
  return element;
}

}  // namespace sparkdyn::structure
