// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a solver says of itself: whether it solved, and where its time went.

#include <petscsys.h>

#include <string>

namespace sparkdyn::linear {

/// Non-convergence is a value, decided from all-reduced quantities so that all ranks agree.
struct SolveResult {
  bool converged = true;   ///< x is the solution
  int iterations = 0;      ///< taken; 0 for factors
  std::string cause = {};  ///< empty when converged
  PetscInt dof = -1;       ///< where it went wrong most, 0-based; −1: not known
  double tolerance = 0;    ///< of the velocities, relative, that an iteration aimed at
};

/// Where the time of a solver went, for the summary and the benchmark.
struct SolverTimes {
  double factor = 0;  ///< seconds spent on making factors
  double solve = 0;   ///< seconds spent on solving with them
};

}  // namespace sparkdyn::linear
