// SPDX-License-Identifier: BSD-3-Clause
// How fast amplitudes change, as a frequency.

#include "mechanics/content.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace sparkdyn::mechanics {
namespace {

TEST(Content, OfASineIsItsFrequency) {
  for (const double f : {0.2, 3.0, 50.0})
    EXPECT_NEAR(highest_frequency(*sine_amplitude(f, 0.3), 0, 20 / f), 2 * std::numbers::pi * f,
                0.06 * f);
  EXPECT_NEAR(highest_frequency(*expression_amplitude("5 + 2*sin(40*t)"), 0, 3), 40, 0.4);
}

TEST(Content, OfAPulseIsThatOfItsWidth) {
  // a'' of exp(−(t/w)²) is 2/w² at the top, half its range 1/2.
  EXPECT_NEAR(highest_frequency(*expression_amplitude("exp(-((t-1)/0.1)^2)"), 0, 2), 2 / 0.1, 0.3);
}

TEST(Content, OfATableIsThatOfItsSteepestSegment) {
  // A quarter of a period rises by half the range: a ramp of length T is a half period, Ω = π/T.
  EXPECT_NEAR(highest_frequency(*table_amplitude({{0, 0}, {0.5, 1}, {4, 1}}), 0, 4),
              std::numbers::pi / 0.5, 1e-9);
}

TEST(Content, OfWhatDoesNotChangeIsNothing) {
  EXPECT_EQ(highest_frequency(*constant_amplitude(3), 0, 1), 0);
  EXPECT_EQ(highest_frequency(*table_amplitude({{0, 2}, {1, 2}}), 0, 1), 0);
  EXPECT_EQ(highest_frequency(*expression_amplitude("sin(t)^2+cos(t)^2"), 0, 1), 0);
}

}  // namespace
}  // namespace sparkdyn::mechanics
