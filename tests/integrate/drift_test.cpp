// SPDX-License-Identifier: BSD-3-Clause
// Constraints after 100,000 steps with moving c(t): right-hand sides use actual residuals, so
// round-off does not accumulate at either level.

#include <gtest/gtest.h>

#include <cstdio>

#include "support/manufactured.hpp"
#include "support/simulation.hpp"
#include "support/splittings.hpp"

namespace sparkdyn {
namespace {

TEST(Drift, ConstraintsHoldAfter100000Steps) {
  const support::Manufactured problem;
  for (const auto& letters : {"CCCCC", "CCCSB"}) {
    support::Simulation simulation(problem.system(),
                                   {.stages = 3, .splitting = support::by_letters(letters)});
    auto state = problem.initial();
    const auto report = simulation.run(state, 10000.0, 100000);
    ASSERT_TRUE(report.done) << report.cause;
    EXPECT_EQ(report.steps, 100000);
    std::printf("%s: largest violation, position %.1e, velocity %.1e\n", letters,
                report.largest.position, report.largest.velocity);
    EXPECT_LE(report.largest.position, 1e-12) << letters;
    EXPECT_LE(report.largest.velocity, 1e-12) << letters;
    EXPECT_LT((support::gather(state.q) - problem.q(10000.0)).norm(), 1e-4) << letters;
  }
}

TEST(Drift, StiffJointHoldsToo) {
  const support::Manufactured problem({.stiffness_contrast = 1e8});
  support::Simulation simulation(problem.system(),
                                 {.stages = 4, .splitting = tableau::Splitting::uniform(0.5)});
  auto state = problem.initial();
  const auto report = simulation.run(state, 1000.0, 2000);
  ASSERT_TRUE(report.done) << report.cause;
  EXPECT_LE(report.largest.position, 1e-12);
  EXPECT_LE(report.largest.velocity, 1e-12);
}

}  // namespace
}  // namespace sparkdyn
