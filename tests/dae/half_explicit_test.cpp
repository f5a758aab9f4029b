// SPDX-License-Identifier: BSD-3-Clause
// Half-explicit SPARK methods, end of section 3 of Jay (2007), and methods with local model,
// section 6.
#include <gtest/gtest.h>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/diagnostics.hpp"
#include "sparkdyn/dae/local_model.hpp"
#include "support.hpp"

namespace sparkdyn::dae {
namespace {

TEST(HalfExplicit, OrderOfAllVariables) {
  for (const char* name : {"pendulum", "spherical-pendulum", "car-axis"}) {
    const Problem problem = make_problem(name);
    const double end = std::string(name) == "car-axis" ? 0.25 : 0.5;
    const Point exact = testing::run(problem, gauss_lobatto_spark(5), end, 100);
    for (const auto& [order, steps] : {std::pair{2, 100}, {4, 40}, {6, 25}}) {
      const Point coarse = testing::run(problem, half_explicit_spark(order), end, steps);
      const Point fine = testing::run(problem, half_explicit_spark(order), end, 2 * steps);
      const auto check = [&](const char* part, const Eigen::VectorXd& a, const Eigen::VectorXd& b,
                             const Eigen::VectorXd& reference) {
        const double observed =
            std::log2(testing::distance(a, reference) / testing::distance(b, reference));
        EXPECT_NEAR(observed, order, 0.3) << name << " " << part;
      };
      check("y", coarse.y, fine.y, exact.y);
      check("z", coarse.z, fine.z, exact.z);
      check("u", coarse.u, fine.u, exact.u);
    }
  }
}

// Order 2 is RATTLE, the 2-stage IIIA–IIIB method: the same numbers, stage after stage.
TEST(HalfExplicit, OrderTwoIsRattle) {
  const Problem problem = make_problem("pendulum");
  const Point rattle = testing::run(problem, lobatto_a_b(2), 2.0, 100);
  const Point half = testing::run(problem, half_explicit_spark(2), 2.0, 100);
  EXPECT_LT(testing::distance(rattle.y, half.y), 1e-12);
  EXPECT_LT(testing::distance(rattle.z, half.z), 1e-12);
}

TEST(HalfExplicit, KeepsConstraintsSymplecticnessAndReversibility) {
  const Problem problem = make_problem("pendulum");
  for (const int order : {2, 4, 6}) {
    Stepper stepper(problem.system, half_explicit_spark(order));
    Monitor monitor(*problem.system, {});
    integrate(stepper, problem.start, 2.0, 0.02, std::ref(monitor));
    EXPECT_LT(monitor.constraints().position, 1e-13);
    EXPECT_LT(monitor.constraints().velocity, 1e-12);
    EXPECT_LT(reversibility_defect(stepper, problem.start, 0.02, 100), 1e-11);
    EXPECT_LT(wedge_drift(stepper, problem.start, 0.02, 500), 1e-11);
  }
}

TEST(HalfExplicit, WorksWithoutConstraints) {
  const Problem problem = make_problem("harmonic-oscillator", {{"rho", 3.0}, {"delta", 0.0}});
  const Point end = testing::run(problem, half_explicit_spark(6), 1.0, 60);
  EXPECT_LT(testing::distance(end.z, problem.exact(1.0).z), 1e-8);
}

TEST(HalfExplicit, RefusesForcesThatDependOnVelocities) {
  const Problem problem = make_problem("andrews-squeezer");
  try {
    Stepper stepper(problem.system, half_explicit_spark(4));
    FAIL();
  } catch (const core::Error& error) {
    EXPECT_EQ(error.kind(), core::Failure::input);
    EXPECT_NE(std::string(error.what()).find("inertia"), std::string::npos) << error.what();
  }
  EXPECT_THROW(half_explicit_spark(3), std::invalid_argument);
}

// y' = −y + y²/10 with the local model z' = −z.
LocalModel decay(bool exact_model) {
  using V = Eigen::VectorXd;
  using M = Eigen::MatrixXd;
  const double quadratic = exact_model ? 0.0 : 0.1;
  return {
      .f = [=](double, const V& y) -> V { return -y + quadratic * y.cwiseAbs2(); },
      .g = [](double, const V& y) -> V { return -y; },
      .f_y = [=](double, const V& y) -> M { return M::Constant(1, 1, -1 + 2 * quadratic * y[0]); },
      .g_y = [](double, const V&) -> M { return M::Constant(1, 1, -1.0); },
      .flow = [](double t, double r, const V& z) -> V { return std::exp(r - t) * z; },
      .flow_z = [](double t, double r, const V&) -> M {
        return M::Constant(1, 1, std::exp(r - t));
      }};
}

// Theorem 6: exact for g = f, of the order of the method, symmetric.
TEST(LocalModel, HasThePropertiesOfTheoremSix) {
  const Eigen::VectorXd start = Eigen::VectorXd::Constant(1, 2.0);
  const Eigen::VectorXd same = srklm_step(decay(true), tableau::gauss(1), 0.0, start, 1.5);
  EXPECT_NEAR(same[0], 2.0 * std::exp(-1.5), 1e-14);
  const double exact = 1.0 / (0.1 + (0.5 - 0.1) * std::exp(1.0));
  for (const int s : {1, 2}) {
    const auto error = [&](int steps) {
      Eigen::VectorXd y = start;
      for (int k = 0; k < steps; ++k) {
        y = srklm_step(decay(false), tableau::gauss(s), k * 1.0 / steps, y, 1.0 / steps);
      }
      return std::abs(y[0] - exact);
    };
    EXPECT_NEAR(std::log2(error(4) / error(8)), 2 * s, 0.2);
  }
  const Eigen::VectorXd there = srklm_step(decay(false), tableau::gauss(1), 0.0, start, 0.5);
  const Eigen::VectorXd back = srklm_step(decay(false), tableau::gauss(1), 0.5, there, -0.5);
  EXPECT_NEAR(back[0], 2.0, 1e-14);
}

}  // namespace
}  // namespace sparkdyn::dae
