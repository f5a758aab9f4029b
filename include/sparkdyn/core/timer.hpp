#pragma once
// Seconds by phase (setup, factor, solve, output, …) for the summary.

#include <chrono>
#include <map>
#include <string>

namespace sparkdyn::core {

class Timings {
 public:
  /// Adds the time until it goes out of scope to a phase.
  class Scope {
   public:
    Scope(Timings& timings, std::string phase)
        : timings_(&timings), phase_(std::move(phase)), start_(Clock::now()) {}
    ~Scope() {
      timings_->add(phase_, std::chrono::duration<double>(Clock::now() - start_).count());
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    using Clock = std::chrono::steady_clock;
    Timings* timings_;
    std::string phase_;
    Clock::time_point start_;
  };

  [[nodiscard]] Scope measure(std::string phase) { return {*this, std::move(phase)}; }
  void add(const std::string& phase, double seconds) { seconds_[phase] += seconds; }
  double seconds(const std::string& phase) const {
    const auto found = seconds_.find(phase);
    return found == seconds_.end() ? 0.0 : found->second;
  }
  const std::map<std::string, double>& all() const { return seconds_; }

 private:
  std::map<std::string, double> seconds_;
};

}  // namespace sparkdyn::core
