// SPDX-License-Identifier: BSD-3-Clause
#include "amplitude_survey.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::check {

namespace {

/// Expressions throw where they have no value.
template <typename Body>
std::optional<double> value_or_nothing(Body body) {
  try {
    const double value = body();
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
  } catch (const core::Error&) {
    return {};
  }
}

/// The largest |a| between two times that surround it, by golden section.
std::pair<double, double> refined(const mechanics::Amplitude& amplitude, double low, double high) {
  constexpr double golden = 0.6180339887498949;
  const auto size = [&](double t) {
    return std::abs(value_or_nothing([&] { return amplitude.value(t); }).value_or(0));
  };
  for (int k = 0; k < 50; ++k) {
    const double left = high - golden * (high - low), right = low + golden * (high - low);
    (size(left) < size(right) ? low : high) = size(left) < size(right) ? left : right;
  }
  const double t = 0.5 * (low + high);
  return {t, amplitude.value(t)};
}

/// Of equal peaks the first; those between two looks are found too.
void find_peak(const mechanics::Amplitude& amplitude, const std::vector<double>& times,
               const std::vector<double>& values, AmplitudeSurvey& result) {
  constexpr double candidate = 0.9, equal = 1 + 1e-9;
  constexpr int most = 100;
  double largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i == 0 || std::abs(values[i]) > equal * std::abs(result.peak)) {
      result.peak = values[i];
      result.peak_time = times[i];
    }
    largest = std::abs(result.peak);
  }
  int looked = 0;
  double best = 0;
  for (std::size_t i = 1; i + 1 < values.size() && looked < most; ++i) {
    const double here = std::abs(values[i]);
    if (here < candidate * largest || here < std::abs(values[i - 1]) ||
        here <= std::abs(values[i + 1]))
      continue;
    ++looked;
    const auto [t, value] = refined(amplitude, times[i - 1], times[i + 1]);
    if (std::abs(value) <= equal * best) continue;
    best = std::abs(value);
    if (best * equal < largest) continue;
    result.peak = value;
    result.peak_time = t;
    largest = best;
  }
}

}  // namespace

AmplitudeSurvey survey(const mechanics::Amplitude& amplitude, const run::TimeSpan& span) {
  AmplitudeSurvey result;
  const long count = std::clamp(4 * span.steps(), 1L, 400000L);
  std::vector<double> times, values;
  double steepest = 0;
  for (long i = 0; i <= count; ++i) {
    const double t =
        span.start + (span.end - span.start) * static_cast<double>(i) / static_cast<double>(count);
    const auto value = value_or_nothing([&] { return amplitude.value(t); });
    if (!value) {
      result.not_finite = t;
      return result;
    }
    times.push_back(t);
    values.push_back(*value);
    if (const auto rate = value_or_nothing([&] { return amplitude.rate(t); }))
      steepest = std::max(steepest, std::abs(*rate));
  }
  find_peak(amplitude, times, values, result);
  const auto [lowest, highest] = std::minmax_element(values.begin(), values.end());
  const double swing = 0.5 * (*highest - *lowest);
  if (!amplitude.is_constant() && swing > 0)
    result.fastest = steepest / swing / (2 * std::numbers::pi);
  return result;
}

}  // namespace sparkdyn::check
