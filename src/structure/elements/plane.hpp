// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What plane elements share. With the strains ε = (εxx, εyy, εzz, γxy) of displacements along x and
// y,
//   K = ∫ Bᵀ D B dV,   M = ∫ ρ NᵀN dV,   dV = t dA, or 2πx dA about the y axis,
// where εzz is 0, u_x/x about the axis, and eliminated from D where σzz is 0. The nodes have z as
// well, which nothing strains: a plane model holds it (plane_model.hpp).

#include "solid.hpp"

namespace sparkdyn::structure {

/// Below: of strains at a point.
inline constexpr int plane_strains = 4;
using PlaneElasticity = Eigen::Matrix<double, plane_strains, plane_strains>;
/// Of u_x, u_y node by node.
template <int nodes>
using PlaneStrainRows = Eigen::Matrix<double, plane_strains, 2 * nodes>;
template <int nodes>
using PlaneMatrix = Eigen::Matrix<double, 2 * nodes, 2 * nodes>;

const PlaneSection& plane_section(const ElementInput& input);
/// D of the state that the section names.
PlaneElasticity plane_elasticity(const ElementInput& input);
/// What one unit of area stands for: t or 2πx.
double depth(const PlaneSection& section, double x);
/// σ at a point of strains ε.
Stress plane_stress(const PlaneElasticity& D, const Eigen::Vector4d& strain);

/// What is wrong with section, material or coordinates.
std::string plane_input_complaint(const ElementInput& input);
/// What is wrong with the shape: which point of the rule has no positive area, or lies on the axis.
std::string plane_shape_complaint(Shape shape, const ElementInput& input, int points);

/// One point of a plane element.
template <int nodes>
struct PlanePoint {
  Eigen::Matrix2d J;  ///< ∂(x, y)/∂(ξ, η)
  Eigen::Matrix<double, nodes, 1> N;
  Eigen::Matrix<double, nodes, 2> g;  ///< ∂N/∂(x, y)
  double x = 0;
  double volume = 0;

  PlanePoint(Shape shape, const ElementInput& input, const QuadraturePoint& at) {
    N = shape_values(shape, at.xi);
    const Eigen::Matrix<double, nodes, 2> slopes =
        shape_gradients(shape, at.xi).template leftCols<2>();
    const auto places = coordinates<nodes>(input);
    J = places.template topRows<2>() * slopes;
    g = slopes * J.inverse();
    x = places.row(0).dot(N);
    volume = at.weight * J.determinant() * depth(plane_section(input), x);
  }

  PlaneStrainRows<nodes> strain_rows(PlaneSection::State state) const {
    PlaneStrainRows<nodes> B = PlaneStrainRows<nodes>::Zero();
    for (int i = 0; i < nodes; ++i) {
      B(0, 2 * i) = B(3, 2 * i + 1) = g(i, 0);
      B(1, 2 * i + 1) = B(3, 2 * i) = g(i, 1);
      // On the axis, where stresses alone are asked for, the strain around is that along x.
      if (state == PlaneSection::State::axisymmetric) B(2, 2 * i) = x > 0 ? N[i] / x : g(i, 0);
    }
    return B;
  }
};

/// Entries of u_x and u_y among the three components of each node.
template <int nodes>
void set_plane_matrix(const PlaneMatrix<nodes>& plane, Eigen::Ref<ElementMatrix> K) {
  K.setZero();
  for (int a = 0; a < 2; ++a)
    for (int b = 0; b < 2; ++b)
      component_block<nodes>(K, a, b) = plane(Eigen::seqN(a, Eigen::fix<nodes>, Eigen::fix<2>),
                                              Eigen::seqN(b, Eigen::fix<nodes>, Eigen::fix<2>));
}

/// u_x and u_y of displacements along x, y and z.
template <int nodes>
Eigen::Matrix<double, 2 * nodes, 1> in_plane(const Eigen::VectorXd& q) {
  Eigen::Matrix<double, 2 * nodes, 1> u;
  for (int i = 0; i < nodes; ++i) u.template segment<2>(2 * i) = q.segment<2>(3 * i);
  return u;
}

/// A plane element with stiffness and mass integrated by the given rules.
template <Shape plane_shape, int stiffness_points, int mass_points>
class PlaneElement : public Element {
 public:
  explicit constexpr PlaneElement(std::string_view name) : name_(name) {}

  std::string_view name() const final { return name_; }
  Shape shape() const final { return plane_shape; }
  ComponentMask components(int, const SectionData&) const final { return translations; }
  std::string_view section_kind() const final { return "plane"; }

  std::string complaint(const ElementInput& input) const final {
    std::string complaint = plane_input_complaint(input);
    for (const int points : {stiffness_points, mass_points})
      if (complaint.empty()) complaint = plane_shape_complaint(plane_shape, input, points);
    return complaint;
  }

  void stiffness(const ElementInput& input, Eigen::Ref<ElementMatrix> K) const override {
    set_plane_matrix<nodes>(plain_stiffness(input), K);
  }

  /// That along z is there for the weight of the body.
  void mass(const ElementInput& input, bool lumped, Eigen::Ref<ElementMatrix> M) const final {
    Eigen::Matrix<double, nodes, nodes> m = Eigen::Matrix<double, nodes, nodes>::Zero();
    for (const QuadraturePoint& at : quadrature(plane_shape, mass_points)) {
      const PlanePoint<nodes> point(plane_shape, input, at);
      m += input.material->density * point.volume * point.N * point.N.transpose();
    }
    if (lumped) lump<plane_shape>(m);
    set_mass<nodes>(m, M);
  }

  Stress stress(const ElementInput& input, const Eigen::VectorXd& q, int layer) const final {
    return stress_at(input, q, layer, centre(plane_shape));
  }
  Stress stress_at(const ElementInput& input, const Eigen::VectorXd& q, int,
                   const Eigen::Vector3d& xi) const override {
    const PlanePoint<nodes> point(plane_shape, input, {xi, 1});
    return plane_stress(plane_elasticity(input),
                        point.strain_rows(plane_section(input).state) * in_plane<nodes>(q));
  }

 protected:
  static constexpr int nodes = node_count(plane_shape);

  static PlaneMatrix<nodes> plain_stiffness(const ElementInput& input) {
    const PlaneElasticity D = plane_elasticity(input);
    PlaneMatrix<nodes> K = PlaneMatrix<nodes>::Zero();
    for (const QuadraturePoint& at : quadrature(plane_shape, stiffness_points)) {
      const PlanePoint<nodes> point(plane_shape, input, at);
      const auto B = point.strain_rows(plane_section(input).state);
      K += B.transpose() * (point.volume * D) * B;
    }
    return K;
  }

 private:
  std::string_view name_;
};

}  // namespace sparkdyn::structure
