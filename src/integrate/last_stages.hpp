// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a SPARK stepper carries from one step to the next of a load case: the stage velocities,
// whose polynomial through (c_i, V_i) is carried on to guess the next ones. Iterative solvers start
// from it; nothing else depends on it. A checkpoint that keeps it lets a restarted run iterate as
// the uninterrupted one does.

#include <vector>

#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::integrate {

struct LastStages {
  double start = 0;                      ///< of the step the velocities belong to
  double h = 0;                          ///< its size; 0: nothing is remembered
  std::vector<core::Vector> velocities;  ///< V_1 … V_s, laid out as displacements
};

}  // namespace sparkdyn::integrate
