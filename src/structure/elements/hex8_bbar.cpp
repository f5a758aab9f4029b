// SPDX-License-Identifier: BSD-3-Clause
// Hexahedron with the mean dilatation (B-bar), which does not lock when nearly incompressible:
//   ε̄ = B u + ⅓ m (b̄ − b)·u,  m = (1, 1, 1, 0, 0, 0),  b·u = div u,  b̄ its mean over the element.
// Hence K̄ = K + Σ_p w (f cᵀ + c fᵀ + κ c cᵀ), c = ⅓(b̄ − b), f = Bᵀ D m, κ = mᵀ D m.

#include "all.hpp"
#include "solid.hpp"

namespace sparkdyn::structure {

namespace {

using Columns = Eigen::Matrix<double, 3 * hex8_nodes, hex8_points>;

// The divergence operator of each point, numbered node by node.
Columns divergence(const Gradients<hex8_nodes, hex8_points>& at) {
  Columns b;
  for (int a = 0; a < 3; ++a)
    for (int i = 0; i < hex8_nodes; ++i) b.row(3 * i + a) = at.g.row(a * hex8_nodes + i);
  return b;
}

class Hex8Bbar final : public SolidElement<hexahedron, hex8_points, hex8_points> {
 public:
  using SolidElement::SolidElement;

  void stiffness(const ElementInput& input, Eigen::Ref<ElementMatrix> K) const override {
    const auto at = gradients<hexahedron, hex8_points>(input);
    const Matrix6 D = elasticity(input);
    set_stiffness<hex8_nodes>(products(at), D, K);

    const Eigen::Matrix<double, 6, 1> Dm = D.leftCols<3>().rowwise().sum();
    const double kappa = Dm.head<3>().sum();
    const Columns b = divergence(at);
    const Eigen::Matrix<double, 3 * hex8_nodes, 1> mean = b * at.volume / at.volume.sum();
    const Columns c = (mean.replicate<1, hex8_points>() - b) / 3;
    Columns h = (0.5 * kappa) * c;
    for (int n = 0; n < 3; ++n)
      for (int a = 0; a < 3; ++a) {
        const double d = Dm[strain_index[n][a]];
        if (d == 0) continue;
        for (int i = 0; i < hex8_nodes; ++i) h.row(3 * i + n) += d * b.row(3 * i + a);
      }
    const Eigen::Matrix<double, 3 * hex8_nodes, 3 * hex8_nodes> half =
        h * at.volume.asDiagonal() * c.transpose();
    K += half + half.transpose();
  }

  Stress stress_at(const ElementInput& input, const Eigen::VectorXd& q, int,
                   const Eigen::Vector3d& xi) const override {
    const auto at = gradients<hexahedron, hex8_points>(input);
    const Matrix6 D = elasticity(input);
    const Eigen::Matrix<double, hex8_nodes, 3> g = gradients_at(hexahedron, input, xi);
    Eigen::Matrix<double, 3 * hex8_nodes, 1> b;
    for (int i = 0; i < hex8_nodes; ++i) b.segment<3>(3 * i) = g.row(i);
    const double mean = (divergence(at) * at.volume).dot(q) / at.volume.sum();
    const Eigen::Matrix<double, 6, 1> Dm = D.leftCols<3>().rowwise().sum();
    return stress_of(D, g, q) + Dm * ((mean - b.dot(q)) / 3);
  }
};

}  // namespace

const Element& hex8_bbar() {
  static const Hex8Bbar element("hex8-bbar");
  return element;
}

}  // namespace sparkdyn::structure
