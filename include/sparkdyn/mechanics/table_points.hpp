#pragma once
// The points of a table, for those who compare amplitudes: a text of millions of them takes long.

#include <functional>

#include "sparkdyn/mechanics/amplitude.hpp"

namespace sparkdyn::mechanics {

/// In time; nothing but a table has any.
void visit_points(const Amplitude& amplitude,
                  const std::function<void(double time, double value)>& visit);

}  // namespace sparkdyn::mechanics
