// SPDX-License-Identifier: BSD-3-Clause
// Hexahedron with incompatible modes, which bends without locking: to u = Σ N_i u_i come
// (1 − ξ²) α_1 + (1 − η²) α_2 + (1 − ζ²) α_3, whose gradients are taken with the Jacobian J₀ of the
// centre and scaled by det J₀/det J, so that they do no work on constant stresses and the patch
// test holds for any shape (Taylor, Beresford, Wilson 1976). α is condensed out of the stiffness,
// α = S u, and the mass takes the same motion (Guyan), as C3D8I has it before condensation.

#include <Eigen/Cholesky>

#include "all.hpp"
#include "solid.hpp"

namespace sparkdyn::structure {

namespace {

constexpr int modes = 3;

using MatrixUU = Eigen::Matrix<double, 3 * hex8_nodes, 3 * hex8_nodes>;
using MatrixUA = Eigen::Matrix<double, 3 * hex8_nodes, 3 * modes>;
using MatrixAA = Eigen::Matrix<double, 3 * modes, 3 * modes>;

// The columns of K that belong to α, numbered mode by mode, against u node by node.
struct ModeColumns {
  MatrixUA ua;
  MatrixAA aa;
};

// The gradient of mode k is c_p ξ_k r_k, with r_k the k-th row of J₀⁻¹ and c_p = −2 det J₀/det J_p:
// a constant vector times a number, so that both sums over points come down to numbers,
//   Σ_p w c² ξ_k ξ_l  and  Σ_p w c ξ_k g_i = −2 det J₀ Σ_p ξ_k g_i  (w = det J, weights 1).
ModeColumns mode_columns(const ElementInput& input, const Gradients<hex8_nodes, hex8_points>& at,
                         const Matrix6& D) {
  static const Eigen::Matrix<double, hex8_points, 3> xi = [] {
    Eigen::Matrix<double, hex8_points, 3> rows;
    for (int p = 0; p < hex8_points; ++p)
      rows.row(p) = Tabulated<hexahedron, hex8_points>::get().xi[static_cast<std::size_t>(p)];
    return rows;
  }();
  const Eigen::Matrix3d J0 =
      coordinates<hex8_nodes>(input).lazyProduct(Tabulated<hexahedron, 1>::get().dN[0]);
  const Eigen::Matrix3d r = J0.inverse();
  const double det0 = J0.determinant();
  const Eigen::Matrix3d between =
      4 * det0 * det0 * (xi.transpose() * at.volume.cwiseInverse().asDiagonal() * xi);
  const Eigen::Matrix<double, 3 * hex8_nodes, modes> h = (-2 * det0) * at.g.lazyProduct(xi);

  ModeColumns K;
  for (int k = 0; k < modes; ++k) {
    const StressRows E = stress_rows(D, r.row(k).transpose());
    for (int l = 0; l < modes; ++l)
      K.aa.block<3, 3>(3 * k, 3 * l) = between(k, l) * stiffness_between(E, r.row(l).transpose());
    for (int i = 0; i < hex8_nodes; ++i) {
      const Eigen::Vector3d against(h(i, k), h(hex8_nodes + i, k), h(2 * hex8_nodes + i, k));
      K.ua.block<3, 3>(3 * i, 3 * k) = stiffness_between(E, against).transpose();
    }
  }
  return K;
}

// What stiffness and mass both need.
struct Condensation {
  Gradients<hex8_nodes, hex8_points> at;
  Matrix6 D;
  ModeColumns columns;
  Eigen::LLT<MatrixAA> factor;

