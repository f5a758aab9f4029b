// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Whether the gradients of the constraints are independent, at a point and on the way from it.

#include "sparkdyn/dae/system.hpp"

namespace sparkdyn::dae {

/// The smallest pivot of the gradients, each of length 1, and whose it is: 0 when that constraint
/// follows from the others.
struct Independence {
  double pivot = 1;    ///< 1: orthogonal to the others
  double time = 0;     ///< of the point that was looked at
  int constraint = 0;  ///< counts from 1; 0 without constraints
};

/// Looks at the gradients of g and w at one point.
Independence independence(const System& system, const Point& at);

/// The least independent configuration on the parabola that leaves `from` with its velocity and
/// acceleration, up to h later.
Independence least_ahead(const System& system, const Point& from, double h);

}  // namespace sparkdyn::dae
