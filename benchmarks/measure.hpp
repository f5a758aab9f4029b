// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What the benchmarks share: the clock, and the median that other programs on the machine disturb
// least.

#include <algorithm>
#include <vector>

#include "core/clock.hpp"

namespace sparkdyn::benchmarks {

inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<long>(values.size()) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

template <typename Body>
double seconds(Body body) {
  const auto start = core::Clock::now();
  body();
  return core::seconds_since(start);
}

}  // namespace sparkdyn::benchmarks
