// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/mechanics/rayleigh.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace sparkdyn::mechanics {
namespace {

TEST(Rayleigh, GivesBothRatios) {
  for (const double f1 : {1e-6, 0.5, 40.0, 1e9})
    for (const double factor : {1.001, 1.5, 2.0}) {
      const DampingRatio first{f1, 0.02}, second{f1 * factor, 0.02};
      for (const auto& both :
           {rayleigh_from_ratios(first, second), rayleigh_from_ratios(second, first)}) {
        EXPECT_NEAR(damping_ratio(both, first.frequency), 0.02, 1e-12);
        EXPECT_NEAR(damping_ratio(both, second.frequency), 0.02, 1e-12);
        EXPECT_GE(both.alpha, 0);
        EXPECT_GE(both.beta, 0);
      }
    }
}

TEST(Rayleigh, KnownCoefficients) {
  // ω = 1 and 3 with ζ = 0.05: α = 2·0.05·3/4, β = 2·0.05/4.
  const double two_pi = 2 * std::numbers::pi;
  const auto both = rayleigh_from_ratios({1 / two_pi, 0.05}, {3 / two_pi, 0.05});
  EXPECT_NEAR(both.alpha, 0.075, 1e-15);
  EXPECT_NEAR(both.beta, 0.025, 1e-15);
}

TEST(Rayleigh, TheLimitsAreMassOrStiffnessAlone) {
  EXPECT_EQ(rayleigh_from_ratios({1, 0.01}, {3, 0.03}).alpha, 0);
  EXPECT_EQ(rayleigh_from_ratios({1, 0.03}, {3, 0.01}).beta, 0);
  const auto none = rayleigh_from_ratios({1, 0}, {3, 0});
  EXPECT_EQ(none.alpha, 0);
  EXPECT_EQ(none.beta, 0);
}

std::string refusal(DampingRatio first, DampingRatio second) {
  try {
    rayleigh_from_ratios(first, second);
  } catch (const core::Error& error) {
    EXPECT_EQ(error.kind(), core::Failure::input);
    return error.what();
  }
  return "accepted";
}

TEST(Rayleigh, SaysWhatIsImpossible) {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto has = [](const std::string& text, const char* words) {
    EXPECT_NE(text.find(words), std::string::npos) << text;
  };
  has(refusal({0, 0.02}, {1, 0.02}), "a frequency is 0");
  has(refusal({1, 0.02}, {infinity, 0.02}), "a frequency is inf");
  has(refusal({1, -0.02}, {2, 0.02}), "the damping ratio at frequency 1 is -0.02");
  has(refusal({2, 0.02}, {2, 0.03}), "both are 2");
  has(refusal({10, 0.02}, {20, 0.05}), "at 20 can be 0.01 to 0.04, not 0.05");
  has(refusal({20, 0.005}, {10, 0.02}), "at 20 can be 0.01 to 0.04, not 0.005");
}

}  // namespace
}  // namespace sparkdyn::mechanics
