// SPDX-License-Identifier: BSD-3-Clause
// Figs. 5 and 6 of Jay (1998): 1/ε = 1e8, γ = 1e12, h = 0.12; and the stiff spring pendulum of
// Jay & Petzold (1995), a step a thousand times the period of its spring.
#include <gtest/gtest.h>

#include "sparkdyn/dae/diagnostics.hpp"
#include "support.hpp"

namespace sparkdyn::dae {
namespace {

std::vector<double> rigid_energy_error(const tableau::Splitting& splitting) {
  const Problem problem = make_problem("rigid-on-stiff-pendulum");
  const auto energy = problem.quantities.back();
  EXPECT_EQ(energy.name, "rigid_energy");
  Stepper stepper(problem.system, lobatto_spark(3, splitting));
  const double start = energy.value(problem.start);
  std::vector<double> errors;
  integrate(stepper, problem.start, 120.0, 0.12,
            [&](const Point& at) { errors.push_back(energy.value(at) - start); });
  return errors;
}

TEST(Stiff, IiicDampsTheRigidPendulum) {
  const auto errors = rigid_energy_error(testing::uniform(tableau::Family::IIIC));
  EXPECT_LT(errors[1000], -1e-5);
  EXPECT_LT(errors[1000], 1.7 * errors[500]);  // it goes on falling
}

TEST(Stiff, RigidPartWithIiiaIiibKeepsItsEnergy) {
  const Problem problem = make_problem("rigid-on-stiff-pendulum");
  const auto errors = rigid_energy_error(problem.splitting);
  double first = 0.0, second = 0.0;
  for (std::size_t k = 0; k < errors.size(); ++k) {
    double& half = k < errors.size() / 2 ? first : second;
    half = std::max(half, std::abs(errors[k]));
  }
  EXPECT_LT(second, 1e-6);
  EXPECT_LT(second, 1.5 * first);
}

TEST(Stiff, SmoothMotionOfTheStiffSpringPendulum) {
  const Problem problem = make_problem("stiff-spring-pendulum");
  const Problem rigid = make_problem("pendulum", {{"gravity", 1.0}});
  const Point stiff =
      testing::run(problem, lobatto_spark(4, testing::uniform(tableau::Family::IIIC)), 2.0, 200);
  const Point limit = testing::run(rigid, lobatto_a_b(5), 2.0, 200);
  EXPECT_LT(testing::distance(stiff.y, limit.y), 1e-8);
}

}  // namespace
}  // namespace sparkdyn::dae
