// SPDX-License-Identifier: BSD-3-Clause
// Growth that the equations have is no failure, growth that the method adds is one; with the energy
// account and without it the verdict is the same.

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

#include "integrate/generalized_alpha.hpp"
#include "sparkdyn/core/error.hpp"
#include "support/dense.hpp"
#include "support/simulation.hpp"
#include "support/splittings.hpp"

namespace sparkdyn {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using mechanics::Kind;

MatrixXd random_matrix(std::mt19937& random, int n) {
  std::normal_distribution<double> normal;
  return MatrixXd::NullaryExpr(n, n, [&] { return normal(random); });
}

MatrixXd positive(std::mt19937& random, int n) {
  const MatrixXd a = random_matrix(random, n);
  return a * a.transpose() / n + MatrixXd::Identity(n, n);
}

struct Equations {
  MatrixXd M, C, K;
  int size() const { return static_cast<int>(M.rows()); }

  std::unique_ptr<mechanics::System> system() const {
    std::vector<mechanics::MatrixTerm> terms;
    terms.push_back({Kind::elastic, "", {{1.0, support::distribute_shared(K)}}});
    terms.push_back({Kind::damping, "", {{1.0, support::distribute_shared(C)}}});
    return std::make_unique<mechanics::System>(support::distribute_shared(M), std::move(terms),
                                               std::vector<mechanics::TimedVector>{}, std::nullopt);
  }
  /// of [q; v]' = A [q; v].
  Eigen::EigenSolver<MatrixXd> modes() const {
    const int n = size();
    MatrixXd A = MatrixXd::Zero(2 * n, 2 * n);
    A.topRightCorner(n, n).setIdentity();
    A.bottomLeftCorner(n, n) = -M.partialPivLu().solve(K);
    A.bottomRightCorner(n, n) = -M.partialPivLu().solve(C);
    return Eigen::EigenSolver<MatrixXd>(A);
  }
  VectorXd exact(const VectorXd& start, double t) const {
    const auto found = modes();
    const Eigen::VectorXcd factors = (found.eigenvalues() * t).array().exp();
    const Eigen::MatrixXcd& V = found.eigenvectors();
    return (V * factors.asDiagonal() * V.partialPivLu().solve(start.cast<std::complex<double>>()))
        .real();
  }
};

/// With a mode that grows: by negative damping, by a K that is not symmetric, or by both.
Equations growing(std::mt19937& random, int kind) {
  const int n = 4;
  Equations found;
  for (;;) {
    found = {positive(random, n), MatrixXd::Zero(n, n), 20 * positive(random, n)};
    const MatrixXd a = random_matrix(random, n);
    if (kind != 1) found.C = 0.2 * (a + a.transpose());
    if (kind != 0) found.K += 6 * (random_matrix(random, n) - random_matrix(random, n).transpose());
    const double rate = found.modes().eigenvalues().real().maxCoeff();
    if (rate > 0.5 && rate < 3) return found;
  }
}

std::unique_ptr<integrate::Stepper> stepper_for(const mechanics::System& system, double rho,
                                                std::shared_ptr<stage::MassSolver> mass) {
  if (rho < 0)  // the baseline
    return std::make_unique<integrate::AlphaStepper>(
        system, integrate::AlphaParameters::generalized_alpha(0.8), mass,
        integrate::StepCacheLimits{});
  return std::make_unique<integrate::SparkStepper>(
      system, integrate::SparkOptions{.stages = 3, .splitting = tableau::Splitting::uniform(rho)},
      mass);
}

TEST(Growth, OfTheEquationsIsNoFailure) {
  std::mt19937 random(20261118);
  for (int trial = 0; trial < 6; ++trial) {
    const Equations equations = growing(random, trial % 3);
    const auto system = equations.system();
    const double rate = equations.modes().eigenvalues().real().maxCoeff();
    const double fastest = equations.modes().eigenvalues().cwiseAbs().maxCoeff();
    const double end = 0.5 * std::log(1e9) / rate, h = 0.2 / fastest;
    const VectorXd start = VectorXd::Random(2 * equations.size());
    const VectorXd exact = equations.exact(start, end);
    for (const double rho : {0.0, 0.5, 1.0, -1.0})
      for (const bool energy : {true, false}) {
        const auto mass = std::make_shared<stage::MassSolver>(*system);
        const auto stepper = stepper_for(*system, rho, mass);
        integrate::Acceleration acceleration(*system, mass);
        auto state =
            support::make_state(0, start.head(equations.size()), start.tail(equations.size()));
        const auto report =
            support::run_one(*system, *stepper, acceleration, state, {0, end, h}, {}, energy);
        ASSERT_TRUE(report.done) << trial << ", rho " << rho << ", energy " << energy << ": "
                                 << report.cause;
        const VectorXd q = support::gather(state.q);
        if (rho >= 0) {
          EXPECT_LT((q - exact.head(q.size())).norm(), 1e-3 * exact.norm()) << trial << ", " << rho;
        }
        // What non-symmetric K and negative damping put in is in the account.
        if (energy && rho == 1) {
          EXPECT_LT(std::abs(report.energies.balance), 1e-9 * report.energies.kinetic) << trial;
        }
      }
  }
}

TEST(Growth, OfTheMethodIsOneWhateverTheEquationsAre) {
  // The fast mode is unstable with IIIA and IIIB at hω = 2.2; slow ones may be damped, pumped or
  // follow one another.
  for (const double damping : {0.0, 0.01, -0.01})
    for (const double circulation : {0.0, 0.3})
      for (const bool energy : {true, false}) {
        Equations equations{MatrixXd::Identity(3, 3), damping * MatrixXd::Identity(3, 3),
                            Eigen::Vector3d(1, 400, 1.2).asDiagonal()};
        equations.K(0, 2) = circulation;
        equations.K(2, 0) = -circulation;
        const auto system = equations.system();
        support::Simulation simulation(*system,
                                       {.stages = 2, .splitting = support::by_letters("ABBBB")});
        auto state = support::make_state(0, Eigen::Vector3d::Zero(), Eigen::Vector3d(1, 1e-3, 1));
        const auto report = support::run_one(*system, simulation.stepper, simulation.acceleration,
                                             state, {0, 50, 0.11}, {}, energy);
        EXPECT_FALSE(report.done) << damping << " " << circulation << " " << energy;
        EXPECT_NE(report.cause.find("energy grows"), std::string::npos) << report.cause;
      }
}

/// What is at rest, under loads that constraints carry, has no violations: there is nothing but
/// round-off.
TEST(Violations, OfWhatIsAtRestAreRoundOff) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 10; ++trial) {
    const int n = 6, m = 3;
    const MatrixXd K = 1e6 * positive(random, n);
    const MatrixXd G = random_matrix(random, n).topRows(m);
    // Loads along Gᵀ are carried by the constraints alone, others need a strained K.
    const VectorXd force =
        G.transpose() * VectorXd::Random(m) + (trial % 2 == 0 ? 0.0 : 1.0) * VectorXd::Random(n);
    MatrixXd saddle = MatrixXd::Zero(n + m, n + m);
    saddle.topLeftCorner(n, n) = K;
    saddle.topRightCorner(n, m) = G.transpose();
    saddle.bottomLeftCorner(m, n) = G;
    VectorXd right = VectorXd::Zero(n + m);
    right.head(n) = force;
    const VectorXd q = saddle.fullPivLu().solve(right).head(n);
    std::vector<mechanics::MatrixTerm> terms;
    terms.push_back({Kind::elastic, "", {{1.0, support::distribute_shared(K)}}});
    std::vector<mechanics::TimedVector> loads;
    loads.push_back(support::shaped(force, mechanics::constant_amplitude(1)));
    const mechanics::System system(support::distribute_shared(positive(random, n)),
                                   std::move(terms), std::move(loads),
                                   mechanics::Constraint{support::distribute(G), {}});
    support::Simulation simulation(system, {.stages = 3});
    auto state = support::make_state(0, q, VectorXd::Zero(n));
    const auto report = simulation.run(state, 0.1, 100);
    EXPECT_TRUE(report.done);
    EXPECT_LT(report.largest.position, 1e-11) << trial;
    EXPECT_LT(report.largest.velocity, 1e-11) << trial;
  }
}

