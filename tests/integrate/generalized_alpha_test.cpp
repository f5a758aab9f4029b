// SPDX-License-Identifier: BSD-3-Clause
// The familiar baselines on the constrained problem: order 2 and position constraints held.

#include "integrate/generalized_alpha.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "integrate/acceleration.hpp"
#include "sparkdyn/run/run.hpp"
#include "support/manufactured.hpp"
#include "support/simulation.hpp"

namespace sparkdyn {
namespace {

using integrate::AlphaParameters;

struct Outcome {
  double q, v;
  run::Violations violations;
};

Outcome integrate_to_end(const support::Manufactured& problem, const AlphaParameters& parameters,
                         long steps) {
  auto mass = std::make_shared<stage::MassSolver>(problem.system());
  integrate::AlphaStepper stepper(problem.system(), parameters, mass);
  integrate::Acceleration acceleration(problem.system(), mass);
  auto state = problem.initial();
  const double end = 2.0;
  const auto report = support::run_one(problem.system(), stepper, acceleration, state,
                                       {0, end, end / static_cast<double>(steps)});
  EXPECT_TRUE(report.done) << report.cause;
  return {(support::gather(state.q) - problem.q(end)).norm(),
          (support::gather(state.v) - problem.v(end)).norm(), report.largest};
}

class Baseline : public ::testing::TestWithParam<std::pair<AlphaParameters, int>> {};

TEST_P(Baseline, HasItsOrderAndHoldsPositions) {
  const auto& [parameters, constraints] = GetParam();
  const support::Manufactured problem({.constraints = constraints});
  const Outcome coarse = integrate_to_end(problem, parameters, 400);
  const Outcome fine = integrate_to_end(problem, parameters, 800);
  EXPECT_NEAR(std::log2(coarse.q / fine.q), 2, 0.15);
  EXPECT_NEAR(std::log2(coarse.v / fine.v), 2, 0.15);
  EXPECT_LT(fine.violations.position, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Families, Baseline,
                         ::testing::Values(std::pair(AlphaParameters::newmark(), 0),
                                           std::pair(AlphaParameters::hht(-0.1), 0),
                                           std::pair(AlphaParameters::hht(-0.1), 2),
                                           std::pair(AlphaParameters::generalized_alpha(0.0), 2),
                                           std::pair(AlphaParameters::generalized_alpha(0.8), 0),
                                           std::pair(AlphaParameters::generalized_alpha(0.8), 2)));

TEST(AlphaParameters, FollowChungAndHulbert) {
  const auto half = AlphaParameters::generalized_alpha(0.5);
  EXPECT_NEAR(half.alpha_m, 0.0, 1e-15);
  EXPECT_NEAR(half.alpha_f, 1.0 / 3, 1e-15);
  EXPECT_NEAR(half.gamma, 0.5 + 1.0 / 3, 1e-15);
  EXPECT_NEAR(half.beta, 4.0 / 9, 1e-15);
}

/// One undamped step against Newmark's formulas by hand.
TEST(Newmark, StepByHand) {
  const double m = 2, k = 8, h = 0.3, q0 = 0.5, v0 = -0.25;
  const mechanics::System system(
      support::distribute_shared(Eigen::MatrixXd::Constant(1, 1, m)),
      {{mechanics::Kind::elastic,
        "",
        {{1.0, support::distribute_shared(Eigen::MatrixXd::Constant(1, 1, k))}}}},
      {}, {});
  auto mass = std::make_shared<stage::MassSolver>(system);
  integrate::AlphaStepper stepper(system, AlphaParameters::newmark(), mass);
  auto state =
      support::make_state(0, Eigen::VectorXd::Constant(1, q0), Eigen::VectorXd::Constant(1, v0));
  ASSERT_TRUE(stepper.step(state, h).done);
  const double a0 = -k * q0 / m;
  const double a1 = -k * (q0 + h * v0 + h * h / 4 * a0) / (m + h * h / 4 * k);
  EXPECT_NEAR(support::gather(state.q)(0), q0 + h * v0 + h * h / 4 * (a0 + a1), 1e-15);
  EXPECT_NEAR(support::gather(state.v)(0), v0 + h / 2 * (a0 + a1), 1e-15);
}

}  // namespace
}  // namespace sparkdyn
