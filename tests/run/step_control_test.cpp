// SPDX-License-Identifier: BSD-3-Clause
// Steps by errors, on errors that are known: they stay within what is allowed, steps are those of
// few sizes, and the run ends in time.

#include "run/step_control.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <set>

namespace sparkdyn::run {
namespace {

struct Outcome {
  double sum = 0;  ///< of the errors of all steps
  long steps = 0, rejected = 0;
  std::set<double> sizes;
  double last_time = 0;
};

/// A step from t of size h errs by error(t, h); nothing of it is ever damped.
Outcome run(const TimeSpan& span, int order, const std::function<double(double, double)>& error) {
  StepControl control(span, order);
  Outcome outcome;
  while (!control.done() && outcome.steps < 100000 && !control.stuck()) {
    const double h = control.step(), made = error(control.time(), h);
    if (!control.accepts(made / control.allowed())) continue;
    EXPECT_GT(control.next_time(), control.time());
    control.take();
    outcome.sum += made;
    control.saw(outcome.sum);
    outcome.sizes.insert(h);
    ++outcome.steps;
  }
  outcome.rejected = control.rejected();
  outcome.last_time = control.time();
  return outcome;
}

TEST(StepControl, ErrorIsWithinTheToleranceWhateverItDependsOn) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> exponent(-3, 3);
  for (const int order : {3, 5, 6, 9})
    for (const double tolerance : {1e-2, 1e-4, 1e-6})
      for (int trial = 0; trial < 20; ++trial) {
        const double size = std::pow(10.0, exponent(random)), start = exponent(random);
        const TimeSpan span{start, start + 2, 0.02, 0, tolerance};
        const auto made =
            run(span, order, [&](double, double h) { return size * std::pow(h, order + 1); });
        EXPECT_EQ(made.last_time, span.end);
        EXPECT_LT(made.sum, 1.2 * tolerance) << order << " " << tolerance << " " << size;
        // Not where even steps as long as the whole run would be too good.
        if (made.steps > 60) {
          EXPECT_GT(made.sum, tolerance / 10);
        }
        EXPECT_LT(made.sizes.size(), 14u);
        EXPECT_LT(made.rejected, 12);
      }
}

/// An abrupt load in the middle: errors jump by 10,000 and die away again.
TEST(StepControl, ShortensStepsForAnEventAndNotForAll) {
  const TimeSpan span{0, 1, 0.01, 0, 1e-4};
  const auto error = [](double t, double h) {
    const bool during = t + h > 0.5;
    return std::pow(h, 6) * (1 + (during ? 1e6 * std::exp(-std::abs(t - 0.5) / 0.02) : 0));
  };
  const auto made = run(span, 5, error);
  EXPECT_EQ(made.last_time, 1);
  EXPECT_LT(made.sum, 1.2e-4);
  EXPECT_LT(*made.sizes.begin(), 0.25 * *made.sizes.rbegin());
  EXPECT_LT(made.steps, 1 / *made.sizes.begin());
  EXPECT_LT(made.sizes.size(), 16u);
}

/// Errors that no step makes small enough end the attempt, and do not go on for ever.
TEST(StepControl, GivesUpWhereNothingHelps) {
  StepControl control({0, 1, 0.01, 0, 1e-3}, 5);
  int tries = 0;
  while (!control.stuck() && tries < 1000) {
    EXPECT_FALSE(control.accepts(std::numeric_limits<double>::infinity()));
    ++tries;
  }
  EXPECT_LT(tries, 100);
  EXPECT_EQ(control.time(), 0);
}

TEST(StepControl, NothingToErrAboutTakesLongSteps) {
  const auto made = run({0, 1, 1e-3, 0, 1e-3}, 5, [](double, double) { return 0.0; });
  EXPECT_EQ(made.last_time, 1);
  EXPECT_EQ(made.rejected, 0);
  EXPECT_LT(made.steps, 200);
}

}  // namespace
}  // namespace sparkdyn::run
