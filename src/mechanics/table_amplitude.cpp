// SPDX-License-Identifier: BSD-3-Clause
#include "mechanics/table_amplitude.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::mechanics {

TableAmplitude::TableAmplitude(std::vector<Point> points) : points_(std::move(points)) {
  if (points_.empty()) core::input_error("the table of an amplitude is empty");
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const auto& [time, value] = points_[i];
    if (!std::isfinite(time) || !std::isfinite(value))
      core::input_error("the {} in the table of an amplitude must be finite",
                        std::isfinite(time) ? "values" : "times");
    if (i > 0 && time <= points_[i - 1].first)
      core::input_error("the times of an amplitude table must increase: {} follows {}", time,
                        points_[i - 1].first);
  }
}

std::vector<TableAmplitude::Point>::const_iterator TableAmplitude::segment_end(double t) const {
  return std::upper_bound(points_.begin(), points_.end(), t,
                          [](double time, const Point& point) { return time < point.first; });
}

double TableAmplitude::value(double t) const {
  const auto right = segment_end(t);
  if (right == points_.begin()) return points_.front().second;
  if (right == points_.end()) return points_.back().second;
  const auto left = right - 1;
  const double share = (t - left->first) / (right->first - left->first);
  return std::lerp(left->second, right->second, share);
}

double TableAmplitude::rate(double t) const {
  const auto right = segment_end(t);
  if (right == points_.begin() || right == points_.end()) return 0;
  const auto left = right - 1;
  return (right->second - left->second) / (right->first - left->first);
}

std::string TableAmplitude::text() const {
  std::string list;
  for (const auto& [time, value] : points_)
    fmt::format_to(std::back_inserter(list), "{}[{}, {}]", list.empty() ? "" : ", ", time, value);
  return "{table: [" + list + "]}";
}

bool TableAmplitude::is_constant() const {
  return std::all_of(points_.begin(), points_.end(),
                     [&](const Point& point) { return point.second == points_[0].second; });
}

AmplitudePtr table_amplitude(std::vector<std::pair<double, double>> points) {
  return std::make_shared<TableAmplitude>(std::move(points));
}

std::span<const TableAmplitude::Point> points_of(const Amplitude& amplitude) {
  const auto* table = dynamic_cast<const TableAmplitude*>(&amplitude);
  if (table == nullptr) return {};
  return table->points();
}

void add_corners(const Amplitude& amplitude, double from, double to, std::vector<double>& times) {
  const auto* table = dynamic_cast<const TableAmplitude*>(&amplitude);
  if (table == nullptr) return;
  const auto& points = table->points();
  for (auto point = table->segment_end(from); point != points.end() && point->first < to; ++point)
    times.push_back(point->first);
}

}  // namespace sparkdyn::mechanics
