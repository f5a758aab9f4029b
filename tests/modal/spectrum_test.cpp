// SPDX-License-Identifier: BSD-3-Clause
// The highest frequency of a bar against its closed form, and the count of those below a bound.

#include "modal/spectrum.hpp"

#include <gtest/gtest.h>

#include "stage/stage_system.hpp"
#include "support/bar.hpp"

namespace sparkdyn {
namespace {

using support::Bar;

TEST(HighestMode, OfABarIsKnown) {
  const Bar bar(40);
  stage::MassSolver mass(*bar.system);
  const auto found = modal::highest_mode(*bar.system, mass.with_constraint());
  EXPECT_NEAR(found.omega, bar.frequency(40), 1e-8 * bar.omega);
  EXPECT_LE(found.omega, bar.frequency(40) * (1 + 1e-12));
  EXPECT_GE(found.bound, bar.frequency(40));
  EXPECT_LE(found.bound, 1.002 * bar.frequency(40));
}

TEST(HighestMode, ConstraintsTakeModesAway) {
  // Masses 2, 4, 6, … held: what is left swings alone with ω² = 2k/m.
  Eigen::MatrixXd G = Eigen::MatrixXd::Zero(4, 9);
  for (int i = 0; i < 4; ++i) G(i, 2 * i + 1) = 1;
  const Bar bar(9, 2, 3e4, G);
  stage::MassSolver mass(*bar.system);
  const auto found = modal::highest_mode(*bar.system, mass.with_constraint());
  EXPECT_NEAR(found.omega, std::sqrt(3e4), 1e-8 * bar.omega);
  EXPECT_GE(found.bound, std::sqrt(3e4));
}

TEST(ModesBelow, CountsByTheSignsOfThePivots) {
  const Bar bar(20);
  for (const int j : {1, 7, 19})
    EXPECT_EQ(modal::modes_below(*bar.system, 0.5 * (bar.frequency(j) + bar.frequency(j + 1))), j);
}

}  // namespace
}  // namespace sparkdyn
