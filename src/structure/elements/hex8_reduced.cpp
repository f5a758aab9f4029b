// SPDX-License-Identifier: BSD-3-Clause
// Hexahedron with one strain, the mean ḡ_i = (1/V) ∫ ∂N_i/∂x dV, and a small stiffness against the
// twelve hourglass motions that do not strain it: γ_k γ_kᵀ on each component, k = 1..4, where γ is
// orthogonal to linear fields (Flanagan, Belytschko 1981). The factor 0.0005 E V Σ|ḡ_i|² is that of
// CalculiX's C3D8R.

#include "all.hpp"
#include "hourglass_control.hpp"
#include "hourglass_energy.hpp"
#include "solid.hpp"

namespace sparkdyn::structure {

namespace {

class Hex8Reduced final : public SolidElement<hexahedron, 8, 8> {
 public:
  using SolidElement::SolidElement;

  void stiffness(const ElementInput& input, Eigen::Ref<ElementMatrix> K) const override {
    const auto mean = mean_gradients(input);
    set_stiffness<hex8_nodes>(products(mean), elasticity(input), K);
    const HourglassControl control(input, mean);
    const Eigen::Matrix<double, hex8_nodes, hex8_nodes> hourglass =
        control.factor * control.gamma * control.gamma.transpose();
    for (int c = 0; c < 3; ++c) component_block<hex8_nodes>(K, c, c) += hourglass;
  }

  /// The only one there is.
  Stress stress_at(const ElementInput& input, const Eigen::VectorXd& q, int,
                   const Eigen::Vector3d&) const override {
    const auto mean = mean_gradients(input);
    const Eigen::Map<const Eigen::Matrix<double, hex8_nodes, 3>> g(mean.g.data());
    return stress_of(elasticity(input), g, q);
  }
};

}  // namespace

double hourglass_energy(const ElementInput& input, const Eigen::VectorXd& q) {
  const HourglassControl control(input, mean_gradients(input));
  const Eigen::Map<const Eigen::Matrix<double, 3, hex8_nodes>> u(q.data());
  return control.factor / 2 * (u * control.gamma).squaredNorm();
}

const Element& hex8_reduced() {
  static const Hex8Reduced element("hex8-reduced");
  return element;
}

}  // namespace sparkdyn::structure
