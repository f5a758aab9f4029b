// SPDX-License-Identifier: BSD-3-Clause
// Projections of Leimkuhler & Reich (1992), section 4, and the canonical state space form of their
// section 2, against figures from independent programs and against differences.
#include "dae/projection.hpp"

#include <gtest/gtest.h>

#include "dae/state_space.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/diagnostics.hpp"
#include "support.hpp"

namespace sparkdyn::dae {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Kind = ProjectionOptions::Kind;

struct KeptOnManifold {
  double g = 0, Gp = 0, wedge = 0;
};

KeptOnManifold projected_pendulum(Formulation formulation, const ProjectionOptions& options,
                                  double end) {
  const Problem problem = make_problem("unit-pendulum", {}, formulation);
  Stepper stepper(problem.system, standard(tableau::gauss(1)), {.tolerance = 1e-16});
  const auto run =
      projected_steps(stepper, problem.formulations, options, problem.start, end, 0.01);
  MatrixXd tangents = start_tangents(problem);
  KeptOnManifold found;
  while (!run->done()) {
    run->advance();
    const Point& at = run->summary().end;
    tangents = run->carry_tangents(tangents);
    const VectorXd residuals = problem.formulations->residuals(at.y, at.z);
    found.g = std::max(found.g, std::abs(residuals[0]));
    found.Gp = std::max(found.Gp, std::abs(residuals[1]));
    const double wedge = wedge_product(*problem.system, at, tangents.col(0), tangents.col(1));
    found.wedge = std::max(found.wedge, std::abs(wedge - 1.0));
  }
  return found;
}

TEST(Projection, EndpointsOfDirac) {
  const KeptOnManifold ten = projected_pendulum(Formulation::dirac, {Kind::endpoint, 1}, 10.0);
  testing::print("endpoints of Dirac: |g| {:.2g}, |Gp| {:.2g}", ten.g, ten.Gp);
  EXPECT_LT(ten.g, 3e-16);
  EXPECT_LT(ten.Gp, 1.5e-15);
  EXPECT_NEAR(ten.wedge, 1.97e-4, 1e-6);
  const KeptOnManifold hundred = projected_pendulum(Formulation::dirac, {Kind::endpoint, 1}, 100.0);
  EXPECT_NEAR(hundred.wedge, 1.96e-3, 1e-5);
}

TEST(Projection, StagesOfDiracDrift) {
  for (const auto& [end, g, Gp, wedge] : {std::tuple{1.0, 2.11698e-4, 4.66716e-4, 3.37200e-4},
                                          {10.0, 7.62809e-4, 1.58326e-3, 1.36087e-3},
                                          {100.0, 8.38659e-4, 1.74519e-3, 2.00075e-2}}) {
    const KeptOnManifold found = projected_pendulum(Formulation::dirac, {Kind::stages, 1}, end);
    EXPECT_NEAR(found.g, g, 1e-5 * g) << end;
    EXPECT_NEAR(found.Gp, Gp, 1e-5 * Gp) << end;
    EXPECT_NEAR(found.wedge, wedge, 1e-4 * wedge) << end;
  }
}

TEST(Projection, InfrequentEndpointsOfTheWeakFormulation) {
  const KeptOnManifold found = projected_pendulum(Formulation::weak, {Kind::endpoint, 20}, 10.0);
  testing::print("weak, every twentieth end: |g| {:.2g}, |Gp| {:.2g}", found.g, found.Gp);
  EXPECT_LT(found.g, 2e-15);
  EXPECT_LT(found.Gp, 4e-15);
  EXPECT_NEAR(found.wedge, 2.5e-5, 1e-8);
}

// Every n-th end is on the manifold, the others are not.
TEST(Projection, EveryTwentiethStep) {
  const Problem problem = make_problem("four-bar-chain", {{"loops", 1.0}}, Formulation::underlying);
  Stepper stepper(problem.system, standard(tableau::gauss(1)), {.tolerance = 1e-16});
  const auto run = projected_steps(stepper, problem.formulations, {Kind::endpoint, 20},
                                   problem.start, 0.4, 0.01);
  for (int k = 1; !run->done(); ++k) {
    run->advance();
    const Point& at = run->summary().end;
    const double off = problem.formulations->residuals(at.y, at.z).norm();
    if (k % 20 == 0)
      EXPECT_LT(off, 1e-13) << k;
    else
      EXPECT_GT(off, 1e-9) << k;
  }
}

// The derivative of a step against central differences, both kinds.
TEST(Projection, TangentsAreTheDerivativeOfTheStep) {
  const Problem problem = make_problem("unit-pendulum", {}, Formulation::dirac);
  for (const Kind kind : {Kind::endpoint, Kind::stages}) {
    for (const int stages : {1, 2}) {
      Stepper stepper(problem.system, standard(tableau::gauss(stages)), {.tolerance = 1e-16});
      const double h = 0.1;
      const auto one = [&](const VectorXd& w) {
        const Point from{0.0, w.head(2), w.tail(2), VectorXd(0)};
        const auto run = projected_steps(stepper, problem.formulations, {kind, 1}, from, h, h);
        run->advance();
        VectorXd end(4);
        end << run->summary().end.y, run->summary().end.z;
        return std::pair(end, run->carry_tangents(MatrixXd::Identity(4, 4)));
      };
      VectorXd w(4);
      w << 0.8, 0.6, 0.9, -1.2;
      const MatrixXd derivative = one(w).second;
      for (int k = 0; k < 4; ++k) {
        const VectorXd by = 1e-5 * VectorXd::Unit(4, k);
        const VectorXd difference = (one(w + by).first - one(w - by).first) / 2e-5;
        EXPECT_LT((derivative.col(k) - difference).norm(), 1e-8) << stages << " " << k;
      }
    }
  }
}

Point charts(int stages, double h, double end, long chart_every,
             const std::function<void(const Point&)>& see = {}) {
  const Problem problem = make_problem("unit-pendulum", {}, Formulation::state_space);
  const StateSpace stepper(problem.system, problem.formulations, standard(tableau::gauss(stages)),
                           1e-16);
  const auto run = state_space_steps(stepper, chart_every, problem.start, end, h);
  return follow(*run, see).end;
}

TEST(StateSpace, HasTheOrderOfItsMethod) {
  const Problem problem = make_problem("unit-pendulum");
  // With three stages the order comes down from above and meets round-off.
  for (const auto& [stages, h, slack] :
       {std::tuple{1, 0.01, 0.2}, {2, 0.04, 0.2}, {3, 0.025, 0.3}}) {
    // At several times: the error passes through zero now and then.
    const auto error = [&, s = stages](double size) {
      double sum = 0;
      for (const double end : {1.2, 2.0, 3.2}) {
        const Point exact = testing::run(problem, gauss_lobatto_spark(5), end, 400);
        const Point found = charts(s, size, end, 1);
        sum += testing::distance(found.y, exact.y) + testing::distance(found.z, exact.z);
      }
      return sum;
    };
    const double order = std::log2(error(h) / error(h / 2));
    testing::print("state space form, {} stages: order {:.2f}", stages, order);
    EXPECT_NEAR(order, 2.0 * stages, slack);
  }
}

TEST(StateSpace, KeepsConstraintsAndNearlyTheEnergy) {
  const Problem problem = make_problem("unit-pendulum", {}, Formulation::state_space);
  for (const auto& [stages, wanted, slack] : {std::tuple{1, 1.99e-4, 1e-6}, {2, 7.4e-9, 1e-10}}) {
    double off = 0, energy = 0;
    charts(stages, 0.01, 10.0, 1, [&](const Point& at) {
      off = std::max(off, problem.formulations->residuals(at.y, at.z).lpNorm<Eigen::Infinity>());
      energy = std::max(energy, std::abs(problem.system->energy(at) - 2.0));
    });
    testing::print("state space form, {} stages: |g|, |Gp| {:.2g}, |dH| {:.4g}", stages, off,
                   energy);
    EXPECT_LT(off, 2e-15);
    EXPECT_NEAR(energy, wanted, slack);
  }
}

// With A held fixed the step is symplectic on the circle, (angle, angular momentum); with an A that
// follows q_n it is not.
TEST(StateSpace, IsSymplecticInOneChart) {
  const Problem problem = make_problem("unit-pendulum", {}, Formulation::state_space);
  const auto determinant = [&](bool fixed) {
    StateSpace stepper(problem.system, problem.formulations, standard(tableau::gauss(1)), 1e-16);
    const auto on_circle = [](double angle, double momentum) {
      return Point{0.0, Eigen::Vector2d(std::cos(angle), std::sin(angle)),
                   momentum * Eigen::Vector2d(-std::sin(angle), std::cos(angle)), VectorXd(0)};
    };
    const auto step = [&](double angle, double momentum) {
      const Point from = on_circle(angle, momentum);
      const Point chart = fixed ? on_circle(0.3, -2.0) : from;
      stepper.renew_chart(chart.y, chart.z);
      const Point end = stepper.step(from, 0.2);
      return Eigen::Vector2d(std::atan2(end.y[1], end.y[0]),
                             end.y[0] * end.z[1] - end.y[1] * end.z[0]);
    };
    const double by = 1e-4;
    Eigen::Matrix2d J;
    const auto fourth = [&](auto f) {
      return Eigen::Vector2d((8 * (f(by) - f(-by)) - (f(2 * by) - f(-2 * by))) / (12 * by));
    };
    J.col(0) = fourth([&](double d) { return step(0.3 + d, -2.0); });
    J.col(1) = fourth([&](double d) { return step(0.3, -2.0 + d); });
    return J.determinant();
  };
  testing::print("state space form, det - 1: A fixed {:.2g}, A of q_n {:.2g}",
                 determinant(true) - 1, determinant(false) - 1);
  EXPECT_NEAR(determinant(true), 1.0, 1e-10);
  EXPECT_GT(std::abs(determinant(false) - 1.0), 1e-3);
}

TEST(StateSpace, RefusesAnotherMass) {
  const Problem problem = make_problem("pendulum", {{"mass", 2.0}}, Formulation::state_space);
  EXPECT_THROW(StateSpace(problem.system, problem.formulations, standard(tableau::gauss(1)), 1e-14),
               core::Error);
  const Problem unit = make_problem("pendulum", {}, Formulation::state_space);
  EXPECT_THROW(StateSpace(unit.system, unit.formulations, lobatto_a_b(3), 1e-14), core::Error);
}

}  // namespace
}  // namespace sparkdyn::dae
