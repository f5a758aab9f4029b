// SPDX-License-Identifier: BSD-3-Clause
#include "tableau/quadrature.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support.hpp"
#include "tableau/conditions.hpp"

namespace sparkdyn::tableau {
namespace {

TEST(Quadrature, GaussClosedForms) {
  EXPECT_DOUBLE_EQ(gauss_quadrature(1).nodes[0], 0.5);
  EXPECT_DOUBLE_EQ(gauss_quadrature(1).weights[0], 1.0);
  const Quadrature three = gauss_quadrature(3);
  EXPECT_NEAR(three.nodes[0], 0.5 - std::sqrt(15.0) / 10, 1e-16);
  EXPECT_EQ(three.nodes[1], 0.5);
  EXPECT_NEAR(three.weights[0], 5.0 / 18, 1e-16);
  EXPECT_NEAR(three.weights[1], 4.0 / 9, 1e-16);
}

TEST(Quadrature, RadauClosedForms) {
  EXPECT_EQ(radau_right_quadrature(1).nodes[0], 1.0);
  EXPECT_DOUBLE_EQ(radau_right_quadrature(1).weights[0], 1.0);
  const Quadrature three = radau_right_quadrature(3);
  EXPECT_NEAR(three.nodes[0], (4 - std::sqrt(6.0)) / 10, 1e-16);
  EXPECT_NEAR(three.nodes[1], (4 + std::sqrt(6.0)) / 10, 2e-16);
  EXPECT_EQ(three.nodes[2], 1.0);
  EXPECT_NEAR(three.weights[0], (16 - std::sqrt(6.0)) / 36, 1e-16);
  EXPECT_NEAR(three.weights[1], (16 + std::sqrt(6.0)) / 36, 2e-16);
  EXPECT_NEAR(three.weights[2], 1.0 / 9, 1e-16);
}

TEST(Quadrature, LobattoClosedForms) {
  const Quadrature four = lobatto_quadrature(4);
  EXPECT_EQ(four.nodes[0], 0.0);
  EXPECT_NEAR(four.nodes[1], (5 - std::sqrt(5.0)) / 10, 1e-16);
  EXPECT_NEAR(four.nodes[2], (5 + std::sqrt(5.0)) / 10, 2e-16);
  EXPECT_EQ(four.nodes[3], 1.0);
  EXPECT_NEAR(four.weights[0], 1.0 / 12, 1e-16);
  EXPECT_NEAR(four.weights[1], 5.0 / 12, 1e-16);
}

// Increasing nodes inside the interval: Newton found every zero, and none twice.
void expect_proper(const Quadrature& quadrature) {
  const Eigen::Index s = quadrature.nodes.size();
  ASSERT_EQ(quadrature.weights.size(), s);
  EXPECT_GE(quadrature.nodes[0], 0.0);
  EXPECT_LE(quadrature.nodes[s - 1], 1.0);
  EXPECT_GT(quadrature.weights.minCoeff(), 0.0);
  for (Eigen::Index i = 1; i < s; ++i) EXPECT_LT(quadrature.nodes[i - 1], quadrature.nodes[i]);
}

class EveryCount : public testing::TestWithParam<int> {};

TEST_P(EveryCount, GaussHasOrder2s) {
  const Quadrature quadrature = gauss_quadrature(GetParam());
  expect_proper(quadrature);
  EXPECT_LT(assumption_B(quadrature.weights, quadrature.nodes, 2 * GetParam()), 1e-15);
}

TEST_P(EveryCount, RadauHasOrder2sMinus1) {
  const Quadrature quadrature = radau_right_quadrature(GetParam());
  expect_proper(quadrature);
  EXPECT_EQ(quadrature.nodes[GetParam() - 1], 1.0);
  EXPECT_LT(assumption_B(quadrature.weights, quadrature.nodes, 2 * GetParam() - 1), 1e-15);
}

class EveryLobattoCount : public testing::TestWithParam<int> {};

TEST_P(EveryLobattoCount, LobattoHasOrder2sMinus2) {
  const Quadrature quadrature = lobatto_quadrature(GetParam());
  expect_proper(quadrature);
  EXPECT_EQ(quadrature.nodes[0], 0.0);
  EXPECT_EQ(quadrature.nodes[GetParam() - 1], 1.0);
  EXPECT_LT(assumption_B(quadrature.weights, quadrature.nodes, 2 * GetParam() - 2), 1e-15);
}

INSTANTIATE_TEST_SUITE_P(UpToTheMaximum, EveryCount, testing::Range(1, max_stages + 1),
                         stages_name);
INSTANTIATE_TEST_SUITE_P(UpToTheMaximum, EveryLobattoCount, testing::Range(2, max_stages + 1),
                         stages_name);

TEST(Quadrature, OrdersAreSharp) {
  const Quadrature gauss = gauss_quadrature(3);
  const Quadrature radau = radau_right_quadrature(3);
  const Quadrature lobatto = lobatto_quadrature(3);
  EXPECT_GT(assumption_B(gauss.weights, gauss.nodes, 7), 1e-5);
  EXPECT_GT(assumption_B(radau.weights, radau.nodes, 6), 1e-5);
  EXPECT_GT(assumption_B(lobatto.weights, lobatto.nodes, 5), 1e-5);
}

TEST(Quadrature, RejectsCountsOutOfRange) {
  EXPECT_EQ(rejection([] { gauss_quadrature(0); }),
            "Gauss coefficients need 1 to 40 stages, not 0");
  EXPECT_EQ(rejection([] { radau_right_quadrature(-3); }),
            "Radau coefficients need 1 to 40 stages, not -3");
  EXPECT_EQ(rejection([] { lobatto_quadrature(1); }),
            "Lobatto coefficients need 2 to 40 stages, not 1");
  EXPECT_EQ(rejection([] { lobatto_quadrature(41); }),
            "Lobatto coefficients need 2 to 40 stages, not 41");
}

}  // namespace
}  // namespace sparkdyn::tableau
