// SPDX-License-Identifier: BSD-3-Clause
#include "exact_mass.hpp"

#include "elements/all.hpp"
#include "elements/local_frame.hpp"
#include "shell_kernel.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

/// A point of the section lies at r + R y, y in its plane: with the moments of y over the section,
/// ∫ ρ |r' + Σ y_k d_k'|² is a form in (r', d1', d2', d3'), interpolated linearly along the beam.
Eigen::MatrixXd beam_mass(const ElementInput& input, bool lumped) {
  const auto& section = std::get<BeamSection>(*input.section);
  const Point along = input.x[1] - input.x[0];
  const Point t = along.normalized();
  const Point n1 = perpendicular(as_point(section.n1), t).normalized(), n2 = t.cross(n1);
  const Point offset = section.offset1 * n1 + section.offset2 * n2;
  // I11 = ∫ x2², I22 = ∫ x1²
  const Eigen::Matrix3d second = section.I22 * n1 * n1.transpose() +
                                 section.I11 * n2 * n2.transpose() +
                                 section.I12 * (n1 * n2.transpose() + n2 * n1.transpose()) +
                                 section.area * offset * offset.transpose();
  Eigen::Matrix4d form;
  form << section.area, section.area * offset.transpose(), section.area * offset, second;
  form *= input.material->density * along.norm();
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(8, 8);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      const double share = lumped ? (i == j ? 0.5 : 0.0) : (i == j ? 1.0 / 3 : 1.0 / 6);
      m.block<4, 4>(4 * i, 4 * j) = share * form;
    }
  return m;
}

}  // namespace

Eigen::MatrixXd exact_mass(const Element& element, const ElementInput& input, bool lumped) {
  if (element.section_kind() == "beam") return beam_mass(input, lumped);
  if (element.section_kind() == "shell") return shell4_mass(input, lumped);
  if (element.section_kind() != "solid" && element.section_kind() != "truss") return {};
  // The incompatible modes of hex8 move mass with the directions that they have at rest.
  const Element& with_mass = element.name() == "hex8" ? hex8_full() : element;
  const int nodes = info(element.shape()).nodes;
  ElementMatrix M(3 * nodes, 3 * nodes);
  with_mass.mass(input, lumped, M);
  Eigen::MatrixXd m(nodes, nodes);
  for (int i = 0; i < nodes; ++i)
    for (int j = 0; j < nodes; ++j) m(i, j) = M(3 * i, 3 * j);
  return m;
}

}  // namespace sparkdyn::structure::nonlinear
