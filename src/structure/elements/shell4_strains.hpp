// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What the linear shell4 and the one that turns have in common: its surface, and the stiffness of
// its covariant strains, enhanced ones condensed:
//   (e_rr, e_ss, 2e_rs) at the Gauss points, 2e_rt at (0, ∓1), 2e_st at (∓1, 0), and the spins of
//   the surface at the corners relative to the nodes'.

#include <array>

#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::structure {

inline constexpr int shell4_strains = 8 * 3 + 4 + 4;
using Shell4Stiffness = Eigen::Matrix<double, shell4_strains, shell4_strains>;

struct Shell4Point {
  double r = 0, s = 0, t = 0;
};

/// 2 × 2 × 2, whose weights are all 1.
const std::array<Shell4Point, 8>& shell4_gauss_points();

struct Shell4Surface {
  std::array<Point, 4> x;       ///< on the middle surface
  std::array<Point, 4> normal;  ///< directors
  double thickness = 0;
  std::array<double, 4> area;  ///< of each corner
};
Shell4Surface shell4_surface(const ElementInput& input);

/// `input` has passed the complaint() of shell4.
Shell4Stiffness shell4_strain_stiffness(const ElementInput& input);

}  // namespace sparkdyn::structure
