#pragma once
// Time on the wall.

#include <chrono>

namespace sparkdyn::core {

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace sparkdyn::core
