#pragma once
// Where a table of an amplitude has its points: between them a(t) is linear.

#include <vector>

#include "sparkdyn/mechanics/amplitude.hpp"

namespace sparkdyn::mechanics {

/// Appends the times of the table's points that lie between the two; none of other amplitudes.
void add_corners(const Amplitude& amplitude, double from, double to, std::vector<double>& times);

}  // namespace sparkdyn::mechanics
