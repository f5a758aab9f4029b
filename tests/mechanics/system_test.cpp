// SPDX-License-Identifier: BSD-3-Clause
// The distributed system against dense arithmetic.

#include "sparkdyn/mechanics/system.hpp"

#include <gtest/gtest.h>

#include "sparkdyn/core/error.hpp"
#include "support/manufactured.hpp"

namespace sparkdyn {
namespace {

using Eigen::VectorXd;

TEST(System, KnowsItsSizesAndSymmetry) {
  const support::Manufactured problem;
  EXPECT_EQ(problem.system().dofs(), 7);
  EXPECT_EQ(problem.system().constraints(), 2);
  EXPECT_TRUE(problem.system().symmetric());
  EXPECT_TRUE(problem.system().damped());
  Eigen::MatrixXd K = Eigen::MatrixXd::Identity(4, 4);
  K(0, 3) = 1e-3;
  const mechanics::System crooked(
      support::distribute_shared(Eigen::MatrixXd::Identity(4, 4)),
      {{mechanics::Kind::elastic, "", {{1.0, support::distribute_shared(K)}}}}, {}, {});
  EXPECT_FALSE(crooked.symmetric());
  EXPECT_FALSE(crooked.constrained());
}

TEST(System, TheExactSolutionBalances) {
  const support::Manufactured problem;
  const double t = 0.7, dt = 1e-5;
  const VectorXd q = problem.q(t), v = problem.v(t);
  const VectorXd a = (problem.v(t + dt) - problem.v(t - dt)) / (2 * dt);
  const auto state = problem.initial(t);
  const core::Vector r = problem.system().make_displacement();
  problem.system().add_load(t, 1.0, r);
  problem.system().add_internal(-1.0, state.q, state.v, r);
  const VectorXd residual =
      support::gather(r) - problem.G.transpose() * problem.lambda(t) - problem.M * a;
  EXPECT_LT(residual.norm(), 1e-8);
  const core::Vector g = problem.system().make_multiplier();
  problem.system().position_residual(t, state.q, g);
  EXPECT_LT(core::norm(g), 1e-13);
  problem.system().velocity_residual(state.at(), g);
  EXPECT_LT(core::norm(g), 1e-13);
}

TEST(System, Energies) {
  const support::Manufactured problem;
  const auto state = problem.initial(0.3);
  const VectorXd q = problem.q(0.3), v = problem.v(0.3);
  EXPECT_NEAR(problem.system().kinetic_energy(state.v), 0.5 * v.dot(problem.M * v), 1e-13);
  EXPECT_NEAR(problem.system().strain_energy(state.q),
              0.5 * q.dot((problem.K + problem.K_joint) * q), 1e-13);
}

TEST(System, RefusesSizesThatDoNotMatch) {
  const auto mass = support::distribute_shared(Eigen::MatrixXd::Identity(4, 4));
  const auto small = support::distribute_shared(Eigen::MatrixXd::Identity(3, 3));
  EXPECT_THROW(mechanics::System(mass, {{mechanics::Kind::elastic, "", {{1.0, small}}}}, {}, {}),
               core::Error);
  EXPECT_THROW(
      mechanics::System(mass, {}, {},
                        mechanics::Constraint{
                            support::distribute(Eigen::MatrixXd(Eigen::MatrixXd::Ones(1, 5))), {}}),
      core::Error);
}

}  // namespace
}  // namespace sparkdyn
