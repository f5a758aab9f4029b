// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Local axes of materials (*ORIENTATION) and of nodes (*TRANSFORM). Rectangular: the first axis
// runs along a, b lies in the plane of the first two. Cylindrical: a and b are points of the axis,
// which is the third axis; the first points away from it.

#include <string>

#include "block.hpp"
#include "sparkdyn/structure/section.hpp"

namespace sparkdyn::input::deck {

struct LocalSystem {
  bool cylindrical = false;
  structure::Vector a{1, 0, 0};
  structure::Vector b{0, 1, 0};
  int turned_about = 0;  ///< axis 1, 2 or 3; 0: none
  double angle = 0;      ///< in degrees

  /// Empty when the axes exist at `point`, else why not.
  std::string complaint(const structure::Vector& point) const;
  structure::Axes at(const structure::Vector& point) const;
};

/// The six coordinates of a and b from the next data line.
LocalSystem read_system(Lines& lines, bool cylindrical);

structure::Vector cross(const structure::Vector& a, const structure::Vector& b);
double dot(const structure::Vector& a, const structure::Vector& b);
double length(const structure::Vector& a);
structure::Vector minus(const structure::Vector& a, const structure::Vector& b);
structure::Vector scaled(const structure::Vector& a, double factor);

}  // namespace sparkdyn::input::deck
