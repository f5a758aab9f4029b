// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// How fast an amplitude changes, as a frequency: a sine of that frequency is as steep, or as
// sharply bent, as a(t) is at its worst.

#include "sparkdyn/mechanics/amplitude.hpp"

namespace sparkdyn::mechanics {

/// Ω in radians per unit of time: of a table 2π/4 over the time in which its steepest segment would
/// cross half its range; of others √(max|a''|/(half the range)), looked at a few thousand times. 0
/// of what does not change.
double highest_frequency(const Amplitude& amplitude, double start, double end);

}  // namespace sparkdyn::mechanics
