// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What the benchmarks share: the clock, and the median that other programs on the machine disturb
// least.

#include <algorithm>
#include <ctime>
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

/// Of this process: other programs on the machine do not lengthen it, and waiting does not count.
template <typename Body>
double processor_seconds(Body body) {
  const auto start = std::clock();
  body();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

}  // namespace sparkdyn::benchmarks
