// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A time history a(t) as a run will see it: how large it gets, when, and how fast it changes.

#include <optional>

#include "sparkdyn/mechanics/amplitude.hpp"
#include "sparkdyn/run/options.hpp"

namespace sparkdyn::check {

struct AmplitudeSurvey {
  double peak = 0;  ///< the value of largest size
  double peak_time = 0;
  /// sup|a'| / sup|a − mean| / 2π: of a sine its frequency; 0 for a constant.
  double fastest = 0;
  std::optional<double> not_finite;  ///< the first time at which it is not finite
};

/// Looks four times per step, at most 400,000 times in all.
AmplitudeSurvey survey(const mechanics::Amplitude& amplitude, const run::TimeSpan& span);

}  // namespace sparkdyn::check
