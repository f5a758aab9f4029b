// SPDX-License-Identifier: BSD-3-Clause
#include "mechanics/content.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mechanics/table_amplitude.hpp"
#include "range.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::mechanics {
namespace {

double of_table(std::span<const TableAmplitude::Point> points) {
  Range range;
  double steepest = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    range.add(points[i].second);
    if (i > 0)
      steepest = std::max(steepest, std::abs(points[i].second - points[i - 1].second) /
                                        (points[i].first - points[i - 1].first));
  }
  return range.rounds_to_one_value() ? 0 : std::numbers::pi * steepest / range.size();
}

}  // namespace

double highest_frequency(const Amplitude& amplitude, double start, double end) {
  if (amplitude.is_constant() || !(end > start)) return 0;
  if (const auto points = points_of(amplitude); !points.empty()) return of_table(points);
  constexpr int looks = 4000;
  Range values;
  double bend = 0;
  for (int i = 0; i <= looks; ++i) {
    const double t = start + (end - start) * i / looks;
    try {
      const double value = amplitude.value(t);
      if (std::isfinite(value)) values.add(value);
      const double second = amplitude.acceleration(t);
      if (std::isfinite(second)) bend = std::max(bend, std::abs(second));
    } catch (const core::Error&) {
      continue;  // the run will say so when it comes there
    }
  }
  return values.rounds_to_one_value() ? 0 : std::sqrt(2 * bend / values.size());
}

}  // namespace sparkdyn::mechanics
