// SPDX-License-Identifier: BSD-3-Clause
// Superposed modes against closed forms, and all modes of random structures against a direct
// integration with steps that are short and end at the corners of loads and motions.

#include "integrate/modal_stepper.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <random>

#include "sparkdyn/integrate/equilibrium.hpp"
#include "support/dense.hpp"
#include "support/simulation.hpp"

namespace sparkdyn {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Complex = std::complex<double>;

struct Expected {
  double z, rate;
};

/// z'' + d z' + ω² z = g₀ + (g₁ − g₀) t/h by the roots of the equation.
Expected closed_form(double omega, double d, double h, double z, double rate, double g0,
                     double g1) {
  const double slope = (g1 - g0) / h;
  const double b = slope / (omega * omega), a = (g0 - d * b) / (omega * omega);
  const Complex root = std::sqrt(Complex(0.25 * d * d - omega * omega));
  const Complex r1 = -0.5 * d + root, r2 = -0.5 * d - root;
  const Complex y = z - a, w = rate - b;
  const Complex c1 = (w - r2 * y) / (r1 - r2), c2 = y - c1;
  const Complex e1 = c1 * std::exp(r1 * h), e2 = c2 * std::exp(r2 * h);
  return {(e1 + e2).real() + a + b * h, (r1 * e1 + r2 * e2).real() + b};
}

TEST(ModalPropagator, IsTheClosedForm) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int trial = 0; trial < 400; ++trial) {
    const double h = std::pow(10, 6 * any(random));
    const double omega = std::pow(10, 1.25 + 1.75 * any(random)) / h;  // hω from 0.3 to 1000
    const double d = trial % 4 == 0 ? 0 : omega * std::pow(10, 2 * any(random));
    if (std::abs(0.5 * d - omega) < 0.01 * omega) continue;  // there the roots lose digits
    const double z = any(random), rate = omega * any(random);
    const double g0 = omega * omega * any(random), g1 = omega * omega * any(random);
    const auto step = integrate::modal_propagator(VectorXd::Constant(1, omega * omega),
                                                  MatrixXd::Constant(1, 1, d), h);
    const VectorXd given = Eigen::Vector4d(z, rate, g0, g1 - g0);
    const auto expected = closed_form(omega, d, h, z, rate, g0, g1);
    const double size = 1 + d / omega;
    EXPECT_NEAR((step.z * given)(0), expected.z, 3e-12 * size);
    EXPECT_NEAR((step.rate * given)(0) / omega, expected.rate / omega, 3e-12 * size);
    // ω²∫z = ∫g − Δz' − d Δz.
    const double integral = 0.5 * h * (g0 + g1) - (expected.rate - rate) - d * (expected.z - z);
    EXPECT_NEAR((step.integral * given)(0) * omega * omega, integral,
                1e-11 * (h * omega * omega + omega + d));
  }
}

TEST(ModalPropagator, OfAFreeMass) {
  const double h = 0.3;
  const auto step = integrate::modal_propagator(VectorXd::Zero(1), MatrixXd::Zero(1, 1), h);
  const VectorXd given = Eigen::Vector4d(2, 5, 7, 3);
  EXPECT_NEAR((step.z * given)(0), 2 + 5 * h + 3.5 * h * h + 0.5 * h * h, 1e-14);
  EXPECT_NEAR((step.rate * given)(0), 5 + 7 * h + 1.5 * h, 1e-14);
}

enum class Damping { none, proportional, general };

struct Structure {
  std::shared_ptr<mechanics::System> system;
  Eigen::Index modes;
};

MatrixXd positive(Eigen::Index n) {
  const MatrixXd A = MatrixXd::Random(n, n);
  return A * A.transpose() / static_cast<double>(n) + MatrixXd::Identity(n, n);
}

