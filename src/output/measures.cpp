// SPDX-License-Identifier: BSD-3-Clause
#include "output/measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sparkdyn::output {
namespace {

double length(const double* u) {
  return std::hypot(u[0], u[1], u[2]);
}
double absolute(const double* value) {
  return std::abs(*value);
}
/// Of section forces the larger of both ends.
double larger(double start, double end) {
  return std::max(std::abs(start), std::abs(end));
}

}  // namespace

std::span<const Measure> measures() {
  static constexpr std::array<Measure, 12> all{{
      {"displacement", "displacement", false, length},
      {"velocity", "velocity", false, length},
      {"acceleration", "acceleration", false, length},
      {"reaction", "reaction", false, length},
      {"von_mises", "von_mises", true, absolute},
      {"nodal_von_mises", "nodal_von_mises", false, absolute},
      {"stress_jump", "stress_jump", false, absolute},
      {"axial_force", "section_forces", true, [](const double* f) { return larger(f[0], f[6]); }},
      {"shear_force", "section_forces", true,
       [](const double* f) { return larger(std::hypot(f[1], f[2]), std::hypot(f[7], f[8])); }},
      {"torque", "section_forces", true, [](const double* f) { return larger(f[3], f[9]); }},
      {"bending_moment", "section_forces", true,
       [](const double* f) { return larger(std::hypot(f[4], f[5]), std::hypot(f[10], f[11])); }},
      {"fibre_stress", "fibre_stress", true,
       [](const double* s) { return std::max(larger(s[0], s[1]), larger(s[2], s[3])); }},
  }};
  return all;
}

}  // namespace sparkdyn::output
