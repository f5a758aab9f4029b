// SPDX-License-Identifier: BSD-3-Clause
// Two-node Timoshenko beam in space, exact for loads at its ends. Local axes t, n1, n2; values
// d = (u, θ) of the centroid; section forces F = (N, V1, V2, T, M1, M2) with strains e = C F.
// Let X(a) carry d over a rigid arm of length a along t. A beam clamped at 0 with the force P at
// its end L has F(ξ) = X(L−ξ)ᵀ P and moves at x by
//     flexibility(x) P,   flexibility(x) = ∫₀ˣ X(x−ξ) C X(L−ξ)ᵀ dξ,
// so with D = [−X(L), I], the end's motion relative to the start,
//     K = Dᵀ f⁻¹ D,  f = flexibility(L),      N(x) = [X(x), 0] + flexibility(x) f⁻¹ D,
//     M = ∫ Nᵀ m N dx,  m the section's mass.
// The shear deformation is that of Φ = 12EI/(G A_s L²) (Przemieniecki 1968); a section without
// shear areas has zero shear compliance, which is Euler–Bernoulli's beam. N contains the same
// deformation, so that K and M belong together. A product of inertia only fills C.

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "all.hpp"
#include "beam2.hpp"
#include "beam_values.hpp"
#include "local_frame.hpp"

namespace sparkdyn::structure {

namespace {

using Matrix12 = Eigen::Matrix<double, 12, 12>;
using Matrix6x12 = Eigen::Matrix<double, 6, 12>;

struct Beam {
  double length = 0;
  Matrix3 axes;              ///< rows t, n1, n2
  Matrix6 node_to_centroid;  ///< global values of a node to local values of the centroid
};

Beam beam_of(const ElementInput& input) {
  const BeamSection& section = beam_section(input);
  const Point along = input.x[1] - input.x[0];
  const Point t = along.normalized();
  const Point n1 = perpendicular(as_point(section.n1), t).normalized();
  Beam beam;
  beam.length = along.norm();
  beam.axes << t.transpose(), n1.transpose(), t.cross(n1).transpose();
  beam.node_to_centroid = rigid_arm({0, section.offset1, section.offset2}) * rotation6(beam.axes);
  return beam;
}

Matrix6 arm_along(double length) {
  return rigid_arm({length, 0, 0});
}

Matrix6 flexibility(const Matrix6& compliance, double length, double x) {
  Matrix6 f = Matrix6::Zero();
  for (const double point : {-1 / std::sqrt(3.0), 1 / std::sqrt(3.0)}) {  // exact to degree 3
    const double xi = 0.5 * x * (1 + point);
    f += 0.5 * x * arm_along(x - xi) * compliance * arm_along(length - xi).transpose();
  }
  return f;
}

/// [−X(L), I]: the motion of the end relative to the start.
Matrix6x12 relative_motion(double length) {
  Matrix6x12 D;
  D << -arm_along(length), Matrix6::Identity();
  return D;
}

Matrix12 local_stiffness(const BeamSection& section, const Orthotropic& elastic, double length) {
  const Matrix6x12 D = relative_motion(length);
  const Matrix6 f = flexibility(beam_compliance(section, elastic), length, length);
  const Matrix12 K = D.transpose() * f.llt().solve(D);
  return 0.5 * (K + K.transpose());
}

/// Four Gauss points and their weights on −1..1: N is cubic in x, NᵀN of degree six.
constexpr std::array<double, 2> gauss_points{0.86113631159405257522, 0.33998104358485626480};
constexpr std::array<double, 2> gauss_weights{0.34785484513745385737, 0.65214515486254614263};

/// Calls f(weight, N) at the points; the weights add up to the length.
template <typename Function>
void along_beam(const Matrix6& compliance, double length, const Function& f) {
  const Matrix6x12 end_force =
      flexibility(compliance, length, length).llt().solve(relative_motion(length));
  for (int i = 0; i < 4; ++i) {
    const double x = 0.5 * length * (1 + (i % 2 == 0 ? 1 : -1) * gauss_points[i / 2]);
    Matrix6x12 N = flexibility(compliance, length, x) * end_force;
    N.leftCols<6>() += arm_along(x);
    f(0.5 * length * gauss_weights[i / 2], N);
  }
}

Matrix12 local_mass(const BeamSection& section, const Material& material, double length) {
  const Matrix6 m = beam_mass(section, material.density);
  Matrix12 M = Matrix12::Zero();
  along_beam(beam_compliance(section, material.elastic), length,
             [&](double weight, const Matrix6x12& N) { M += weight * N.transpose() * m * N; });
  return M;
}

/// Values of released ends follow the others: T with d = T d', zero columns for those released.
/// Without stiffness between them there is no answer, and T is not finite.
Matrix12 released(const BeamSection& section, const Matrix12& K) {
  std::array<int, 12> free{}, kept{};
  int frees = 0, keeps = 0;
  for (int i = 0; i < 12; ++i) {
    const unsigned mask = i < 6 ? section.release_start : section.release_end;
    if (mask >> static_cast<unsigned>(i % 6) & 1U)
      free[static_cast<std::size_t>(frees++)] = i;
    else
      kept[static_cast<std::size_t>(keeps++)] = i;
  }
  Matrix12 T = Matrix12::Identity();
  if (frees == 0) return T;
  const std::span<const int> of_free(free.data(), frees), of_kept(kept.data(), keeps);
  const Eigen::MatrixXd K_ff = K(of_free, of_free), K_fk = K(of_free, of_kept);
  // Scaled, so that lengths and angles compare.
  const Eigen::VectorXd scale = K_ff.diagonal().cwiseSqrt().cwiseInverse();
  const Eigen::LDLT<Eigen::MatrixXd> factor(scale.asDiagonal() * K_ff * scale.asDiagonal());
  const bool loose = !(factor.vectorD().minCoeff() > 1e-10);
  for (const int i : of_free) T(i, i) = 0;
  const Eigen::MatrixXd follow =
      -(scale.asDiagonal() * factor.solve(Eigen::MatrixXd(scale.asDiagonal() * K_fk)));
  for (int i = 0; i < frees; ++i)
    for (int j = 0; j < keeps; ++j)
      T(of_free[i], of_kept[j]) = loose ? std::numeric_limits<double>::quiet_NaN() : follow(i, j);
  return T;
}

class Beam2 final : public Element {
 public:
  std::string_view name() const override { return "beam2"; }
  Shape shape() const override { return Shape::line2; }
  ComponentMask components(int, const SectionData&) const override { return all_components; }
  std::string_view section_kind() const override { return "beam"; }

