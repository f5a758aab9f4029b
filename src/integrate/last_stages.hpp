// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a SPARK stepper carries from one step to the next of a load case: the stage velocities,
// whose polynomial through (c_i, V_i) is carried on to guess the next ones, and of systems that are
// not linear the multipliers, taken as they were, and what such guesses missed (missed.hpp).
// Iterations start from it; nothing else depends on it. A checkpoint that keeps it lets a restarted
// run iterate as the uninterrupted one does.

#include <vector>

#include "integrate/missed.hpp"
#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::integrate {

struct LastStages {
  double start = 0;                      ///< of the step the velocities belong to
  double h = 0;                          ///< its size; 0: nothing is remembered
  std::vector<core::Vector> velocities;  ///< V_1 … V_s, laid out as displacements
  // Of systems that are not linear:
  std::vector<core::Vector> multipliers = {};  ///< hΛ
  Missed missed_velocities = {}, missed_multipliers = {};
  /// The guess of the step that begins here, before what was missed is added; empty: there is none.
  std::vector<core::Vector> guess = {};
};

}  // namespace sparkdyn::integrate
