// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Where the nodes lie that *NGEN, *NFILL and *NCOPY make: on straight lines, parabolas and arcs,
//   x(ξ) = x₀ + ξ (x₁ − x₀),   x(ξ) = Σ N_i(ξ) x_i,   x(ξ) = c + R(ξα) (x₀ − c),
// and by translation, rotation and reflection.

#include <Eigen/Core>

#include "block.hpp"
#include "sparkdyn/structure/section.hpp"

namespace sparkdyn::input::deck {

using Place3 = Eigen::Vector3d;  ///< a place in space

inline Place3 to_place(const structure::Vector& x) {
  return {x[0], x[1], x[2]};
}
inline structure::Vector to_vector(const Place3& x) {
  return {x[0], x[1], x[2]};
}

/// The next three fields of a line; empty ones are zero.
Place3 read_place(Line& line, std::string_view what);

/// x turned by an angle (radians) about the axis through a point along a unit vector.
Place3 turned(const Place3& x, const Place3& point, const Place3& direction, double angle);

/// The arc about a centre from one place to another.
struct Arc {
  Place3 centre, start, direction;  ///< direction: of the axis, of length one
  double angle = 0;                 ///< radians, positive
  Place3 at(double part) const { return turned(start, centre, direction, part * angle); }
};

}  // namespace sparkdyn::input::deck
