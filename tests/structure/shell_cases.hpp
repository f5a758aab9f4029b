// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Shells of known answer that more than one test asks for.

#include "structure/thin_structure.hpp"

namespace sparkdyn::structure::test {

inline SectionData shell_section(double thickness, double offset = 0) {
  ShellSection section;
  section.thickness = thickness;
  section.offset = offset;
  return section;
}

inline void clamp(ThinStructure& s, int node) {
  s.fix(node, {0, 1, 2, 3, 4, 5});
}

/// The force field ∫ N p dA of a pressure along `direction`, from the mass of unit density.
inline Eigen::VectorXd area_load(ThinStructure& s, double thickness, const Point& pressure) {
  Eigen::VectorXd acceleration = s.zero();
  for (int i = 0; i < s.nodes(); ++i)
    acceleration.segment<3>(6 * i) = pressure / (thickness * s.material().density);
  return s.mass() * acceleration;
}

/// MacNeal and Harder's patch, 0.24 × 0.12, four nodes inside, its corners clamped.
inline ThinStructure shell_patch(const Element& element, const Material& material,
                                 const SectionData& section) {
  ThinStructure s(material, section);
  for (const Point& x :
       {Point(0, 0, 0), Point(0.24, 0, 0), Point(0.24, 0.12, 0), Point(0, 0.12, 0),
        Point(0.04, 0.02, 0), Point(0.18, 0.03, 0), Point(0.16, 0.08, 0), Point(0.08, 0.08, 0)})
    s.add_node(x);
  for (const std::array<int, 4>& cell :
       {std::array{0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}, {4, 5, 6, 7}})
    add_cell(s, element, cell);
  for (int corner = 0; corner < 4; ++corner) clamp(s, corner);
  return s;
}

/// Clamped square plate, 16 × 16 cells, t/L = 1e-4, uniform load: the deflection of its centre over
/// 0.00126532 p L⁴/D (Timoshenko).
inline double thin_clamped_plate(const Element& element, bool crossed = false) {
  const double h = 1e-4, E = 1e7, nu = 0.3, D = E * h * h * h / 12 / (1 - nu * nu);
  const int n = 16;
  ThinStructure s(Material::isotropic(E, nu, 1), shell_section(h));
  add_grid(
      s, element, n, n, [](double a, double b) { return Point(a, b, 0); }, crossed);
  for (int i = 0; i < s.nodes(); ++i) {
    const Point& x = s.point(i);
    if (x.x() == 0 || x.x() == 1 || x.y() == 0 || x.y() == 1) clamp(s, i);
  }
  const Eigen::VectorXd q = s.solve(area_load(s, h, {0, 0, 1}));
  return q(6 * (n / 2 * (n + 1) + n / 2) + 2) * D / 0.00126532;
}

}  // namespace sparkdyn::structure::test
