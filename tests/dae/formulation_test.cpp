// SPDX-License-Identifier: BSD-3-Clause
// The formulations of Leimkuhler & Reich (1992), sections 3 and 4: figures from independent
// programs (Dirac, simplified), identities that hold off the manifold (weak, Baumgarte), residual
// dynamics (3.11) to (3.14), and the constrained motion itself for several constraints.
#include <gtest/gtest.h>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/diagnostics.hpp"
#include "support.hpp"

namespace sparkdyn::dae {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// What Figs. 3.1 to 4.2 show, with the implicit midpoint rule.
struct Drift {
  double g = 0, Gp = 0, wedge = 0;
  double early_g = 0, early_wedge = 0;  // in the first half
  VectorXd residuals;
};

Drift drift(const Problem& problem, double end, double h) {
  Stepper stepper(problem.system, standard(tableau::gauss(1)), {.tolerance = 1e-16});
  const auto run = constant_steps(stepper, problem.start, end, h);
  MatrixXd tangents = start_tangents(problem);
  Drift found;
  while (!run->done()) {
    run->advance();
    const Point& at = run->summary().end;
    tangents = stepper.carry_tangents(tangents);
    const int m = problem.formulations->constraints();
    found.residuals = problem.formulations->residuals(at.y, at.z);
    found.g = std::max(found.g, found.residuals.head(m).lpNorm<Eigen::Infinity>());
    found.Gp = std::max(found.Gp, found.residuals.tail(m).lpNorm<Eigen::Infinity>());
    const double wedge = wedge_product(*problem.system, at, tangents.col(0), tangents.col(1));
    found.wedge = std::max(found.wedge, std::abs(wedge - 1.0));
    if (at.t > 0.5 * end) continue;
    found.early_g = found.g;
    found.early_wedge = found.wedge;
  }
  return found;
}

Drift pendulum(Formulation kind, double end, double h = 0.01) {
  return drift(make_problem("unit-pendulum", {}, kind), end, h);
}

TEST(Formulation, DiracKeepsTheConstraintsNearAndTheWedgeProduct) {
  const Drift found = pendulum(Formulation::dirac, 10.0);
  testing::print("Dirac: |g| {:.4g}, {:.4g} in the first half, |Gp| {:.4g}, wedge {:.2g}", found.g,
                 found.early_g, found.Gp, found.wedge);
  EXPECT_NEAR(found.early_g, 2.397e-4, 1e-7);
  EXPECT_NEAR(found.g, 2.403e-4, 1e-7);
  EXPECT_NEAR(found.Gp, 4.52e-4, 1e-6);
  EXPECT_LT(found.wedge, 2e-13);
  EXPECT_NEAR(found.g / pendulum(Formulation::dirac, 10.0, 0.005).g, 4.0, 0.02);
}

TEST(Formulation, SimplifiedLeavesTheConstraintsAndKeepsTheWedgeProduct) {
  const Drift half = pendulum(Formulation::simplified, 0.5);
  EXPECT_NEAR(half.residuals[0], -5.0955e-4, 1e-8);
  EXPECT_NEAR(half.residuals[1], -2.9282e-3, 1e-7);
  const Drift found = pendulum(Formulation::simplified, 1.0);
  EXPECT_NEAR(found.residuals[0], -7.2951e-3, 1e-7);
  EXPECT_NEAR(found.residuals[1], -3.6427e-2, 1e-6);
  const double falls = found.g / pendulum(Formulation::simplified, 1.0, 0.005).g;
  testing::print("simplified: wedge {:.2g}, |g| falls by {:.3f}", found.wedge, falls);
  EXPECT_LT(found.wedge, 2e-15);
  EXPECT_NEAR(falls, 4.0, 0.1);
  EXPECT_NO_THROW(pendulum(Formulation::simplified, 2.19));
  EXPECT_THROW(pendulum(Formulation::simplified, 2.21), core::Error);
}

TEST(Formulation, UnderlyingKeepsGpAndDriftsOtherwise) {
  const Drift found = pendulum(Formulation::underlying, 10.0);
  testing::print("underlying: |g| {:.3g}, |Gp| {:.3g}, wedge {:.5g}, half way {:.5g}", found.g,
                 found.Gp, found.wedge, found.early_wedge);
  EXPECT_LT(found.g, 1e-4);
  EXPECT_LT(found.Gp, 1e-14);
  // The wedge product goes away about in proportion to the time: 1.23e-3, 2.78e-3, 2.63e-2 at most
  // to t = 10, 20, 160.
  EXPECT_NEAR(found.wedge, 1.2345e-3, 1e-7);
  const double twenty = pendulum(Formulation::underlying, 20.0).wedge;
  const double long_after = pendulum(Formulation::underlying, 160.0).wedge;
  testing::print("underlying: wedge goes away like t^{:.2f}", std::log2(long_after / twenty) / 3);
  EXPECT_NEAR(std::log2(long_after / twenty) / 3, 1.0, 0.1);
  EXPECT_NEAR(found.g / pendulum(Formulation::underlying, 10.0, 0.005).g, 4.0, 0.02);
}

TEST(Formulation, WeakKeepsTheConstraintsToRoundOff) {
  for (const auto& [end, g, Gp] : {std::tuple{10.0, 3e-15, 1e-14}, {40.0, 8e-15, 3e-14}}) {
    const Drift found = pendulum(Formulation::weak, end);
    testing::print("weak to t = {}: |g| {:.2g}, |Gp| {:.2g}, wedge {:.6g}, first half {:.6g}", end,
                   found.g, found.Gp, found.wedge, found.early_wedge);
    EXPECT_LT(found.g, g) << end;
    EXPECT_LT(found.Gp, Gp) << end;
    // Periodic: the same amplitude in both halves.
    EXPECT_NEAR(found.wedge, 2.5e-5, 5e-9) << end;
    EXPECT_NEAR(found.early_wedge, 2.5e-5, 5e-9) << end;
  }
}

// Off the manifold, for three constraints and a mass that is not diagonal: g' and ψ' along the
// flow.
TEST(Formulation, ResidualsObeyTheirEquationsOffTheManifold) {
  for (const char* name : {"four-bar-chain", "charged-particle-on-sphere", "unit-pendulum"}) {
    const Parameters smaller =
        std::string(name) == "four-bar-chain" ? Parameters{{"loops", 1.0}} : Parameters{};
    const auto rates = [&](Formulation kind) {
      const Problem problem = make_problem(name, smaller, kind);
      Point at = problem.start;
      for (Eigen::Index i = 0; i < at.y.size(); ++i) {
        at.y[i] += 0.1 * std::sin(1.0 + 2.0 * static_cast<double>(i));
        at.z[i] += 0.3 * std::cos(2.0 + 3.0 * static_cast<double>(i));
      }
      VectorXd flow(2 * at.y.size());
      flow << problem.system->total_velocity(at), problem.system->value(Function::force, 0, at);
      const VectorXd rate = problem.formulations->slopes(at.y, at.z) * flow;
      return std::pair(rate, problem.formulations->residuals(at.y, at.z));
    };
    const auto [weak, off] = rates(Formulation::weak);
    const Eigen::Index m = off.size() / 2;
    ASSERT_GT(off.cwiseAbs().minCoeff(), 1e-3) << name;
    EXPECT_LT(weak.norm(), 1e-12) << name;
    const VectorXd underlying = rates(Formulation::underlying).first;
    EXPECT_LT((underlying.head(m) - off.tail(m)).norm() + underlying.tail(m).norm(), 1e-12) << name;
    const VectorXd baumgarte = rates(Formulation::baumgarte).first;
    EXPECT_LT((baumgarte.head(m) - off.tail(m) + off.head(m)).norm(), 1e-12) << name;
    EXPECT_LT((baumgarte.tail(m) + off.tail(m)).norm(), 1e-12) << name;
  }
}

// J of d/dt (g, ψ) = J (g, ψ) to first order at the manifold: I = (g, ψ) has δI = I' δw and
// d/dt δI = (I' f' + I'' f) δw, which vanishes for tangent δw.
MatrixXd residual_dynamics(const Problem& problem) {
  const Point& at = problem.start;
  const auto v = problem.system->linearize(Function::velocity, 0, at);
  const auto f = problem.system->linearize(Function::force, 0, at);
  const Eigen::Index n = at.y.size();
  MatrixXd flow_slopes(2 * n, 2 * n);
  flow_slopes << v.y, v.z, f.y, f.z;
  VectorXd flow(2 * n);
  flow << v.value, f.value;
  const MatrixXd rows = problem.formulations->slopes(at.y, at.z);
  MatrixXd rate = rows * flow_slopes;
  for (Eigen::Index k = 0; k < rows.rows(); ++k)
    rate.row(k) +=
        (problem.formulations->curvature(at.y, at.z, VectorXd::Unit(rows.rows(), k)) * flow)
            .transpose();
  EXPECT_LT((rate * start_tangents(problem)).norm(), 1e-12) << "the manifold is invariant";
  return rate * rows.transpose() * (rows * rows.transpose()).inverse();
}

MatrixXd two_by_two(double a, double b, double c, double d) {
  MatrixXd matrix(2, 2);
  matrix << a, b, c, d;
  return matrix;
}

TEST(Formulation, LinearConstraintsHaveTheResidualDynamicsOfThePaper) {
  const double B = 2.5;
  const auto expect = [](Formulation kind, const MatrixXd& wanted) {
    const MatrixXd found = residual_dynamics(make_problem("guided-oscillator", {}, kind));
    EXPECT_LT((found - wanted).norm(), 1e-13)
        << formulation_names()[static_cast<std::size_t>(kind)] << "\n"
        << found;
  };
  expect(Formulation::simplified, two_by_two(0, 1, B, 0));  // (3.11), (3.12)
  expect(Formulation::dirac, two_by_two(0, -1, B, 0));      // (3.13), (3.14)
  expect(Formulation::weak, two_by_two(0, 0, 0, 0));
  expect(Formulation::underlying, two_by_two(0, 1, 0, 0));
  expect(Formulation::linear, two_by_two(0, 1, 0, 0));
  expect(Formulation::baumgarte, two_by_two(-1, 1, 0, -1));
}

// Section 3.6: a free particle on the circle has ρ = g/2, σ = ψ/2 with ρ' = −σ, σ' = 4pᵀp ρ, a
// centre of frequency 2|p|; the simplified formulation ρ' = σ, a saddle.
TEST(Formulation, FreeParticleIsACentreOrASaddle) {
  const auto found = [](Formulation kind) {
    return residual_dynamics(
        make_problem("unit-pendulum", {{"gravity", 0.0}, {"speed", 1.5}}, kind));
  };
  EXPECT_LT((found(Formulation::dirac) - two_by_two(0, -1, 9, 0)).norm(), 1e-12);
  EXPECT_LT((found(Formulation::simplified) - two_by_two(0, 1, 9, 0)).norm(), 1e-12);
}

TEST(Formulation, AllAreTheConstrainedMotionOnTheManifold) {
  for (const auto& [name, parameters, end, steps] :
       {std::tuple{"unit-pendulum", Parameters{}, 2.0, 100},
        {"four-bar-chain", Parameters{{"loops", 1.0}, {"mass", 2.0}}, 0.5, 25},
        {"charged-particle-on-sphere", Parameters{}, 2.0, 100}}) {
    const Problem constrained = make_problem(name, parameters);
    const Point reference = testing::run(constrained, gauss_lobatto_spark(4), end, steps);
    for (const Formulation kind : {Formulation::underlying, Formulation::dirac, Formulation::weak,
                                   Formulation::simplified, Formulation::baumgarte}) {
      const Problem problem = make_problem(name, parameters, kind);
      const Point found = testing::run(problem, standard(tableau::gauss(4)), end, steps);
      const Point own = problem.formulations->as_own(found);
      EXPECT_LT(testing::relative(own.y, reference.y), 1e-9)
          << name << " " << formulation_names()[static_cast<std::size_t>(kind)];
      EXPECT_LT(testing::relative(own.z, reference.z), 1e-9) << name;
    }
  }
}

TEST(Formulation, WhatHasNoneIsRefused) {
  EXPECT_THROW(make_problem("andrews-squeezer", {}, Formulation::dirac), core::Error);
  EXPECT_THROW(make_problem("unit-pendulum", {}, Formulation::linear), core::Error);
  const Problem linear = make_problem("guided-oscillator", {}, Formulation::linear);
  const Point found = testing::run(linear, standard(tableau::gauss(3)), 2.0, 100);
  EXPECT_LT(testing::relative(found.y, linear.exact(2.0).y), 1e-11);
}

}  // namespace
}  // namespace sparkdyn::dae
