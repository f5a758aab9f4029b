// SPDX-License-Identifier: BSD-3-Clause
// The frequencies that a splitting lets grow, and the step that is stable.

#include <gtest/gtest.h>

#include <cmath>

#include "integrate/modal_method.hpp"
#include "support/bar.hpp"
#include "support/dense.hpp"
#include "support/simulation.hpp"
#include "support/splittings.hpp"
#include "tableau/stability.hpp"

namespace sparkdyn {
namespace {

using support::Bar;

integrate::SparkOptions splitting(int stages, const char* letters) {
  return {.stages = stages, .splitting = support::by_letters(letters)};
}

/// Energy at the end of a run with a disturbance in every mode, over the energy at its start.
double growth(const Bar& bar, const integrate::SparkOptions& options, double h, long steps) {
  support::Simulation simulation(*bar.system, options);
  Eigen::VectorXd v(bar.size);
  for (int i = 0; i < bar.size; ++i) v(i) = std::sin(12.9898 * (i + 1));
  auto state = support::make_state(0, Eigen::VectorXd::Zero(bar.size), v);
  const double start = bar.system->kinetic_energy(state.v);
  double largest = 0;
  for (long n = 0; n < steps; ++n) {
    if (!simulation.stepper.step(state, h).done) return INFINITY;
    largest = bar.system->kinetic_energy(state.v) + bar.system->strain_energy(state.q);
  }
  return largest / start;
}

/// Velocity IIIA with elastic IIIC: bounded just below the step found, blown up just above it.
TEST(LargestStableStep, SeparatesBoundedRunsFromThoseThatBlowUp) {
  const Bar bar(12);
  for (const int stages : {2, 3}) {
    const auto options = splitting(stages, "ACCCC");
    const auto method = integrate::modal_method(*bar.system, options);
    ASSERT_TRUE(method.exact) << method.why_not_exact;
    EXPECT_FALSE(method.unconditional);
    const double highest = bar.frequency(12);
    const double h = integrate::largest_stable_step(method, 10 / highest, highest, 1.0);
    // IIIA–IIIC and IIIA–IIIB share the limits hω = 2 (Verlet) and √8.
    EXPECT_NEAR(h * highest, stages == 2 ? 2.0 : std::sqrt(8.0), 4e-3);
    EXPECT_LT(growth(bar, options, 0.995 * h, 300), 1e3) << stages;
    EXPECT_GT(growth(bar, options, 1.005 * h, 300), 1e9) << stages;
    EXPECT_TRUE(integrate::unstable_bands(method, 0.995 * h, highest, 1.0).empty());
    EXPECT_FALSE(integrate::unstable_bands(method, 1.005 * h, highest, 1.0).empty());
  }
}

/// hω = 4 at the highest frequency lies in an island of stability, others below it do not.
TEST(UnstableBands, AreSeenBelowAStableHighestFrequency) {
  const Bar bar(12);
  const auto options = splitting(3, "ABBBB");
  const auto method = integrate::modal_method(*bar.system, options);
  const double highest = bar.frequency(12), h = 4 / highest;
  EXPECT_LE(method.radius(h, highest), 1 + 1e-10);
  const auto bands = integrate::unstable_bands(method, h, highest, 1.0);
  ASSERT_EQ(bands.size(), 1u);
  EXPECT_NEAR(h * bands[0].from, std::sqrt(8.0), 1e-3);
  EXPECT_NEAR(h * bands[0].to, std::sqrt(12.0), 1e-3);
  EXPECT_GT(growth(bar, options, h, 200), 1e12);
}

TEST(ModalMethod, RhoInfinityIsStableAtEveryStep) {
  const Bar bar(5);
  for (const double rho : {0.0, 0.8, 1.0}) {
    const auto method = integrate::modal_method(
        *bar.system, {.stages = 3, .splitting = tableau::Splitting::uniform(rho)});
    EXPECT_TRUE(method.unconditional);
    EXPECT_TRUE(integrate::unstable_bands(method, 1e3, 1e6, 1e5).empty());
  }
}

/// Rayleigh damping with its own matrix changes the limit of Verlet: one step of the actual stepper
/// on a single mass is the modal matrix.
TEST(ModalMethod, IsWhatTheStepperDoesToADampedMode) {
  const double m = 2, k = 50, alpha = 0.7, beta = 0.01, h = 0.13, omega = std::sqrt(k / m);
  const auto M = support::distribute_shared(Eigen::MatrixXd::Constant(1, 1, m));
  const auto K = support::distribute_shared(Eigen::MatrixXd::Constant(1, 1, k));
  const mechanics::System system(M,
                                 {{mechanics::Kind::elastic, "", {{1.0, K}}},
                                  {mechanics::Kind::damping, "", {{alpha, M}, {beta, K}}}},
                                 {}, {});
  for (const char* letters : {"ABCBB", "CCCCC", "ACSCC", "DDADD"}) {
    const auto options = splitting(3, letters);
    const auto method = integrate::modal_method(system, options);
    const Eigen::MatrixXd expected = method.variants.front()(h, omega);
    for (int j = 0; j < 2; ++j) {
      support::Simulation simulation(system, options);
      Eigen::VectorXd q(1), v(1);
      q << (j == 0 ? 1 / omega : 0.0);
      v << (j == 1 ? 1.0 : 0.0);
      auto state = support::make_state(0, q, v);
      ASSERT_TRUE(simulation.stepper.step(state, h).done);
      EXPECT_NEAR(omega * support::gather(state.q)(0), expected(0, j), 1e-12) << letters;
      EXPECT_NEAR(support::gather(state.v)(0), expected(1, j), 1e-12) << letters;
    }
  }
}

TEST(ModalMethod, GeneralizedAlphaHasItsKnownSpectralRadius) {
  const Bar bar(3);
  for (const double rho : {0.0, 0.5, 0.9}) {
    const auto method =
        integrate::modal_method(*bar.system, integrate::AlphaParameters::generalized_alpha(rho));
    EXPECT_NEAR(method.radius(1.0, 1e7), rho, 1e-3);
    EXPECT_TRUE(integrate::unstable_bands(method, 1.0, 1e7, 1e4).empty());
  }
  // Newmark with β = 0.1 and γ = ½ is stable up to hω = 1/√(γ/2 − β).
  const auto newmark =
      integrate::modal_method(*bar.system, integrate::AlphaParameters::newmark(0.1, 0.5));
  const double h = integrate::largest_stable_step(newmark, 10.0, 1.0, 1e3);
  EXPECT_NEAR(h, 1 / std::sqrt(0.15), 1e-2);
}

TEST(ModalError, HasTheOrderOfTheMethodAndIsThatOfARun) {
  const Bar bar(1);
  const double omega = bar.frequency(1);
  const auto options =
      integrate::SparkOptions{.stages = 3, .splitting = tableau::Splitting::uniform(1.0)};
  const auto method = integrate::modal_method(*bar.system, options);
  const double coarse = integrate::modal_error(method, 0.4 / omega, omega).period;
  const double fine = integrate::modal_error(method, 0.2 / omega, omega).period;
  EXPECT_NEAR(std::log2(coarse / fine), 4.0, 0.1);
  EXPECT_NEAR(integrate::modal_error(method, 0.4 / omega, omega).amplitude, 0.0, 1e-10);
  // After n steps the phase of the run is off by that much.
  support::Simulation simulation(*bar.system, options);
  Eigen::VectorXd q(1), v(1);
  q << 1;
  v << 0;
  auto state = support::make_state(0, q, v);
  const long n = 200;
  for (long i = 0; i < n; ++i) simulation.stepper.step(state, 0.4 / omega);
  const double phase = 0.4 * n / (1 + coarse);
  EXPECT_NEAR(support::gather(state.q)(0), std::cos(phase), 1e-9);
}

}  // namespace
}  // namespace sparkdyn
