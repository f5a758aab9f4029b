#pragma once
// Times of machines that are never quiet: contenders take their steps in turn in one run, and
// medians are compared.

#include <algorithm>
#include <chrono>
#include <ctime>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "sparkdyn/integrate/stepper.hpp"

namespace sparkdyn::benchmarks {

inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<long>(values.size()) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

template <typename Body>
double seconds(Body body) {
  const auto start = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// A stepper with its own state and what its steps took.
struct Contender {
  std::string name;
  std::unique_ptr<integrate::Stepper> stepper;
  mechanics::State state;
  std::vector<double> times = {}, processor = {}, iterations = {};

  void step(double h, bool counted) {
    integrate::StepResult result;
    const auto before = std::clock();
    const double time = seconds([&] { result = stepper->step(state, h); });
    if (!result.done) throw std::runtime_error(result.cause);
    if (!counted) return;
    times.push_back(time);
    processor.push_back(static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC);
    iterations.push_back(result.iterations);
  }
};

}  // namespace sparkdyn::benchmarks
