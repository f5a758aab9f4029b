// SPDX-License-Identifier: BSD-3-Clause
// Section 5.2 of Jay (1998): intervals of periodicity.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "sparkdyn/tableau/lobatto.hpp"
#include "sparkdyn/tableau/mixture.hpp"
#include "sparkdyn/tableau/runge_kutta.hpp"
#include "support.hpp"
#include "tableau/stability.hpp"

namespace sparkdyn::tableau {
namespace {

double of_pair(const Lobatto& lobatto, Family velocity, Family force) {
  return interval_of_periodicity(lobatto.matrix(velocity), lobatto.matrix(force), lobatto.b());
}

TEST(Periodicity, VerletEndsAtTwo) {
  EXPECT_NEAR(of_pair(Lobatto(2), Family::IIIA, Family::IIIB), 2.0, 1e-14);
  EXPECT_NEAR(of_pair(Lobatto(2), Family::IIIB, Family::IIIA), 2.0, 1e-14);
}

TEST(Periodicity, ThreeStageABEndsAtRootEight) {
  EXPECT_NEAR(of_pair(Lobatto(3), Family::IIIA, Family::IIIB), std::sqrt(8.0), 1e-14);
}

// Symplectic but not symmetric: tr M = 2 − u − u/(1 − u) with u = μ²/2, which is −2 at μ = √5 − 1.
TEST(Periodicity, SymplecticPairWithoutSymmetry) {
  EXPECT_NEAR(of_pair(Lobatto(2), Family::IIIC, Family::IIICstar), std::sqrt(5.0) - 1, 1e-14);
}

// Here M₁₂ and M₂₁ change sign so close together that only M₁₁ ≠ M₂₂ betrays the gap.
TEST(Periodicity, NarrowGapWithoutSymmetry) {
  const Lobatto lobatto(7);
  const double end = of_pair(lobatto, Family::IIIC, Family::IIICstar);
  EXPECT_NEAR(end, std::numbers::pi, 1e-5);
  EXPECT_LT(end, std::numbers::pi);
}

class PeriodicityOfAB : public ForStages {};

// Theorem 5.7. The gap begins just before μ = π, and is real: M grows inside it.
TEST_P(PeriodicityOfAB, IsFinite) {
  const Lobatto lobatto(GetParam());
  const double end = of_pair(lobatto, Family::IIIA, Family::IIIB);
  ASSERT_LT(end, std::numbers::pi);
  const auto radius = [&](double mu) {
    return spectral_radius(stability_matrix(lobatto.A(), lobatto.B(), lobatto.b(), mu));
  };
  const double inside = end + (std::numbers::pi - end) / 4;
  EXPECT_GT(radius(inside), 1.0 + (std::numbers::pi - end) / 100);
  EXPECT_NEAR(radius(end / 2), 1.0, 1e-14);
  EXPECT_NEAR(radius(end * (1 - 1e-6)), 1.0, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Stages, PeriodicityOfAB, testing::Range(2, 8), stages_name);

TEST(Periodicity, OfABStaysFiniteWhereTheFirstGapIsBelowRounding) {
  EXPECT_LT(of_pair(Lobatto(10), Family::IIIA, Family::IIIB), 2 * std::numbers::pi);
  EXPECT_LT(of_pair(Lobatto(14), Family::IIIA, Family::IIIB), 4 * std::numbers::pi);
}

class PStability : public ForStages {};

// Theorem 5.4 and its corollaries.
TEST_P(PStability, OfSymmetricMethods) {
  const Lobatto lobatto(GetParam());
  EXPECT_EQ(of_pair(lobatto, Family::IIIA, Family::IIIA), 1e4);
  EXPECT_EQ(of_pair(lobatto, Family::IIIB, Family::IIIB), 1e4);
  EXPECT_EQ(of_pair(lobatto, Family::IIID, Family::IIID), 1e4);
  const RungeKutta method = gauss(GetParam());
  EXPECT_EQ(interval_of_periodicity(method.A, method.A, method.b), 1e4);
}

TEST_P(PStability, NotOfDampedOrExplosiveMethods) {
  const Lobatto lobatto(GetParam());
  EXPECT_EQ(of_pair(lobatto, Family::IIIC, Family::IIIC), 0.0);
  EXPECT_EQ(of_pair(lobatto, Family::IIICstar, Family::IIICstar), 0.0);
  const Matrix slightly_damped = Mixture::rho_infinity(0.99).evaluate(lobatto);
  EXPECT_EQ(interval_of_periodicity(slightly_damped, slightly_damped, lobatto.b()), 0.0);
}

INSTANTIATE_TEST_SUITE_P(Stages, PStability, testing::Values(2, 3, 4, 6, 9, 14), stages_name);

TEST(Periodicity, HonoursTheLimit) {
  const Lobatto lobatto(3);
  EXPECT_EQ(interval_of_periodicity(lobatto.A(), lobatto.B(), lobatto.b(), 1.5), 1.5);
  EXPECT_EQ(interval_of_periodicity(lobatto.A(), lobatto.B(), lobatto.b(), 1e-3), 1e-3);
  EXPECT_EQ(interval_of_periodicity(lobatto.D(), lobatto.D(), lobatto.b(), 50.0), 50.0);
}

TEST(Periodicity, RejectsLimitsThatAreNotPositive) {
  const Lobatto lobatto(2);
  const std::string message = "the limit of the interval of periodicity must be positive";
  for (const double limit : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(
        rejection([&] { interval_of_periodicity(lobatto.A(), lobatto.B(), lobatto.b(), limit); }),
        message + " and finite");
  }
}

}  // namespace
}  // namespace sparkdyn::tableau
