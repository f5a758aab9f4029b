// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// a(t) piecewise linear through given points: what table_amplitude() makes, for those who look at
// the points themselves.

#include <span>

#include "sparkdyn/mechanics/amplitude.hpp"

namespace sparkdyn::mechanics {

class TableAmplitude final : public Amplitude {
 public:
  using Point = std::pair<double, double>;  ///< time, value

  /// Throws core::Error (input) unless the times increase and all is finite.
  explicit TableAmplitude(std::vector<Point> points);

  double value(double t) const override;
  double rate(double t) const override;
  double acceleration(double) const override { return 0; }
  std::string text() const override;
  bool is_constant() const override;

  const std::vector<Point>& points() const { return points_; }
  /// The first point after t.
  std::vector<Point>::const_iterator segment_end(double t) const;

 private:
  std::vector<Point> points_;
};

/// The points of a table, in time; empty for every other amplitude.
std::span<const TableAmplitude::Point> points_of(const Amplitude& amplitude);

/// Appends the times of a table's points that lie between the two: between them a(t) is linear.
/// None of other amplitudes.
void add_corners(const Amplitude& amplitude, double from, double to, std::vector<double>& times);

}  // namespace sparkdyn::mechanics