  explicit Condensation(const ElementInput& input)
      : at(gradients<hexahedron, hex8_points>(input)),
        D(elasticity(input)),
        columns(mode_columns(input, at, D)),
        factor(columns.aa) {}
};

// Kuu − Kua Kaa⁻¹ Kau = Kuu − R Rᵀ with Kaa = L Lᵀ and R = Kua L⁻ᵀ, column by column.
void set_condensed_stiffness(const Condensation& element, Eigen::Ref<ElementMatrix> K) {
  set_stiffness<hex8_nodes>(products(element.at), element.D, K);
  const MatrixAA& L = element.factor.matrixLLT();
  MatrixUA R = element.columns.ua;
  for (int k = 0; k < 3 * modes; ++k) {
    for (int j = 0; j < k; ++j) R.col(k) -= L(k, j) * R.col(j);
    R.col(k) /= L(k, k);
  }
  for (int j = 0; j < 3 * hex8_nodes; ++j) {
    Eigen::Matrix<double, 3 * hex8_nodes, 1> column = R.col(0) * R(j, 0);
    for (int k = 1; k < 3 * modes; ++k) column += R.col(k) * R(j, k);
    K.col(j).head<3 * hex8_nodes>() -= column;
  }
}

// 1 − ξ² is 2/3 at every point of the rule, so only s = α_1 + α_2 + α_3 = S u moves mass:
// ρ ∫ |N u + ⅔ S u|².
void add_mass_of_modes(const Condensation& element, Eigen::Ref<ElementMatrix> M) {
  Eigen::Matrix<double, 3 * modes, 3> sum = Eigen::Matrix3d::Identity().replicate<modes, 1>();
  // L Lᵀ x = sum, written out: Eigen's triangular solves are made for larger matrices.
  const MatrixAA& L = element.factor.matrixLLT();
  for (int k = 0; k < 3 * modes; ++k) {
    for (int j = 0; j < k; ++j) sum.row(k) -= L(k, j) * sum.row(j);
    sum.row(k) /= L(k, k);
  }
  for (int k = 3 * modes - 1; k >= 0; --k) {
    for (int j = k + 1; j < 3 * modes; ++j) sum.row(k) -= L(j, k) * sum.row(j);
    sum.row(k) /= L(k, k);
  }
  const Eigen::Matrix<double, 3 * hex8_nodes, 3> S =
      -element.columns.ua.lazyProduct(sum);  // transposed

  Eigen::Matrix<double, hex8_nodes, 1> n;  // ρ ∫ N_i
  for (int i = 0; i < hex8_nodes; ++i) n[i] = M.row(3 * i).sum();
  Eigen::Matrix<double, 3 * hex8_nodes, 3> half = (2.0 / 9 * n.sum()) * S;
  for (int i = 0; i < hex8_nodes; ++i)
    half.middleRows<3>(3 * i).diagonal().array() += 2.0 / 3 * n[i];
  for (int j = 0; j < 3 * hex8_nodes; ++j)
    M.col(j).head<3 * hex8_nodes>() += S * half.row(j).transpose() + half * S.row(j).transpose();
}

class Hex8 final : public SolidElement<hexahedron, hex8_points, hex8_points> {
 public:
  using SolidElement::SolidElement;

  std::string complaint(const ElementInput& input) const override {
    std::string text = SolidElement::complaint(input);
    if (text.empty() && !is_positive<hexahedron, 1>(input))
      text = jacobian_complaint(hexahedron, input, 1);
    return text;
  }

  void stiffness(const ElementInput& input, Eigen::Ref<ElementMatrix> K) const override {
    set_condensed_stiffness(Condensation(input), K);
  }

  void mass(const ElementInput& input, bool lumped, Eigen::Ref<ElementMatrix> M) const override {
    SolidElement::mass(input, lumped, M);
    if (!lumped && input.material->density > 0) add_mass_of_modes(Condensation(input), M);
  }

  /// With the modes' own strain, which vanishes at the centre.
  Stress stress_at(const ElementInput& input, const Eigen::VectorXd& q, int layer,
                   const Eigen::Vector3d& xi) const override {
    if (xi.isZero()) return SolidElement::stress_at(input, q, layer, xi);
    const Condensation element(input);
    const Eigen::Matrix<double, 3 * modes, 1> alpha =
        -element.factor.solve(element.columns.ua.transpose() * q);
    const auto x = coordinates<hex8_nodes>(input);
    const Eigen::Matrix3d J0 = x.lazyProduct(Tabulated<hexahedron, 1>::get().dN[0]);
    const Eigen::Matrix3d J = x * shape_gradients(hexahedron, xi);
    // A mode moves as a node does that has its gradient.
    Eigen::Matrix<double, hex8_nodes + modes, 3> g;
    g.topRows<hex8_nodes>() = gradients_at(hexahedron, input, xi);
    for (int k = 0; k < modes; ++k)
      g.row(hex8_nodes + k) = -2 * xi[k] * J0.determinant() / J.determinant() * J0.inverse().row(k);
    Eigen::VectorXd all(3 * (hex8_nodes + modes));
    all << q, alpha;
    return stress_of(element.D, g, all);
  }

  void stiffness_and_mass(const ElementInput& input, bool lumped, Eigen::Ref<ElementMatrix> K,
                          Eigen::Ref<ElementMatrix> M) const override {
    const Condensation element(input);
    set_condensed_stiffness(element, K);
    set_mass_of_shape(element.at.volume, *input.material, lumped, M);
    if (!lumped && input.material->density > 0) add_mass_of_modes(element, M);
  }
};

}  // namespace

const Element& hex8() {
  static const Hex8 element("hex8");
  return element;
}

}  // namespace sparkdyn::structure
