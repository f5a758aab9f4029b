// SPDX-License-Identifier: BSD-3-Clause
// Stages and step from an accuracy: the error per radian of a mode is what was asked for.

#include "run/accuracy.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/tableau/gauss_lobatto.hpp"
#include "tableau/stability.hpp"

namespace sparkdyn::run {
namespace {

/// hω computed by an independent program (docs/gauss_lobatto/notes.md, 5), ρ∞ = 0.8.
TEST(Accuracy, StepsAreThoseOfTheTable) {
  struct Row {
    int stages;
    double accuracy, z;
  };
  for (const auto& [stages, accuracy, z] :
       {Row{2, 1e-2, 1.63}, Row{3, 1e-4, 1.39}, Row{3, 1e-6, 0.57}, Row{4, 1e-3, 3.69},
        Row{4, 1e-6, 1.41}, Row{5, 1e-5, 3.17}, Row{5, 1e-8, 1.49}}) {
    const auto chosen = choose_accuracy(
        {.accuracy = accuracy, .rho_infinity = 0.8, .omega = 1, .span = 1e4, .stages = stages});
    EXPECT_NEAR(chosen.step, z, 0.03 * z) << stages << " stages, " << accuracy;
    EXPECT_LE(chosen.error, accuracy);
  }
}

/// One mode for 200 radians, by powers of R: the amplitude is off by what was promised.
TEST(Accuracy, IsWhatAModeShows) {
  for (const double rho : {0.5, 0.8, 1.0})
    for (const double accuracy : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
      constexpr double omega = 7, span = 200 / omega;
      const auto chosen = choose_accuracy(
          {.accuracy = accuracy, .rho_infinity = rho, .omega = omega, .span = span});
      const tableau::GaussLobatto gauss(chosen.stages);
      const auto R = tableau::stability_function(gauss.A(rho), gauss.b(),
                                                 std::complex<double>(0, chosen.step * omega));
      const double steps = span / chosen.step;
      EXPECT_NEAR(steps, std::round(steps), 1e-9);
      const double error =
          std::abs(std::pow(R, std::round(steps)) - std::polar(1.0, span * omega)) / 200;
      EXPECT_LE(error, 1.1 * accuracy);
      // Errors above the amplitude itself saturate.
      const bool small = 200 * accuracy < 0.3;
      EXPECT_GE(error, small ? accuracy / 3 : 0) << rho << " " << accuracy;
    }
}

TEST(Accuracy, LoadsThatChangeFasterShortenTheStep) {
  const AccuracyWish slow{.accuracy = 1e-4, .omega = 10, .load_omega = 1, .span = 100};
  AccuracyWish fast = slow;
  fast.load_omega = 50;
  EXPECT_LT(choose_accuracy(fast).step, 0.5 * choose_accuracy(slow).step);
}

TEST(Accuracy, GivenStagesOrStepStay) {
  EXPECT_EQ(choose_accuracy({.accuracy = 1e-4, .omega = 1, .span = 10, .stages = 4}).stages, 4);
  const auto chosen = choose_accuracy({.accuracy = 1e-4, .omega = 1, .span = 10, .step = 2.0});
  EXPECT_EQ(chosen.step, 2.0);
  EXPECT_GE(chosen.stages, 4);
  EXPECT_THROW(choose_accuracy({.accuracy = 1e-10, .omega = 1, .span = 100, .step = 9.0}),
               core::Error);
  EXPECT_THROW(choose_accuracy({.accuracy = 1e-4, .span = 100}), core::Error);
}

}  // namespace
}  // namespace sparkdyn::run
