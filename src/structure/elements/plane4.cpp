// SPDX-License-Identifier: BSD-3-Clause
// Quadrilaterals that bend without locking.
//  * plane4: to u = Σ N_i u_i come (1 − ξ²) α_1 + (1 − η²) α_2, whose gradients are taken with the
//    Jacobian of the centre and scaled by det J₀/det J (Taylor, Beresford, Wilson 1976); of their
//    strains the mean over the element is taken off, so that they do no work on constant stresses
//    about an axis either (Ibrahimbegović, Wilson 1991). α is condensed out.
//  * plane4-reduced: the mean strain, and a small stiffness against the hourglass motion of each
//    component with the factor of CalculiX, which has a hex8-reduced of the thickness in its place.

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <cmath>

#include "all.hpp"
#include "hourglass_control.hpp"
#include "plane.hpp"

namespace sparkdyn::structure {

namespace {

constexpr Shape plane_quadrilateral = Shape::quadrilateral4;
constexpr int plane_modes = 4;
using ModeRows = Eigen::Matrix<double, plane_strains, plane_modes>;

PlanePoint<4> middle_point(const ElementInput& input) {
  return {plane_quadrilateral, input, {Eigen::Vector3d::Zero(), 4}};
}

/// Strains of α_1x, α_1y, α_2x, α_2y before the mean is taken off.
ModeRows mode_rows(const PlanePoint<4>& point, const Eigen::Matrix2d& J0, const Eigen::Vector3d& xi,
                   PlaneSection::State state) {
  const Eigen::Matrix2d inverse = J0.inverse();
  ModeRows B = ModeRows::Zero();
  for (int k = 0; k < 2; ++k) {
    const Eigen::RowVector2d g =
        -2 * xi[k] * J0.determinant() / point.J.determinant() * inverse.row(k);
    B(0, 2 * k) = B(3, 2 * k + 1) = g[0];
    B(1, 2 * k + 1) = B(3, 2 * k) = g[1];
    if (state == PlaneSection::State::axisymmetric) {
      B(2, 2 * k) = point.x > 0 ? (1 - xi[k] * xi[k]) / point.x : B(0, 2 * k);
    }
  }
  return B;
}

struct EnrichedPlane {
  PlaneMatrix<4> uu = PlaneMatrix<4>::Zero();
  Eigen::Matrix<double, plane_modes, 8> au = Eigen::Matrix<double, plane_modes, 8>::Zero();
  Eigen::Matrix4d aa = Eigen::Matrix4d::Zero();
  ModeRows mean = ModeRows::Zero();
  Eigen::Matrix2d J0;

  EnrichedPlane(const ElementInput& input, const PlaneElasticity& D)
      : J0(middle_point(input).J), state_(plane_section(input).state) {
    const auto& rule = quadrature(plane_quadrilateral, 4);
    double volume = 0;
    for (const QuadraturePoint& at : rule) {
      const PlanePoint<4> point(plane_quadrilateral, input, at);
      mean += point.volume * mode_rows(point, J0, at.xi, state_);
      volume += point.volume;
    }
    mean /= volume;
    for (const QuadraturePoint& at : rule) {
      const PlanePoint<4> point(plane_quadrilateral, input, at);
      const auto B = point.strain_rows(state_);
      const ModeRows E = modes_at(point, at.xi);
      uu += B.transpose() * (point.volume * D) * B;
      au += E.transpose() * (point.volume * D) * B;
      aa += E.transpose() * (point.volume * D) * E;
    }
  }

  ModeRows modes_at(const PlanePoint<4>& point, const Eigen::Vector3d& xi) const {
    return mode_rows(point, J0, xi, state_) - mean;
  }

 private:
  PlaneSection::State state_;
};

class Plane4 final : public PlaneElement<plane_quadrilateral, 4, 9> {
 public:
  using PlaneElement::PlaneElement;

  void stiffness(const ElementInput& input, Eigen::Ref<ElementMatrix> K) const override {
    const EnrichedPlane element(input, plane_elasticity(input));
    const PlaneMatrix<4> condensed =
        element.uu - element.au.transpose() * element.aa.ldlt().solve(element.au);
    set_plane_matrix<4>(0.5 * (condensed + condensed.transpose()), K);
  }

  Stress stress_at(const ElementInput& input, const Eigen::VectorXd& q, int,
                   const Eigen::Vector3d& xi) const override {
    const PlaneElasticity D = plane_elasticity(input);
    const EnrichedPlane element(input, D);
    const PlanePoint<4> point(plane_quadrilateral, input, {xi, 1});
    const auto u = in_plane<4>(q);
    const Eigen::Vector4d alpha = -element.aa.ldlt().solve(element.au * u);
    return plane_stress(
        D, point.strain_rows(plane_section(input).state) * u + element.modes_at(point, xi) * alpha);
  }
};

struct MeanStrain {
  PlaneStrainRows<4> B = PlaneStrainRows<4>::Zero();
  double volume = 0;

  explicit MeanStrain(const ElementInput& input) {
    for (const QuadraturePoint& at : quadrature(plane_quadrilateral, 4)) {
      const PlanePoint<4> point(plane_quadrilateral, input, at);
      B += point.volume * point.strain_rows(plane_section(input).state);
      volume += point.volume;
    }
    B /= volume;
  }
};

class Plane4Reduced final : public PlaneElement<plane_quadrilateral, 4, 9> {
 public:
  using PlaneElement::PlaneElement;

  void stiffness(const ElementInput& input, Eigen::Ref<ElementMatrix> K) const override {
    const MeanStrain mean(input);
    PlaneMatrix<4> plane = mean.B.transpose() * (mean.volume * plane_elasticity(input)) * mean.B;
    const Eigen::Matrix<double, 4, 2> g = middle_point(input).g;
    const Eigen::Vector4d base(1, -1, 1, -1);
    const Eigen::Vector4d gamma = base - g * (coordinates<4>(input).topRows<2>() * base);
    // Σ|g|² of the brick's eight nodes: half of g from each layer, and along z a quarter over t.
    const PlaneSection& section = plane_section(input);
    double slopes = g.squaredNorm() / 2;
    if (section.state != PlaneSection::State::axisymmetric)
      slopes += 0.5 / (section.thickness * section.thickness);
    const Orthotropic& elastic = input.material->elastic;
    const double factor =
        4 * hourglass_factor * (elastic.E1 + elastic.E2 + elastic.E3) / 3 * mean.volume * slopes;
    for (int c = 0; c < 2; ++c)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) plane(2 * i + c, 2 * j + c) += factor * gamma[i] * gamma[j];
    set_plane_matrix<4>(plane, K);
  }

  Stress stress_at(const ElementInput& input, const Eigen::VectorXd& q, int,
                   const Eigen::Vector3d&) const override {
    return plane_stress(plane_elasticity(input), MeanStrain(input).B * in_plane<4>(q));
  }
};

}  // namespace

const Element& plane4() {
  static const Plane4 element("plane4");
  return element;
}

const Element& plane4_reduced() {
  static const Plane4Reduced element("plane4-reduced");
  return element;
}

}  // namespace sparkdyn::structure
