#pragma once
// What the benchmarks share: the clock, and the median that other programs on the machine disturb
// least.

#include <algorithm>
#include <chrono>
#include <vector>

namespace sparkdyn::benchmarks {

inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<long>(values.size()) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

template <typename Body>
double seconds(Body body) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  body();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace sparkdyn::benchmarks
