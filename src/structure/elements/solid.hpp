// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What solid elements share. With the gradients g_i = ∂N_i/∂x and one D for the whole element,
//   K_ij = ∫ B_iᵀ D B_j dV,  K_ij^{mn} = Σ_ab D[ma][nb] W_ij^{ab},  W_ij^{ab} = Σ_p w_p g_i^a
//   g_j^b,
// so the sum over integration points does not see the material, and zeros of D cost nothing.
// M_ij = ρ Σ_p w_p N_i N_j on each component.

#include <Eigen/Core>
#include <Eigen/LU>
#include <array>
#include <string>

#include "quadrature.hpp"
#include "shape_functions.hpp"
#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::structure {

/// What the hexahedra of eight nodes share.
inline constexpr Shape hexahedron = Shape::hexahedron8;
inline constexpr int hex8_nodes = 8;
inline constexpr int hex8_points = 8;

constexpr int node_count(Shape shape) {
  constexpr std::array<int, shape_count> counts{1, 2, 3, 3, 6, 4, 8, 4, 10, 6, 15, 8, 20};
  return counts[static_cast<std::size_t>(shape)];
}

/// Shape functions and local gradients at the points of a rule: computed once per program.
template <Shape shape, int points>
struct Tabulated {
  static constexpr int nodes = node_count(shape);
  Eigen::Matrix<double, nodes, points> N;
  std::array<Eigen::Matrix<double, nodes, 3>, points> dN;
  std::array<double, points> weight;
  std::array<Eigen::Vector3d, points> xi;

  static const Tabulated& get() {
    static const Tabulated instance;
    return instance;
  }

 private:
  Tabulated() {
    const auto& rule = quadrature(shape, points);
    for (std::size_t p = 0; p < points; ++p) {
      xi[p] = rule[p].xi;
      weight[p] = rule[p].weight;
      N.col(static_cast<int>(p)) = shape_values(shape, xi[p]);
      dN[p] = shape_gradients(shape, xi[p]);
    }
  }
};

/// Nodal coordinates as columns.
template <int nodes>
using Coordinates = Eigen::Map<const Eigen::Matrix<double, 3, nodes>>;
template <int nodes>
Coordinates<nodes> coordinates(const ElementInput& input) {
  return Coordinates<nodes>(input.x.front().data());
}

/// g at each point (component-major: row a·nodes + i, column p) and the volume of each point.
template <int nodes, int points>
struct Gradients {
  Eigen::Matrix<double, 3 * nodes, points> g;
  Eigen::Matrix<double, points, 1> volume;

  auto component(int a) const { return g.template middleRows<nodes>(a * nodes); }
};

template <Shape shape, int points>
Gradients<node_count(shape), points> gradients(const ElementInput& input) {
  constexpr int nodes = node_count(shape);
  const auto& table = Tabulated<shape, points>::get();
  const auto x = coordinates<nodes>(input);
  Gradients<nodes, points> result;
  for (int p = 0; p < points; ++p) {
    const auto& dN = table.dN[static_cast<std::size_t>(p)];
    const Eigen::Matrix3d J = x.lazyProduct(dN);
    Eigen::Matrix3d inverse = Eigen::Matrix3d::Zero();  // of an element that has no volume
    double determinant = 0;
    bool invertible = false;
    J.computeInverseAndDetWithCheck(inverse, determinant, invertible, 0.0);
    Eigen::Map<Eigen::Matrix<double, nodes, 3>>(result.g.col(p).data()).noalias() =
        dN.lazyProduct(inverse);
    result.volume[p] = determinant * table.weight[static_cast<std::size_t>(p)];
  }
  return result;
}

/// W: the blocks xx, xy, xz, yy, yz, zz; W^{ba} is the transpose of W^{ab}.
template <int nodes>
using Products = std::array<Eigen::Matrix<double, nodes, nodes>, 6>;
constexpr int product_index(int a, int b) {
  return a == 0 ? b : a + b + 1;
}

template <int nodes, int points>
Products<nodes> products(const Gradients<nodes, points>& at) {
  Products<nodes> W;
  for (int a = 0; a < 3; ++a) {
    const Eigen::Matrix<double, nodes, points> weighted = at.component(a) * at.volume.asDiagonal();
    for (int b = a; b < 3; ++b)
      W[static_cast<std::size_t>(product_index(a, b))].noalias() =
          weighted.lazyProduct(at.component(b).transpose());
  }
  return W;
}