/// c = Σ a_k(t) whose sum and rate vanish at the start but for round-off.
TEST(InitialValues, AreNotRefusedForRoundOff) {
  const MatrixXd unit = MatrixXd::Identity(2, 2);
  const auto system_with = [&](const std::string& expression, double scale) {
    mechanics::Constraint constraint{support::distribute(MatrixXd(unit.topRows(1))), {}};
    constraint.values.push_back(
        support::shaped(scale * VectorXd::Ones(1), mechanics::expression_amplitude(expression)));
    return std::make_unique<mechanics::System>(
        support::distribute_shared(unit), std::vector<mechanics::MatrixTerm>{},
        std::vector<mechanics::TimedVector>{}, std::move(constraint));
  };
  for (const double scale : {1e-9, 1.0, 1e9}) {
    // c(0) and c'(0) are about 1e-16 of the terms.
    for (const char* expression : {"sin(20*t)-20*t", "(0.1+0.2-0.3)+t*(0.1+0.7-0.8)+t^2"}) {
      const auto system = system_with(expression, scale);
      const auto rest = support::make_state(0, VectorXd::Zero(2), VectorXd::Zero(2));
      EXPECT_NO_THROW(integrate::require_consistent(*system, rest, 0.5)) << expression;
    }
    // A millionth of the motion is not round-off.
    const auto system = system_with("1e-6+sin(20*t)-20*t", scale);
    const auto rest = support::make_state(0, VectorXd::Zero(2), VectorXd::Zero(2));
    EXPECT_THROW(integrate::require_consistent(*system, rest, 0.5), core::Error);
  }
}

}  // namespace
}  // namespace sparkdyn
