// SPDX-License-Identifier: BSD-3-Clause
#include "core/progress.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <sstream>

namespace sparkdyn::core {
namespace {

using namespace std::chrono_literals;
using Clock = Progress::Clock;

TEST(DurationText, CountsDaysHoursMinutesSeconds) {
  EXPECT_EQ(duration_text(0), "0:00:00");
  EXPECT_EQ(duration_text(278.4), "0:04:38");
  EXPECT_EQ(duration_text(59.6), "0:01:00");
  EXPECT_EQ(duration_text(86399), "23:59:59");
  EXPECT_EQ(duration_text(2 * 86400 + 3 * 3600), "2 d 03:00:00");
  EXPECT_EQ(duration_text(-1), "unknown time");
  EXPECT_EQ(duration_text(std::numeric_limits<double>::infinity()), "unknown time");
  EXPECT_EQ(duration_text(std::numeric_limits<double>::quiet_NaN()), "unknown time");
}

TEST(Progress, LineSaysStepsTimeRateAndWhatIsLeft) {
  std::ostringstream stream;
  const auto before = Clock::now();
  const Progress progress(stream, true, 5000);
  // Long enough that the time between `before` and the start does not show.
  EXPECT_EQ(progress.line(1234, 0.617, before + 1234s),
            "  1234/5000 steps  25 %  t = 0.617  1 steps/s  1:02:46 left");
  EXPECT_EQ(progress.line(1, 0.5, before + 10s),
            "     1/5000 steps   0 %  t = 0.5  0.1 steps/s  13:53:10 left");
}

TEST(Progress, SaysHundredPercentOnlyAtTheEnd) {
  std::ostringstream stream;
  const auto before = Clock::now();
  const Progress progress(stream, true, 1000);
  EXPECT_NE(progress.line(999, 1, before + 999s).find(" 99 %"), std::string::npos);
  EXPECT_EQ(progress.line(1000, 1, before + 1000s), "  1000/1000 steps  100 %  t = 1  1 steps/s");
}

TEST(Progress, NeedsNoTotal) {
  std::ostringstream stream;
  const auto before = Clock::now();
  const Progress progress(stream, true, 0);
  EXPECT_EQ(progress.line(50, 2, before + 25s), "  50 steps  t = 2  2 steps/s");
}

TEST(Progress, RedrawsAtMostTenTimesASecond) {
  std::ostringstream stream;
  Progress progress(stream, true, 1000);
  const auto start = Clock::now();
  for (int i = 0; i < 1000; ++i) progress.update(i, 0, start + i * 1ms);
  const std::string text = stream.str();
  const auto drawn = std::count(text.begin(), text.end(), '\r');
  EXPECT_GE(drawn, 8);
  EXPECT_LE(drawn, 11);
}

TEST(Progress, EndsTheLineAndIsQuietWhenNotVisible) {
  std::ostringstream shown;
  std::ostringstream hidden;
  Progress visible(shown, true, 2);
  Progress quiet(hidden, false, 2);
  visible.finish(2, 1);
  quiet.update(1, 0.5, Clock::now() + 10s);
  quiet.finish(2, 1);
  EXPECT_EQ(shown.str().front(), '\r');
  EXPECT_EQ(shown.str().back(), '\n');
  EXPECT_EQ(hidden.str(), "");
}

}  // namespace
}  // namespace sparkdyn::core