/// Where a strain component stands: xx, yy, zz, xy, yz, zx.
inline constexpr int strain_index[3][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}};

/// K^{mn}: entries of component m of the nodes against component n.
template <int nodes>
Eigen::Matrix<double, nodes, nodes> stiffness_block(const Products<nodes>& W, const Matrix6& D,
                                                    int m, int n) {
  Eigen::Matrix<double, nodes, nodes> block = Eigen::Matrix<double, nodes, nodes>::Zero();
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) {
      const double d = D(strain_index[m][a], strain_index[n][b]);
      if (d == 0) continue;
      if (a <= b)
        block += d * W[static_cast<std::size_t>(product_index(a, b))];
      else
        block += d * W[static_cast<std::size_t>(product_index(b, a))].transpose();
    }
  return block;
}

/// The entries of component m of the nodes (rows) against n (columns) in a matrix numbered node by
/// node.
template <int nodes>
auto component_block(Eigen::Ref<ElementMatrix> K, int m, int n) {
  using Strides = Eigen::Stride<Eigen::Dynamic, 3>;
  return Eigen::Map<Eigen::Matrix<double, nodes, nodes>, 0, Strides>(
      K.data() + m + n * K.outerStride(), nodes, nodes, Strides(3 * K.outerStride(), 3));
}

template <int nodes>
void set_stiffness(const Products<nodes>& W, const Matrix6& D, Eigen::Ref<ElementMatrix> K) {
  for (int m = 0; m < 3; ++m)
    for (int n = m; n < 3; ++n) {
      const auto block = stiffness_block<nodes>(W, D, m, n);
      component_block<nodes>(K, m, n) = block;
      if (n != m) component_block<nodes>(K, n, m) = block.transpose();
    }
}

/// B(g)ᵀ D, B(g) being the strain of a unit displacement with the gradient g. Then B(g)ᵀ D B(h) is
/// the stiffness between two of them: the way for few of them, where products() is for many.
using StressRows = Eigen::Matrix<double, 3, 6>;
inline StressRows stress_rows(const Matrix6& D, const Eigen::Vector3d& g) {
  StressRows E;
  E.row(0) = g[0] * D.row(0) + g[1] * D.row(3) + g[2] * D.row(5);
  E.row(1) = g[0] * D.row(3) + g[1] * D.row(1) + g[2] * D.row(4);
  E.row(2) = g[0] * D.row(5) + g[1] * D.row(4) + g[2] * D.row(2);
  return E;
}
inline Eigen::Matrix3d stiffness_between(const StressRows& E, const Eigen::Vector3d& h) {
  Eigen::Matrix3d K;
  K.col(0) = E.col(0) * h[0] + E.col(3) * h[1] + E.col(5) * h[2];
  K.col(1) = E.col(3) * h[0] + E.col(1) * h[1] + E.col(4) * h[2];
  K.col(2) = E.col(5) * h[0] + E.col(4) * h[1] + E.col(2) * h[2];
  return K;
}

/// The volume of each point.
template <Shape shape, int points>
Eigen::Matrix<double, points, 1> volumes(const ElementInput& input) {
  const auto& table = Tabulated<shape, points>::get();
  const auto x = coordinates<node_count(shape)>(input);
  Eigen::Matrix<double, points, 1> volume;
  for (int p = 0; p < points; ++p) {
    const auto at = static_cast<std::size_t>(p);
    const Eigen::Matrix3d J = x.lazyProduct(table.dN[at]);
    volume[p] = J.determinant() * table.weight[at];
  }
  return volume;
}

/// ∫ N_i N_j dV.
template <Shape shape, int points>
Eigen::Matrix<double, node_count(shape), node_count(shape)> unit_mass(
    const Eigen::Matrix<double, points, 1>& volume) {
  const auto& N = Tabulated<shape, points>::get().N;
  const Eigen::Matrix<double, node_count(shape), points> weighted = N * volume.asDiagonal();
  return weighted.lazyProduct(N.transpose());
}

/// Each of the three components has the same m.
template <int nodes>
void set_mass(const Eigen::Matrix<double, nodes, nodes>& m, Eigen::Ref<ElementMatrix> M) {
  M.setZero();
  for (int c = 0; c < 3; ++c) component_block<nodes>(M, c, c) = m;
}

