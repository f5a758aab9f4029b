// SPDX-License-Identifier: BSD-3-Clause
#include "beam_values.hpp"

#include <Eigen/LU>

namespace sparkdyn::structure {

Matrix6 beam_compliance(const BeamSection& s, const Orthotropic& e) {
  Matrix6 C = Matrix6::Zero();
  C(0, 0) = 1 / (e.E1 * s.area);
  C(1, 1) = s.shear1 > 0 ? 1 / (e.G12 * s.shear1) : 0;
  C(2, 2) = s.shear2 > 0 ? 1 / (e.G13 * s.shear2) : 0;
  C(3, 3) = 2 / ((e.G12 + e.G13) * s.J);
  // ε = u' + x2 θ1' − x1 θ2' gives the product of inertia its sign.
  const Eigen::Matrix2d bending{{s.I11, -s.I12}, {-s.I12, s.I22}};
  C.bottomRightCorner<2, 2>() = bending.inverse() / e.E1;
  if (s.shear_centre1 == 0 && s.shear_centre2 == 0) return C;
  // Of forces at the centroid, T + s2 V1 − s1 V2 twists about the shear centre.
  Matrix6 about_shear_centre = Matrix6::Identity();
  about_shear_centre(3, 1) = s.shear_centre2;
  about_shear_centre(3, 2) = -s.shear_centre1;
  return about_shear_centre.transpose() * C * about_shear_centre;
}

Matrix6 beam_mass(const BeamSection& s, double density) {
  Matrix6 m = Matrix6::Zero();
  m.diagonal() << s.area, s.area, s.area, s.I11 + s.I22, s.I11, s.I22;
  m(4, 5) = m(5, 4) = -s.I12;
  return density * m;
}

std::string beam_section_complaint(const BeamSection& s) {
  if (!(s.area > 0)) return "the area of its section must be positive";
  if (!(s.I11 > 0 && s.I22 > 0)) return "I11 and I22 of its section must be positive";
  if (!(s.I11 * s.I22 > s.I12 * s.I12))
    return "I12 of its section is too large: I12² must stay below I11·I22";
  if (!(s.J > 0)) return "the torsion constant J of its section must be positive";
  if (!(s.shear1 >= 0 && s.shear2 >= 0))
    return "the shear areas of its section must not be negative (0: rigid in shear)";
  return {};
}

}  // namespace sparkdyn::structure
