// SPDX-License-Identifier: BSD-3-Clause
#include "mechanics/harmonic_amplitude.hpp"

#include <fmt/ranges.h>

#include <cmath>
#include <numbers>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::mechanics {

HarmonicAmplitude::HarmonicAmplitude(std::vector<TableAmplitude::Point> magnitude, double degrees)
    : magnitude_(std::move(magnitude)), degrees_(degrees) {
  if (!std::isfinite(degrees_)) core::input_error("the phase of an amplitude must be finite");
}

HarmonicAmplitude::Complex HarmonicAmplitude::at(double frequency) const {
  // Quarters of a turn are exact.
  const double turn = std::remainder(degrees_, 360.0), quarter = std::round(turn / 90.0);
  const double rest = (turn - 90.0 * quarter) * std::numbers::pi / 180;
  static constexpr double cosines[] = {1, 0, -1, 0};
  const int k = (static_cast<int>(quarter) + 4) % 4;
  const Complex corner(cosines[k], cosines[(k + 3) % 4]);
  return magnitude_.value(frequency) * corner * std::polar(1.0, rest);
}

std::string HarmonicAmplitude::text() const {
  std::string points;
  for (const auto& [frequency, value] : magnitude_.points())
    points += fmt::format("{}[{}, {}]", points.empty() ? "" : ", ", frequency, value);
  return fmt::format("{{harmonic: {{table: [{}], phase: {}}}}}", points, degrees_);
}

std::complex<double> harmonic_value(const Amplitude& amplitude, double frequency) {
  if (const auto* harmonic = dynamic_cast<const HarmonicAmplitude*>(&amplitude))
    return harmonic->at(frequency);
  if (amplitude.is_constant()) return amplitude.value(0);
  core::input_error(
      "the amplitude {} is a history over time; loads and motions of a response over frequency "
      "have a constant or a harmonic one",
      amplitude.text());
}

}  // namespace sparkdyn::mechanics
