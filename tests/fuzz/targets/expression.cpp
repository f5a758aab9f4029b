// SPDX-License-Identifier: BSD-3-Clause
// Amplitudes given as an expression: one per line, value, derivative and second derivative.

#include <sstream>

#include "harness.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/mechanics/amplitude.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sparkdyn;
  std::istringstream lines{std::string(fuzz::text(data, size))};
  std::string value, rate, acceleration;
  std::getline(lines, value);
  std::getline(lines, rate);
  std::getline(lines, acceleration);
  fuzz::read([&] {
    const auto amplitude = mechanics::expression_amplitude(value, rate, acceleration);
    for (const double t : {0.0, 0.3, 1e9}) try {
        amplitude->value(t);
        amplitude->rate(t);
        amplitude->acceleration(t);
      } catch (const core::Error& error) {
        // A value that is missing at some time fails the step there, not the reading.
        if (error.kind() != core::Failure::numerics) throw;
      }
  });
  return 0;
}