/// Linear shapes: row sums. Quadratic ones, whose corners would get negative mass: the diagonal,
/// scaled to the total (Hinton, Rock, Zienkiewicz 1976).
template <Shape shape>
void lump(Eigen::Matrix<double, node_count(shape), node_count(shape)>& m) {
  const bool linear = node_count(shape) == info(shape).corners;
  Eigen::Matrix<double, node_count(shape), 1> diagonal = m.rowwise().sum();
  if (!linear)
    diagonal = Eigen::Matrix<double, node_count(shape), 1>(m.diagonal() * (m.sum() / m.trace()));
  m = diagonal.asDiagonal();
}

/// D in global axes.
Matrix6 elasticity(const ElementInput& input);
/// The same of a material whose axes are the rows of `axes`.
Matrix6 elasticity(const Material& material, const Axes& axes);

/// σ = D ε for displacements q and gradients g (one row per node) at a point.
Stress stress_of(const Matrix6& D,
                 const Eigen::Ref<const Eigen::Matrix<double, Eigen::Dynamic, 3>>& g,
                 const Eigen::VectorXd& q);

/// Gradients at one local point, for stresses.
Eigen::Matrix<double, Eigen::Dynamic, 3> gradients_at(Shape shape, const ElementInput& input,
                                                      const Eigen::Vector3d& xi);

/// What is wrong with section, material or coordinates.
std::string solid_input_complaint(const ElementInput& input);
/// What is wrong with the shape: which point of the rule has no positive volume.
std::string jacobian_complaint(Shape shape, const ElementInput& input, int points);
/// Below this det J counts as zero.
double smallest_jacobian(const ElementInput& input);

/// Whether det J is positive at every point: the quick way to the usual answer.
template <Shape shape, int points>
bool is_positive(const ElementInput& input) {
  const auto x = coordinates<node_count(shape)>(input);
  const double smallest = smallest_jacobian(input);
  for (const auto& dN : Tabulated<shape, points>::get().dN) {
    const Eigen::Matrix3d J = x.lazyProduct(dN);
    if (!(J.determinant() > smallest)) return false;
  }
  return true;
}

/// A solid with displacements at its nodes, stiffness and mass integrated by the given rules.
template <Shape solid_shape, int stiffness_points, int mass_points>
class SolidElement : public Element {
 public:
  explicit constexpr SolidElement(std::string_view name) : name_(name) {}

  std::string_view name() const final { return name_; }
  Shape shape() const final { return solid_shape; }
  ComponentMask components(int, const SectionData&) const final { return translations; }
  std::string_view section_kind() const final { return "solid"; }

  std::string complaint(const ElementInput& input) const override {
    std::string complaint = solid_input_complaint(input);
    if (!complaint.empty()) return complaint;
    if (!is_positive<solid_shape, stiffness_points>(input))
      return jacobian_complaint(solid_shape, input, stiffness_points);
    if (!is_positive<solid_shape, mass_points>(input))
      return jacobian_complaint(solid_shape, input, mass_points);
    return {};
  }

  void stiffness(const ElementInput& input, Eigen::Ref<ElementMatrix> K) const override {
    const auto W = products(gradients<solid_shape, stiffness_points>(input));
    set_stiffness<nodes>(W, elasticity(input), K);
  }

  void mass(const ElementInput& input, bool lumped, Eigen::Ref<ElementMatrix> M) const override {
    set_mass_of_shape(volumes<solid_shape, mass_points>(input), *input.material, lumped, M);
  }

  Stress stress(const ElementInput& input, const Eigen::VectorXd& q, int layer) const override {
    return stress_at(input, q, layer, centre(solid_shape));
  }
  Stress stress_at(const ElementInput& input, const Eigen::VectorXd& q, int,
                   const Eigen::Vector3d& xi) const override {
    return stress_of(elasticity(input), gradients_at(solid_shape, input, xi), q);
  }

 protected:
  static constexpr int nodes = node_count(solid_shape);

  static void set_mass_of_shape(const Eigen::Matrix<double, mass_points, 1>& volume,
                                const Material& material, bool lumped,
                                Eigen::Ref<ElementMatrix> M) {
    auto m = unit_mass<solid_shape, mass_points>(volume);
    m *= material.density;
    if (lumped) lump<solid_shape>(m);
    set_mass<nodes>(m, M);
  }

 private:
  std::string_view name_;
};

}  // namespace sparkdyn::structure
