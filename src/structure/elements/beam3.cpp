// SPDX-License-Identifier: BSD-3-Clause
// Three-node Timoshenko beam in space, straight or curved. With the centroid's u and θ interpolated
// by quadratics and ' = d/ds along it,
//   γ = u' + t × θ,   κ = θ',   K = ∫ (γ, κ)ᵀ C⁻¹ (γ, κ) ds,
// by two Gauss points: there γ of a slender beam can vanish, so that it does not lock, and a
// straight one is exact for loads at its ends (Stolarski, Belytschko 1982). Forces of a section
// that is rigid in shear have no C⁻¹: such a section needs beam2.

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <array>

#include "all.hpp"
#include "beam_values.hpp"
#include "local_frame.hpp"
#include "structure/quadrature.hpp"
#include "structure/shape_functions.hpp"

namespace sparkdyn::structure {

namespace {

using Matrix18 = Eigen::Matrix<double, 18, 18>;
using Matrix6x18 = Eigen::Matrix<double, 6, 18>;
using Places = Eigen::Matrix3d;  ///< a column for each node

Places places(const ElementInput& input) {
  Places x;
  for (int i = 0; i < 3; ++i) x.col(i) = input.x[i];
  return x;
}

Point slope(const Places& x, const Eigen::Vector3d& xi) {
  return x * shape_gradients(Shape::line3, xi).col(0);
}

/// Rows t, n1, n2.
Matrix3 axes_along(const Point& tangent, const Point& direction) {
  const Point t = tangent.normalized();
  const Point n1 = perpendicular(direction, t).normalized();
  Matrix3 axes;
  axes << t.transpose(), n1.transpose(), t.cross(n1).transpose();
  return axes;
}

/// The beam's line of centroids, and the arms from the nodes to it.
struct Line {
  Places x;
  std::array<Matrix6, 3> arms;
};

Line line_of(const ElementInput& input) {
  const BeamSection& section = beam_section(input);
  const Places nodes = places(input);
  const ShapeGradients at = node_coordinates(Shape::line3);
  Line line{nodes, {}};
  for (int i = 0; i < 3; ++i) {
    const Matrix3 axes = axes_along(slope(nodes, at.row(i).transpose()), as_point(section.n1));
    const Point arm = section.offset1 * axes.row(1) + section.offset2 * axes.row(2);
    line.x.col(i) += arm;
    line.arms[i] = rigid_arm(arm);
  }
  return line;
}

/// Where the beam is looked at: ds/dξ, local axes, N and dN/ds.
struct Station {
  double jacobian = 0;
  Matrix3 axes;
  Eigen::Vector3d N, slopes;
};

Station station_at(const Line& line, const Eigen::Vector3d& xi, const BeamSection& section) {
  Station station;
  const Point tangent = slope(line.x, xi);
  station.jacobian = tangent.norm();
  station.axes = axes_along(tangent, as_point(section.n1));
  station.N = shape_values(Shape::line3, xi);
  station.slopes = shape_gradients(Shape::line3, xi).col(0) / station.jacobian;
  return station;
}

/// (γ, κ) in local axes of the centroids' values in global ones.
Matrix6x18 strains(const Station& station) {
  const Matrix3 with_rotation = station.axes * cross_matrix(station.axes.row(0));
  Matrix6x18 B = Matrix6x18::Zero();
  for (int i = 0; i < 3; ++i) {
    B.block<3, 3>(0, 6 * i) = station.slopes[i] * station.axes;
    B.block<3, 3>(0, 6 * i + 3) = station.N[i] * with_rotation;
    B.block<3, 3>(3, 6 * i + 3) = station.slopes[i] * station.axes;
  }
  return B;
}

Matrix18 at_nodes(const Matrix18& of_centroids, const Line& line) {
  Matrix18 result;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      result.block<6, 6>(6 * i, 6 * j) =
          line.arms[i].transpose() * of_centroids.block<6, 6>(6 * i, 6 * j) * line.arms[j];
  return 0.5 * (result + result.transpose());
}

class Beam3 final : public Element {
 public:
  std::string_view name() const override { return "beam3"; }
  Shape shape() const override { return Shape::line3; }
  ComponentMask components(int, const SectionData&) const override { return all_components; }
  std::string_view section_kind() const override { return "beam"; }

