// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Times of machines that are never quiet: contenders take their steps in turn in one run, and
// medians are compared.

#include <ctime>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "measure.hpp"
#include "sparkdyn/integrate/stepper.hpp"

namespace sparkdyn::benchmarks {

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
