// SPDX-License-Identifier: BSD-3-Clause
// Published values of Andrews' squeezer, the car axis, the pendulum and the four-bar chain
// (closed forms, quadruple-precision runs or published values).
#include <gtest/gtest.h>

#include "support.hpp"

namespace sparkdyn::dae {
namespace {

TEST(Reference, AndrewsAtTheEnd) {
  const Problem problem = make_problem("andrews-squeezer");
  EXPECT_NEAR(problem.start.u[0], 98.5668703962410896, 1e-11);
  EXPECT_NEAR(problem.start.u[1], -6.12268834425566266, 1e-12);
  const Point end = testing::run(problem, lobatto_a_b(5), 0.03, 300);
  const KnownAnswer& answer = problem.answers[0];
  // The published values are good to 3e-10 in q, 5e-8 in v and 1e-6 in λ.
  EXPECT_LT(testing::relative(end.y, answer.y), 1e-9);
  EXPECT_LT(testing::relative(end.z, answer.z), 1e-7);
  EXPECT_LT(testing::relative(end.u, answer.u), 1e-6);
  testing::print("Andrews at t = 0.03 against the test set, relative: q {:.1e}, v {:.1e}, λ {:.1e}",
                 testing::relative(end.y, answer.y), testing::relative(end.z, answer.z),
                 testing::relative(end.u, answer.u));
}

TEST(Reference, AndrewsConvergesToItself) {
  const Problem problem = make_problem("andrews-squeezer");
  const Point coarse = testing::run(problem, lobatto_a_b(6), 0.03, 300);
  const Point fine = testing::run(problem, lobatto_a_b(6), 0.03, 600);
  EXPECT_LT(testing::relative(coarse.y, fine.y), 1e-12);
  EXPECT_LT(testing::relative(coarse.z, fine.z), 1e-12);
  testing::print("Andrews at t = 0.03 under step halving, relative: q {:.1e}, v {:.1e}",
                 testing::relative(coarse.y, fine.y), testing::relative(coarse.z, fine.z));
}

TEST(Reference, CarAxis) {
  const Problem problem = make_problem("car-axis");
  const KnownAnswer& answer = problem.answers.at(0);
  const Point end = testing::run(problem, lobatto_a_b(6), 3.0, 300);
  EXPECT_LT(testing::relative(end.y, answer.y), 1e-9);
  EXPECT_LT(testing::relative(end.z, answer.z), 1e-9);
  EXPECT_LT(testing::relative(end.u, answer.u), 1e-9);
}

TEST(Reference, PendulumWithTwoMethods) {
  const Problem problem = make_problem("pendulum");
  for (const Method& method : {lobatto_a_b(5), gauss_lobatto_spark(4)}) {
    for (const KnownAnswer& answer : problem.answers) {
      const Point end = testing::run(problem, method, answer.t, static_cast<int>(20 * answer.t));
      EXPECT_LT(testing::relative(end.y, answer.y), 1e-9) << method.name << " t = " << answer.t;
      if (answer.u.size() == 0) continue;
      EXPECT_LT(testing::relative(end.u, answer.u), 1e-8);
    }
  }
}

// Exudyn needs 80000 steps for 7e-7; a tenth of them is allowed, a hundredth is used.
TEST(Reference, FourBarChainThroughItsSingularConfigurations) {
  const Problem problem = make_problem("four-bar-chain");
  const Point end = testing::run(problem, lobatto_a_b(4), 10.0, 800);
  EXPECT_LT(testing::distance(end.y, problem.answers.at(0).y), 1e-7);
  testing::print("four-bar chain at t = 10: error {:.1e} with 800 steps, a hundredth of Exudyn's",
                 testing::distance(end.y, problem.answers.at(0).y));
}

TEST(Reference, OscillatorIsFollowedForManyPeriods) {
  const Problem problem = make_problem("harmonic-oscillator");
  const Point end = testing::run(problem, lobatto_a_b(6), 1.0, 1000);
  EXPECT_LT(testing::distance(end.y, problem.exact(1.0).y), 1e-11);
}

}  // namespace
}  // namespace sparkdyn::dae