  std::string complaint(const ElementInput& input) const override {
    const BeamSection& section = beam_section(input);
    if (std::string text = beam_section_complaint(section); !text.empty()) return text;
    if (section.release_start != 0 || section.release_end != 0)
      return "its ends cannot be released; those of beam2 can";
    if (!(section.shear1 > 0 && section.shear2 > 0))
      return "its section is rigid in shear (shear areas of zero), which only beam2 can be";
    const Point n1 = as_point(section.n1);
    if (!(n1.norm() > 0)) return "its direction n1 is zero";
    const Places x = places(input);
    const Point chord = x.col(1) - x.col(0);
    if (!(chord.norm() > 0)) return "its length is zero";
    const ShapeGradients at = node_coordinates(Shape::line3);
    for (int i = 0; i < 3; ++i) {
      const Point tangent = slope(x, at.row(i).transpose());
      if (!(tangent.dot(chord) > 1e-6 * chord.squaredNorm()))
        return "its middle node lies too near to an end, or it bends by more than a quarter turn";
      if (n1.normalized().cross(tangent.normalized()).norm() < 1.7e-3)  // as beam2
        return "its direction n1 is parallel to the beam; give another n1 in the section";
    }
    return {};
  }

  void stiffness(const ElementInput& input, Eigen::Ref<ElementMatrix> K) const override {
    const BeamSection& section = beam_section(input);
    const Line line = line_of(input);
    const Matrix6 D = beam_compliance(section, input.material->elastic).inverse();
    Matrix18 sum = Matrix18::Zero();
    for (const QuadraturePoint& point : quadrature(Shape::line3, 2)) {
      const Station station = station_at(line, point.xi, section);
      const Matrix6x18 B = strains(station);
      sum += point.weight * station.jacobian * B.transpose() * D * B;
    }
    K = at_nodes(sum, line);
  }

  /// Lumped: each node carries its share of the length as a rigid slice.
  void mass(const ElementInput& input, bool lumped, Eigen::Ref<ElementMatrix> M) const override {
    const BeamSection& section = beam_section(input);
    const Line line = line_of(input);
    const Matrix6 local = beam_mass(section, input.material->density);
    Matrix18 sum = Matrix18::Zero();
    for (const QuadraturePoint& point : quadrature(Shape::line3, 3)) {
      const Station station = station_at(line, point.xi, section);
      const Matrix6 turn = rotation6(station.axes);
      const Matrix6 slice = point.weight * station.jacobian * turn.transpose() * local * turn;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          if (!lumped)
            sum.block<6, 6>(6 * i, 6 * j) += station.N[i] * station.N[j] * slice;
          else if (i == j)
            sum.block<6, 6>(6 * i, 6 * i) += station.N[i] * slice;
    }
    M = at_nodes(sum, line);
  }

  Stress stress(const ElementInput& input, const Eigen::VectorXd& q, int) const override {
    const Line line = line_of(input);
    const Station station = station_at(line, Eigen::Vector3d::Zero(), beam_section(input));
    Eigen::Matrix<double, 18, 1> centroids;
    for (int i = 0; i < 3; ++i) centroids.segment<6>(6 * i) = line.arms[i] * q.segment<6>(6 * i);
    const Point t = station.axes.row(0);
    const double stretch = (strains(station) * centroids)[0];
    return as_stress(input.material->elastic.E1 * stretch * t * t.transpose());
  }
};

}  // namespace

const Element& beam3() {
  static const Beam3 element;
  return element;
}

}  // namespace sparkdyn::structure
