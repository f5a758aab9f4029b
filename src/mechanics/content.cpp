// SPDX-License-Identifier: BSD-3-Clause
#include "mechanics/content.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "mechanics/table_amplitude.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::mechanics {
namespace {

/// The smallest and the largest of what it was given.
struct Range {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  void add(double value) {
    if (!std::isfinite(value)) return;
    least = std::min(least, value);
    most = std::max(most, value);
  }
  double half() const { return most > least ? (most - least) / 2 : 0; }
};

double of_table(std::span<const TableAmplitude::Point> points) {
  Range range;
  double steepest = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    range.add(points[i].second);
    if (i > 0)
      steepest = std::max(steepest, std::abs(points[i].second - points[i - 1].second) /
                                        (points[i].first - points[i - 1].first));
  }
  return range.half() > 0 ? std::numbers::pi / 2 * steepest / range.half() : 0;
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
      values.add(amplitude.value(t));
      const double second = amplitude.acceleration(t);
      if (std::isfinite(second)) bend = std::max(bend, std::abs(second));
    } catch (const core::Error&) {
      continue;  // the run will say so when it comes there
    }
  }
  return values.half() > 0 ? std::sqrt(bend / values.half()) : 0;
}

}  // namespace sparkdyn::mechanics
