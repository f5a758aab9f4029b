// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/tableau/mixture.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support.hpp"
#include "tableau/conditions.hpp"

namespace sparkdyn::tableau {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Mixture, PureIsTheFamilyItself) {
  const Lobatto lobatto(4);
  for (const Family family : all_families) {
    EXPECT_EQ(Mixture::pure(family).evaluate(lobatto), lobatto.matrix(family)) << name(family);
    EXPECT_EQ(Mixture::pure(family).text(), name(family));
  }
}

TEST(Mixture, RhoInfinityFollowsTheFormula) {
  const double rho = 0.8;
  const double gamma = (1 - rho) / (1 + rho);
  const Mixture mixture = Mixture::rho_infinity(rho);
  EXPECT_NEAR(mixture.weight(Family::IIIC), (1 + gamma) / 2, 1e-16);
  EXPECT_NEAR(mixture.weight(Family::IIICstar), (1 - gamma) / 2, 1e-16);
  EXPECT_EQ(mixture.weight(Family::IIIA), 0.0);
  EXPECT_FALSE(mixture.contains(Family::IIIB));
}

TEST(Mixture, EndsOfTheKnob) {
  EXPECT_EQ(Mixture::rho_infinity(0.0), Mixture::pure(Family::IIIC));
  EXPECT_EQ(Mixture::rho_infinity(1.0), Mixture::pure(Family::IIID));
  EXPECT_FALSE(Mixture::rho_infinity(0.0).contains(Family::IIICstar));
}

TEST(Mixture, DIsHalfCAndHalfCstar) {
  const Mixture mixture = Mixture::weights({{Family::IIID, 0.5}, {Family::IIIC, 0.5}});
  EXPECT_EQ(mixture, Mixture::weights({{Family::IIIC, 0.75}, {Family::IIICstar, 0.25}}));
  EXPECT_EQ(mixture.weight(Family::IIID), 0.0);
  EXPECT_EQ(mixture.weight(Family::IIIC), 0.75);
  EXPECT_EQ(mixture.weight(Family::IIICstar), 0.25);
}

TEST(Mixture, EqualityIsUpToRoundingOnly) {
  const Mixture third = Mixture::rho_infinity(1.0 / 3);
  EXPECT_EQ(third, Mixture::weights({{Family::IIIC, 0.75}, {Family::IIICstar, 0.25}}));
  EXPECT_FALSE(third == Mixture::rho_infinity(1.0 / 3 + 1e-12));
  EXPECT_FALSE(Mixture::pure(Family::IIIA) == Mixture::pure(Family::IIIB));
}

TEST(Mixture, EvaluatesTheWeightedSum) {
  const Lobatto lobatto(3);
  const Mixture mixture = Mixture::weights(
      {{Family::IIIA, 0.5}, {Family::IIIB, -0.25}, {Family::IIIC, 0.5}, {Family::IIICstar, 0.25}});
  const Matrix expected =
      0.5 * lobatto.A() - 0.25 * lobatto.B() + 0.5 * lobatto.C() + 0.25 * lobatto.Cstar();
  EXPECT_LT(distance(mixture.evaluate(lobatto), expected), 1e-16);
}

TEST(Mixture, KeepsTheNodes) {
  const Lobatto lobatto(5);
  const Matrix A = Mixture::rho_infinity(0.6).evaluate(lobatto);
  EXPECT_LT(assumption_C(A, lobatto.c(), 4), 1e-15);
  EXPECT_LT(assumption_D(A, lobatto.b(), lobatto.c(), 4), 1e-15);
}

TEST(Mixture, Text) {
  EXPECT_EQ(Mixture::rho_infinity(1.0).text(), "D");
  EXPECT_EQ(Mixture::weights({{Family::IIIC, 0.75}, {Family::IIICstar, 0.25}}).text(),
            "0.75 C + 0.25 C*");
  EXPECT_EQ(Mixture::weights({{Family::IIIC, 1.5}, {Family::IIICstar, -0.5}}).text(),
            "1.5 C - 0.5 C*");
  EXPECT_EQ(Mixture::weights({{Family::IIIA, -0.5}, {Family::IIIB, 1.5}}).text(), "-0.5 A + 1.5 B");
  EXPECT_EQ(Mixture::weights({{Family::IIIA, 0.5}, {Family::IIID, 0.5}}).text(),
            "0.5 A + 0.25 C + 0.25 C*");
}

TEST(Mixture, AcceptsARoundedSum) {
  EXPECT_EQ(rejection([] {
              Mixture::weights({{Family::IIIA, 0.1}, {Family::IIIB, 0.2}, {Family::IIIC, 0.7}});
            }),
            "");
  EXPECT_NE(rejection([] {
              Mixture::weights({{Family::IIIA, 0.3}, {Family::IIIB, 0.7 + 1e-11}});
            }),
            "");
}

TEST(Mixture, RejectsWeightsThatDoNotSumToOne) {
  EXPECT_EQ(rejection([] {
              Mixture::weights({{Family::IIIC, 0.75}});
            }),
            "the weights of a mixture must be finite and sum to 1, not to 0.75");
  EXPECT_EQ(rejection([] { Mixture::weights({}); }),
            "the weights of a mixture must be finite and sum to 1, not to 0");
}

TEST(Mixture, RejectsWeightsThatAreNotFinite) {
  EXPECT_EQ(rejection([] {
              Mixture::weights({{Family::IIIC, infinity}});
            }),
            "the weights of a mixture must be finite and sum to 1, not to inf");
  EXPECT_NE(rejection([] { Mixture::weights({{Family::IIIC, 1.0}, {Family::IIIA, nan}}); }), "");
  EXPECT_NE(rejection([] {
              Mixture::weights({{Family::IIIC, infinity}, {Family::IIIA, -infinity}});
            }),
            "");
}

TEST(Mixture, RejectsRhoOutsideTheUnitInterval) {
  const std::string rule = "rho_infinity must lie between 0 (strongest damping) and 1 (none), not ";
  EXPECT_EQ(rejection([] { Mixture::rho_infinity(-0.1); }), rule + "-0.1");
  EXPECT_EQ(rejection([] { Mixture::rho_infinity(1.5); }), rule + "1.5");
  EXPECT_EQ(rejection([] { Mixture::rho_infinity(nan); }), rule + "nan");
}

}  // namespace
}  // namespace sparkdyn::tableau