Structure random_structure(Damping damping, bool moved, bool bends) {
  constexpr Eigen::Index n = 7;
  const auto M = support::distribute_shared(positive(n));
  const auto K = support::distribute_shared(4 * positive(n));
  std::vector<mechanics::MatrixTerm> terms{{mechanics::Kind::elastic, "", {{1.0, K}}}};
  if (damping == Damping::proportional)
    terms.push_back({mechanics::Kind::damping, "", {{0.1, M}, {0.05, K}}});
  if (damping == Damping::general)
    terms.push_back(
        {mechanics::Kind::damping, "", {{0.2, support::distribute_shared(positive(n))}}});
  std::vector<mechanics::TimedVector> loads;
  loads.push_back(support::shaped(
      VectorXd::Random(n), mechanics::table_amplitude({{0.0, 0.0}, {0.4, 2.0}, {0.45, -1.0}})));
  loads.push_back(support::shaped(
      VectorXd::Random(n), mechanics::table_amplitude({{0.1, 1.0}, {1.05, 0.5}, {1.5, 1.0}})));
  std::optional<mechanics::Constraint> constraint;
  if (moved) {
    constraint = mechanics::Constraint{support::distribute(MatrixXd(MatrixXd::Random(2, n))), {}};
    const std::vector<std::pair<double, double>> bent{{0.0, 0.0}, {0.7, 0.5}, {3.0, -1.0}};
    const std::vector<std::pair<double, double>> straight{{0.0, 0.0}, {3.0, 1.5}};
    constraint->values.push_back(
        support::shaped(VectorXd::Random(2), mechanics::table_amplitude(bends ? bent : straight)));
  }
  return {std::make_shared<mechanics::System>(M, std::move(terms), std::move(loads),
                                              std::move(constraint)),
          n - (moved ? 2 : 0)};
}

TEST(ModalStepper, AllModesAreTheWholeStructure) {
  std::srand(11);
  constexpr double end = 1.85, coarse = 0.37;
  for (const Damping damping : {Damping::none, Damping::proportional, Damping::general})
    for (const bool moved : {false, true}) {
      SCOPED_TRACE(testing::Message() << static_cast<int>(damping) << moved);
      // Where c' jumps so does v, and direct steps with dampers lose their order.
      const auto [system, count] = random_structure(damping, moved, damping == Damping::none);
      auto modes = std::make_shared<modal::NaturalModes>(
          modal::natural_modes(*system, {.count = static_cast<int>(count)}));
      ASSERT_EQ(static_cast<Eigen::Index>(modes->modes.size()), count);
      const auto basis = std::make_shared<const modal::Basis>(*system, modes, std::vector<double>{},
                                                              integrate::static_motions(*system));
      EXPECT_EQ(basis->coupled(), damping == Damping::general);
      auto direct = support::make_state(0, VectorXd::Zero(7), VectorXd::Zero(7));
      // As its supports move at the start.
      basis->expand({VectorXd::Zero(count), VectorXd::Random(count)}, direct);
      mechanics::State state{0, core::make_copy(Vec(direct.q)), core::make_copy(Vec(direct.v))};

      integrate::ModalStepper stepper(basis);
      auto mass = std::make_shared<stage::MassSolver>(*system);
      integrate::ModalAcceleration acceleration(basis, mass);
      const auto report = support::run_one(*system, stepper, acceleration, state, {0, end, coarse});
      ASSERT_TRUE(report.done) << report.cause;
      EXPECT_NEAR(report.energies.balance, 0, 1e-12);

      support::Simulation simulation(*system, {.stages = 6});
      ASSERT_TRUE(simulation.run(direct, end, 37).done);
      EXPECT_LT((support::gather(state.q) - support::gather(direct.q)).norm(),
                1e-9 * support::gather(direct.q).norm());
      EXPECT_LT((support::gather(state.v) - support::gather(direct.v)).norm(),
                1e-8 * support::gather(direct.v).norm());
      // All modes are there, so a is that of the equations.
      acceleration.compute(state);
      simulation.acceleration.compute(state);
      EXPECT_LT(
          (support::gather(acceleration.a()) - support::gather(simulation.acceleration.a())).norm(),
          1e-9 * support::gather(acceleration.a()).norm());
    }
}

}  // namespace
}  // namespace sparkdyn