  std::string complaint(const ElementInput& input) const override {
    const BeamSection& section = beam_section(input);
    if (std::string text = beam_section_complaint(section); !text.empty()) return text;
    const Point along = input.x[1] - input.x[0];
    if (!(along.norm() > 0)) return "its length is zero";
    const Point n1 = as_point(section.n1);
    if (!(n1.norm() > 0)) return "its direction n1 is zero";
    // 0.1°: below that, rounding in the coordinates decides where n1 points.
    if (n1.normalized().cross(along.normalized()).norm() < 1.7e-3)
      return "its direction n1 is parallel to the beam; give another n1 in the section";
    if (input.material && !release_of(input, beam_of(input).length).allFinite())
      return "its releases leave a part of it loose: an end must hold what the other lets go";
    return {};
  }

  void stiffness(const ElementInput& input, Eigen::Ref<ElementMatrix> K) const override {
    const Beam beam = beam_of(input);
    const Matrix12 local =
        local_stiffness(beam_section(input), input.material->elastic, beam.length);
    const Matrix12 T = released(beam_section(input), local);
    K = transformed(Matrix12(T.transpose() * local * T), beam.node_to_centroid);
  }

  /// Lumped: each node carries half the beam as a rigid slice at the node, a 6 × 6 block.
  void mass(const ElementInput& input, bool lumped, Eigen::Ref<ElementMatrix> M) const override {
    const Beam beam = beam_of(input);
    Matrix12 local = Matrix12::Zero();
    if (lumped) {
      local.topLeftCorner<6, 6>() =
          0.5 * beam.length * beam_mass(beam_section(input), input.material->density);
      local.bottomRightCorner<6, 6>() = local.topLeftCorner<6, 6>();
    } else {
      local = local_mass(beam_section(input), *input.material, beam.length);
      const Matrix12 T = release_of(input, beam.length);
      local = (T.transpose() * local * T).eval();
    }
    M = transformed(local, beam.node_to_centroid);
  }

  /// Exact: what fixed ends would get. The force acts on the line of the nodes.
  Eigen::VectorXd line_load(const ElementInput& input, const Point& force) const override {
    const Beam beam = beam_of(input);
    Eigen::Matrix<double, 6, 1> of_node = Eigen::Matrix<double, 6, 1>::Zero();
    of_node.head<3>() = force;
    const Matrix6& T = beam.node_to_centroid;
    const Eigen::Matrix<double, 6, 1> of_centroid = T.transpose().lu().solve(of_node);
    Eigen::Matrix<double, 12, 1> local = Eigen::Matrix<double, 12, 1>::Zero();
    along_beam(
        beam_compliance(beam_section(input), input.material->elastic), beam.length,
        [&](double weight, const Matrix6x12& N) { local += weight * N.transpose() * of_centroid; });
    local = (release_of(input, beam.length).transpose() * local).eval();
    Eigen::VectorXd load(12);
    load << T.transpose() * local.head<6>(), T.transpose() * local.tail<6>();
    return load;
  }

  Stress stress(const ElementInput& input, const Eigen::VectorXd& q, int) const override {
    const Beam beam = beam_of(input);
    Eigen::Matrix<double, 12, 1> ends;
    for (int i = 0; i < 12; i += 6) ends.segment<6>(i) = beam.node_to_centroid * q.segment<6>(i);
    ends = (release_of(input, beam.length) * ends).eval();
    const Point t = beam.axes.row(0);
    return as_stress(input.material->elastic.E1 * (ends(6) - ends(0)) / beam.length * t *
                     t.transpose());
  }

 private:
  static Matrix12 release_of(const ElementInput& input, double length) {
    const BeamSection& section = beam_section(input);
    if (section.release_start == 0 && section.release_end == 0) return Matrix12::Identity();
    return released(section, local_stiffness(section, input.material->elastic, length));
  }
};

}  // namespace

Matrix6 beam_middle_stiffness(const BeamSection& section, const Orthotropic& elastic,
                              double length) {
  const Matrix6 f = flexibility(beam_compliance(section, elastic), length, length);
  const Matrix6 back = arm_along(length / 2);
  const Matrix6 C = back.transpose() * f.llt().solve(back);
  return 0.5 * (C + C.transpose());
}

const Element& beam2() {
  static const Beam2 element;
  return element;
}

}  // namespace sparkdyn::structure
