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

void expect_no_drift(const support::Manufactured& problem, const integrate::SparkMethod& method,
                     double error) {
  support::Simulation simulation(problem.system(), method);
  auto state = problem.initial();
  const auto report = simulation.run(state, 10000.0, 100000);
  ASSERT_TRUE(report.done) << report.cause;
  EXPECT_EQ(report.steps, 100000);
  const double off = (support::gather(state.q) - problem.q(10000.0)).norm();
  std::printf("%s: largest violation, position %.1e, velocity %.1e; error %.1e\n",
              method.description.c_str(), report.largest.position, report.largest.velocity, off);
  EXPECT_LE(report.largest.position, 1e-12) << method.description;
  EXPECT_LE(report.largest.velocity, 1e-12) << method.description;
  EXPECT_LT(off, error) << method.description;
}

TEST(Drift, ConstraintsHoldAfter100000Steps) {
  const support::Manufactured problem;
  for (const auto& letters : {"CCCCC", "CCCSB"})
    expect_no_drift(problem,
                    integrate::lobatto_method(problem.system(), 3, support::by_letters(letters)),
                    1e-4);
}

TEST(Drift, ConstraintsHoldAfter100000StepsOnGaussNodes) {
  const support::Manufactured problem;
  for (const auto& splitting :
       {tableau::GaussSplitting::uniform(0.8), support::gauss_mixtures().back().splitting})
    expect_no_drift(problem, integrate::gauss_method(problem.system(), 2, splitting), 1e-4);
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
