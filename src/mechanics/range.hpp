// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The smallest and the largest of what an amplitude was seen to be.

#include <algorithm>
#include <cmath>

namespace sparkdyn::mechanics {

struct Range {
  double lowest = INFINITY;
  double highest = -INFINITY;

  void add(double value) {
    lowest = std::min(lowest, value);
    highest = std::max(highest, value);
  }
  double size() const { return std::max(highest - lowest, 0.0); }
  /// sin² + cos² has a range of round-off, in which every change is steep.
  bool rounds_to_one_value() const {
    return size() <= 1e-12 * std::max(std::abs(lowest), std::abs(highest)) || size() == 0;
  }
};

}  // namespace sparkdyn::mechanics
