// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Time on the wall.

#include <chrono>

namespace sparkdyn::core {

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Adds the seconds until the end of the scope to a number.
class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(&seconds), start_(Clock::now()) {}
  ~Stopwatch() { *seconds_ += seconds_since(start_); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double* seconds_;
  Clock::time_point start_;
};

}  // namespace sparkdyn::core
