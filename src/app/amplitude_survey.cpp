#include "amplitude_survey.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::app {

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

}  // namespace

AmplitudeSurvey survey(const mechanics::Amplitude& amplitude, const integrate::TimeSpan& span) {
  AmplitudeSurvey result;
  const long count = std::clamp(4 * span.steps(), 1L, 400000L);
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest, steepest = 0;
  for (long i = 0; i <= count; ++i) {
    const double t =
        span.start + (span.end - span.start) * static_cast<double>(i) / static_cast<double>(count);
    const auto value_here = value_or_nothing([&] { return amplitude.value(t); });
    if (!value_here) {
      result.not_finite = t;
      return result;
    }
    const double value = *value_here;
    // Of equal peaks the first, whatever rounding makes of them.
    if (i == 0 || std::abs(value) > (1 + 1e-9) * std::abs(result.peak)) {
      result.peak = value;
      result.peak_time = t;
    }
    lowest = std::min(lowest, value);
    highest = std::max(highest, value);
    if (const auto rate = value_or_nothing([&] { return amplitude.rate(t); }))
      steepest = std::max(steepest, std::abs(*rate));
  }
  const double swing = 0.5 * (highest - lowest);
  if (!amplitude.is_constant() && swing > 0)
    result.fastest = steepest / swing / (2 * std::numbers::pi);
  return result;
}

}  // namespace sparkdyn::app
