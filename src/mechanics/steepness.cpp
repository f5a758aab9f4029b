// SPDX-License-Identifier: BSD-3-Clause
#include "mechanics/steepness.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "mechanics/table_amplitude.hpp"
#include "range.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::mechanics {
namespace {

/// A change is too steep when it takes less than this.
double required_time(double change, double range, double step) {
  return std::abs(change) / range * step / most_crossings;
}

std::optional<Steep> steep_segment(const TableAmplitude& table, double start, double end,
                                   double step) {
  const auto& points = table.points();
  const auto inside = [&](std::size_t i) {  // the segment that ends at point i
    return points[i].first > start && points[i - 1].first < end;
  };
  Range range;
  range.add(table.value(start));
  range.add(table.value(end));
  for (const auto& [time, value] : points)
    if (time > start && time < end) range.add(value);
  for (std::size_t i = 1; i < points.size() && range.size() > 0; ++i) {
    const double change = points[i].second - points[i - 1].second;
    const double within = points[i].first - points[i - 1].first;
    const double required = required_time(change, range.size(), step);
    if (inside(i) && within < required) return Steep{points[i - 1].first, change, within, required};
  }
  return {};
}

/// One look at a function. Where it has no value or derivative the run itself says so.
struct Look {
  double time = 0;
  std::optional<double> value;
  double speed = 0;
};

template <typename Body>
std::optional<double> or_nothing(Body body) {
  try {
    return body();
  } catch (const core::Error& error) {
    if (error.kind() != core::Failure::numerics) throw;
    return {};
  }
}

Look look_at(const Amplitude& amplitude, double t) {
  return {t, or_nothing([&] { return amplitude.value(t); }),
          std::abs(or_nothing([&] { return amplitude.rate(t); }).value_or(0))};
}

class Search {
 public:
  Search(const Amplitude& amplitude, double start, double end, double step)
      : amplitude_(amplitude), step_(step) {
    constexpr double per_step = 8, most = 4e6;
    const auto count =
        static_cast<long>(std::clamp(std::ceil(per_step * (end - start) / step), 1.0, most));
    for (long i = 0; i <= count; ++i) {
      const double share = static_cast<double>(i) / static_cast<double>(count);
      looks_.push_back(look_at(amplitude, std::lerp(start, end, share)));
      if (looks_.back().value) range_.add(*looks_.back().value);
    }
  }

  std::optional<Steep> run() const {
    if (range_.rounds_to_one_value()) return {};
    for (std::size_t i = 0; i < looks_.size(); ++i) {
      if (looks_[i].value && step_ * looks_[i].speed > most_crossings * range_.size())
        return smooth(looks_[i]);
      if (i == 0 || !looks_[i].value || !looks_[i - 1].value) continue;
      if (const auto found = between(looks_[i - 1], looks_[i])) return found;
    }
    return {};
  }

 private:
  /// The derivative itself is too large.
  Steep smooth(const Look& look) const {
    return {look.time, range_.size(), range_.size() / look.speed,
            required_time(range_.size(), range_.size(), step_)};
  }

  /// Halves the interval towards the larger change for as long as that could lead to a steep one.
  std::optional<Steep> between(const Look& left, const Look& right) const {
    double from = left.time, to = right.time, low = *left.value, high = *right.value;
    const double explained = 2 * std::max(left.speed, right.speed) * (to - from);
    const double negligible = 1e-9 * range_.size();
    if (std::abs(high - low) <= explained + negligible) return {};
    for (int k = 0; k < 60; ++k) {
      const double required = required_time(high - low, range_.size(), step_);
      const double middle = 0.5 * (from + to);
      const bool closed = middle <= from || middle >= to;  // neighbours: it jumps
      const bool steep = to - from < required;
      if (closed) return steep ? std::optional(Steep{from, high - low, 0, required}) : std::nullopt;
      const auto value = or_nothing([&] { return amplitude_.value(middle); });
      const Steep so_far{from, high - low, to - from, required};
      if (!value) return steep ? std::optional(so_far) : std::nullopt;  // as |t − 1|/(t − 1) at 1
      const bool first = std::abs(*value - low) > std::abs(high - *value);
      const double larger = first ? *value - low : high - *value;
      // It is as steep as it gets: the halves share the change.
      if (steep && std::abs(larger) < 0.75 * std::abs(high - low)) return so_far;
      if (std::abs(larger) <= negligible) return {};
      (first ? to : from) = middle;
      (first ? high : low) = *value;
    }
    const double required = required_time(high - low, range_.size(), step_);
    if (to - from >= required) return {};
    return Steep{from, high - low, 0, required};
  }

  const Amplitude& amplitude_;
  double step_;
  std::vector<Look> looks_;
  Range range_;
};

}  // namespace

std::optional<Steep> too_steep(const Amplitude& amplitude, double start, double end, double step) {
  if (amplitude.is_constant() || !(step > 0) || !(end > start)) return {};
  if (const auto* table = dynamic_cast<const TableAmplitude*>(&amplitude))
    return steep_segment(*table, start, end, step);
  return Search(amplitude, start, end, step).run();
}

}  // namespace sparkdyn::mechanics
