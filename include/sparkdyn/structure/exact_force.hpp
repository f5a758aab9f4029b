// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A force that holds however far a structure turns, on displacements and directors of a few nodes
// (docs/nonlinear.md): springs, dampers, friction and stops of joints or between nodes, by a law of
// one motion x and its rate; forces, moments and pressures that turn along.

#include <limits>
#include <string>
#include <vector>

#include "sparkdyn/structure/section.hpp"

namespace sparkdyn::structure {

/// F = k (x − x₀) + a(x) + stops + c x' + b(x') + T tanh(x'/v₀), against the motion x. Stops push
/// back with s (6 y³ − 8 y⁴ + 3 y⁵) w, y = e/w up to 1 and s e beyond, where x is e past them.
struct MotionLaw {
  double stiffness = 0;                                      ///< k
  double rest = 0;                                           ///< x₀
  double damping = 0;                                        ///< c
  double friction = 0;                                       ///< T
  double speed = 0;                                          ///< v₀ > 0 where there is friction
  double lowest = -std::numeric_limits<double>::infinity();  ///< stop below
  double highest = std::numeric_limits<double>::infinity();  ///< stop above
  double stop_stiffness = 0;                                 ///< s
  double stop_width = 0;  ///< w > 0 where there are stops: over which they become stiff
  int law = -1;           ///< a, an index in Model::amplitudes; −1: none
  int rate_law = -1;      ///< b, the same
};

/// Three unknowns of a node.
struct ExactUnit {
  std::int32_t node = -1;  ///< position in the mesh
  int which = 0;           ///< 0: the displacement; 1..3: a director
};

/// One such force.
struct ExactForce {
  /// What it is, and its units.
  enum class Kind : int {
    coordinate,  ///< by `law` on `component` of a displacement: one
    line,        ///< by `law` along the line between two displacements, x the elongation
    force,       ///< `vector`·a(t), fixed to the directors: a displacement and its three directors
    moment,      ///< the same about the node: three directors
    pressure,    ///< vector[0]·a(t) against the normal of a facet: the displacements of its nodes
  };
  Kind kind = Kind::coordinate;  ///< see there
  std::vector<ExactUnit> units;  ///< in the order that the kind says
  MotionLaw law;                 ///< of coordinates and lines
  int component = 0;             ///< of coordinates
  int facet = 0;                 ///< of pressures: the Shape of the facet
  Vector vector{0, 0, 0};        ///< of loads, in axes of the reference
  int amplitude = -1;            ///< of loads: index in Model::amplitudes; −1: constant 1
  std::string where;             ///< place in the input
};

}  // namespace sparkdyn::structure
