// SPDX-License-Identifier: BSD-3-Clause
// Motions that steps cannot follow are found, wherever and however they are written; all others
// pass.

#include "mechanics/steepness.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace sparkdyn::mechanics {
namespace {

constexpr double step = 0.01, end = 2;

std::optional<Steep> in_table(std::vector<std::pair<double, double>> points) {
  return too_steep(*table_amplitude(std::move(points)), 0, end, step);
}
std::optional<Steep> in_expression(const std::string& text) {
  return too_steep(*expression_amplitude(text), 0, end, step);
}

TEST(Steepness, RisesOfTablesWithinLessThanAQuarterOfAStep) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> share(0, 1);
  for (int k = 0; k < 200; ++k) {
    const double at = 0.05 + 1.5 * share(random), size = std::pow(10, 12 * share(random) - 6);
    const double rise = step * std::pow(10, -9 * share(random));
    const auto found = in_table({{0, 0}, {at, 0}, {at + rise, size}});
    EXPECT_EQ(found.has_value(), rise < 0.25 * step) << at << " " << rise;
    if (found) {
      EXPECT_EQ(found->time, at);
      EXPECT_EQ(found->change, size);
      EXPECT_NEAR(found->required, step / 4, 1e-12);
    }
  }
}

TEST(Steepness, OnlyWhatHappensDuringTheRunCounts) {
  EXPECT_FALSE(in_table({{-1, 5}, {-0.9999999, 0}, {1, 1}, {3, 1}, {3.0000001, 9}}));
  EXPECT_TRUE(in_table({{0, 0}, {1e-9, 1}}));
  EXPECT_FALSE(in_table({{0, 1}, {1e-9, 1}}));
  // A hundredth of the range may happen a hundred times as fast.
  EXPECT_FALSE(in_table({{0, 0}, {0.5, 0}, {0.5 + 3e-5, 0.01}, {1, 1}}));
  EXPECT_TRUE(in_table({{0, 0}, {0.5, 0}, {0.5 + 2e-5, 0.01}, {1, 1}}));
}

/// A record of finer points than the steps, but of no faster content.
TEST(Steepness, FineTablesOfSlowMotionsPass) {
  std::vector<std::pair<double, double>> points;
  for (int i = 0; i <= 20000; ++i)
    points.emplace_back(1e-4 * i, std::sin(30 * 1e-4 * i) + 0.3 * std::sin(100 * 1e-4 * i));
  EXPECT_FALSE(in_table(points));
}

TEST(Steepness, JumpsOfExpressionsAnywhere) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> share(0, 1);
  const char* jumps[] = {
      "(t>{0})?1:0",     "t<{0} ? sin(t) : 2+sin(t)", "sign(t-{0})",
      "rint(0.5*t/{0})",  // from 0 to 1 at {0}
      "t*(t>={0}&&t<9)", "max(t, 3*(t>{0}))",         "tanh((t-{0})*1e9)", "atan((t-{0})/1e-10)",
      "100*t+(t>{0})",   "abs(t-{0})/(t-{0})"};
  for (int k = 0; k < 200; ++k) {
    const double at = 0.3 + 1.6 * share(random);
    const std::string text = fmt::format(fmt::runtime(jumps[k % 10]), at);
    const auto found = in_expression(text);
    ASSERT_TRUE(found) << text;
    EXPECT_NEAR(found->time, at, step / 8) << text;
  }
  const auto jump = in_expression("(t>0.503)?1:0");
  EXPECT_EQ(jump->within, 0);
  EXPECT_NEAR(jump->time, 0.503, 1e-12);
  EXPECT_EQ(jump->change, 1);
}

TEST(Steepness, CornersAndSmoothMotionsPass) {
  for (const char* text :
       {"sin(300*t)", "abs(sin(10*t))", "t<0.503 ? t : 0.503", "max(0,t-0.7)^1.5", "min(t,1-t)",
        "exp(-0.1*t)*sin(10*t)", "1e-9*sin(3*t)", "1e6+sin(t)", "sin(t)^2+cos(t)^2", "sqrt(t)",
        "t^6+sin(50*t)", "(t<1)*(1-cos(pi*t))/2+(t>=1)", "3", "log(t)", "1e9*t", "t-rint(0*t)"})
    EXPECT_FALSE(in_expression(text)) << text;
  EXPECT_FALSE(too_steep(*sine_amplitude(30, 0.3), 0, end, step));
}

/// Less than one step in a period: no velocity of a step means anything.
TEST(Steepness, FastSines) {
  EXPECT_TRUE(too_steep(*sine_amplitude(150, 0), 0, end, step));
  EXPECT_TRUE(in_expression("sin(1e5*t)"));
  EXPECT_TRUE(in_expression("sin(2*pi*800*t)"));  // zero at every look
}

}  // namespace
}  // namespace sparkdyn::mechanics
