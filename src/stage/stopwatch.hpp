#pragma once
// Adds the seconds until the end of the scope to a number.

#include <chrono>

namespace sparkdyn::stage {

class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(&seconds), start_(Clock::now()) {}
  ~Stopwatch() { *seconds_ += std::chrono::duration<double>(Clock::now() - start_).count(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  double* seconds_;
  Clock::time_point start_;
};

}  // namespace sparkdyn::stage
