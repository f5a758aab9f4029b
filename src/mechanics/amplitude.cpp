// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/mechanics/amplitude.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::mechanics {
namespace {

void require_finite(double value, const char* what) {
  if (!std::isfinite(value)) core::input_error("the {} of an amplitude must be finite", what);
}

class Constant final : public Amplitude {
 public:
  explicit Constant(double value) : value_(value) { require_finite(value, "constant"); }
  double value(double) const override { return value_; }
  double rate(double) const override { return 0; }
  double acceleration(double) const override { return 0; }
  std::string text() const override { return fmt::format("{{constant: {}}}", value_); }
  bool is_constant() const override { return true; }

 private:
  double value_;
};

class Sine final : public Amplitude {
 public:
  Sine(double frequency, double phase) : frequency_(frequency), phase_(phase) {
    require_finite(frequency, "frequency");
    require_finite(phase, "phase");
  }
  double value(double t) const override { return std::sin(omega() * t + phase_); }
  double rate(double t) const override { return omega() * std::cos(omega() * t + phase_); }
  double acceleration(double t) const override { return -omega() * omega() * value(t); }
  std::string text() const override {
    return fmt::format("{{sine: {{frequency: {}, phase: {}}}}}", frequency_, phase_);
  }
  bool is_constant() const override { return frequency_ == 0; }

 private:
  double omega() const { return 2 * std::numbers::pi * frequency_; }

  double frequency_;
  double phase_;
};

}  // namespace

AmplitudePtr constant_amplitude(double value) {
  return std::make_shared<Constant>(value);
}

AmplitudePtr sine_amplitude(double frequency, double phase) {
  return std::make_shared<Sine>(frequency, phase);
}

}  // namespace sparkdyn::mechanics
