// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A prescribed motion c(t) enters a step by c and by its velocity c' at the stages, so a step sees
// no more of it than h|c'| lets it: a rise within much less than a step is met by one stage or
// none, and the velocity is off by as much as h|c'| / h. It can be followed when, at its fastest,
// it would cross its own range R = max c − min c at most four times within a step:
//   h |c'(t)| ≤ 4 R.
// A rise by R then takes at least a quarter of a step. Jumps never can be followed.

#include <optional>

#include "sparkdyn/mechanics/amplitude.hpp"

namespace sparkdyn::mechanics {

/// How many times its range a motion may cross within a step.
inline constexpr double most_crossings = 4;

struct Steep {
  double time = 0;
  double change = 0;    ///< of a(t) from `time` on
  double within = 0;    ///< this time; 0: at once
  double required = 0;  ///< the least time that such a change may take
};

/// Where a(t) is steeper than that between `start` and `end`, if anywhere. Tables are looked at
/// segment by segment; others eight times per step (at most four million times in all), and between
/// two looks wherever the derivatives there do not explain the change.
std::optional<Steep> too_steep(const Amplitude& amplitude, double start, double end, double step);

}  // namespace sparkdyn::mechanics
