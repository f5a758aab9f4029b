// SPDX-License-Identifier: BSD-3-Clause
// Hexahedron with one strain, the mean ḡ_i = (1/V) ∫ ∂N_i/∂x dV, and a small stiffness against the
// twelve hourglass motions that do not strain it: γ_k γ_kᵀ on each component, k = 1..4, where γ is
// orthogonal to linear fields (Flanagan, Belytschko 1981). The factor 0.0005 E V Σ|ḡ_i|² is that of
// CalculiX's C3D8R.

#include "all.hpp"
#include "hourglass_energy.hpp"
#include "solid.hpp"

namespace sparkdyn::structure {

namespace {

constexpr double hourglass_factor = 0.0005;

Gradients<hex8_nodes, 1> mean_gradients(const ElementInput& input) {
  const auto at = gradients<hexahedron, 8>(input);
  Gradients<hex8_nodes, 1> mean;
  mean.volume[0] = at.volume.sum();
  mean.g = at.g * at.volume / mean.volume[0];
  return mean;
}

// Columns: ηζ, ζξ, ξη and ξηζ at the nodes.
Eigen::Matrix<double, hex8_nodes, 4> hourglass_base() {
  const ShapeGradients xi = node_coordinates(hexahedron);
  Eigen::Matrix<double, hex8_nodes, 4> base;
  for (int i = 0; i < hex8_nodes; ++i)
    base.row(i) << xi(i, 1) * xi(i, 2), xi(i, 2) * xi(i, 0), xi(i, 0) * xi(i, 1),
        xi(i, 0) * xi(i, 1) * xi(i, 2);
  return base;
}

// What the hourglass motions of each component meet: f γ γᵀ.
struct HourglassControl {
  Eigen::Matrix<double, hex8_nodes, 4> gamma;
  double factor = 0;

  HourglassControl(const ElementInput& input, const Gradients<hex8_nodes, 1>& mean) {
    static const Eigen::Matrix<double, hex8_nodes, 4> base = hourglass_base();
    const Eigen::Map<const Eigen::Matrix<double, hex8_nodes, 3>> g(mean.g.data());
    gamma = base - g * (coordinates<hex8_nodes>(input) * base);
    const Orthotropic& elastic = input.material->elastic;
    const double E = (elastic.E1 + elastic.E2 + elastic.E3) / 3;
    factor = hourglass_factor * E * mean.volume[0] * g.squaredNorm();
  }
};

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

  Stress stress(const ElementInput& input, const Eigen::VectorXd& q, int) const override {
    const auto mean = mean_gradients(input);
    const Eigen::Map<const Eigen::Matrix<double, hex8_nodes, 3>> g(mean.g.data());
    return stress_at(elasticity(input), g, q);
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
