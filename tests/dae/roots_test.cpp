// SPDX-License-Identifier: BSD-3-Clause
// Steps far longer than the period of a stiff spring: their equations have several solutions, and
// the one that is taken is the motion. Figures for Jay & Petzold (1995), section 5, and Simo &
// Gonzalez (1993), section 4.4, from independent programs.
#include <gtest/gtest.h>

#include <random>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/tableau/runge_kutta.hpp"
#include "support.hpp"

namespace sparkdyn::dae {
namespace {

using tableau::Family;

// The energy after every step, from that of the start on.
std::vector<double> energies(const Problem& problem, const Method& method, double h, int steps) {
  Stepper stepper(problem.system, method);
  std::vector<double> result;
  const RunSummary summary = integrate(stepper, problem.start, h * steps, h, [&](const Point& at) {
    result.push_back(problem.system->energy(at));
  });
  EXPECT_EQ(summary.energy_jumps, 0);
  return result;
}

// A step of a thousand times the period over 2π, the spring stretched as in the paper's Fig. 2.
std::vector<double> ringing(const Method& method, int steps) {
  return energies(make_problem("stiff-spring-pendulum", {{"perturbation", 1e-5}}), method, 0.01,
                  steps);
}

void expect_band(const std::vector<double>& values, double lowest, double highest) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  EXPECT_NEAR(*low, lowest, 2e-4 * highest);
  EXPECT_NEAR(*high, highest, 2e-4 * highest);
}

TEST(Roots, RadauTakesTheRingingOutInTwoSteps) {
  const auto H = ringing(standard(tableau::radau_iia(3)), 2000);
  EXPECT_NEAR(H[1], 4.50e-6, 1e-8);
  EXPECT_NEAR(H[2], -2.595e-10, 5e-12);
  for (std::size_t k = 2; k < H.size(); ++k) EXPECT_LT(std::abs(H[k]), 4e-10) << k;
}

TEST(Roots, LobattoIiicTakesItOutInOne) {
  const auto H = ringing(lobatto_spark(3, testing::uniform(Family::IIIC)), 500);
  EXPECT_NEAR(H[1], -2.32e-10, 5e-12);
  for (std::size_t k = 1; k < H.size(); ++k) EXPECT_LT(std::abs(H[k]), 6e-10) << k;
}

TEST(Roots, GaussAndIiiaKeepTheEnergyOfTheRinging) {
  expect_band(ringing(standard(tableau::gauss(5)), 2000), 0.47602, 0.52514);
  expect_band(ringing(standard(tableau::gauss(4)), 2000), 0.45172, 0.55265);
  expect_band(ringing(standard(tableau::gauss(3)), 2000), 0.38732, 0.70753);
  expect_band(ringing(standard(tableau::lobatto(Family::IIIA, 4)), 2000), 0.21409, 0.78459);
}

Method midpoint() {
  return standard(tableau::gauss(1));
}

TEST(Roots, MidpointRuleOnFourParticles) {
  const Problem problem = make_problem("n-particles");
  const auto E = energies(problem, midpoint(), 0.04, 125);
  const std::vector<std::pair<int, double>> expected = {{25, 4.5476741},  {47, 14.8959525},
                                                        {50, 32.086402},  {75, 17.400013},
                                                        {100, 127.72216}, {125, 773.06786}};
  for (const auto& [step, energy] : expected) EXPECT_NEAR(E[step] / energy, 1.0, 1e-7) << step;
  // It does lose the energy, the paper says so; but not at once.
  const auto longer = energies(problem, midpoint(), 0.03, 190);
  const auto tenfold = std::find_if(longer.begin(), longer.end(),
                                    [&](double energy) { return energy > 10.0 * longer[0]; });
  const double time = 0.03 * static_cast<double>(tenfold - longer.begin());
  EXPECT_GT(time, 3.0);
  EXPECT_LT(time, 4.0);
  EXPECT_NEAR(longer[190] / 6808.645389, 1.0, 1e-5);
  const auto resolved = energies(problem, midpoint(), 0.02, 2000);
  const auto [low, high] = std::minmax_element(resolved.begin(), resolved.end());
  EXPECT_NEAR(*low, 3.0124068, 1e-6);
  EXPECT_NEAR(*high, 3.4751848, 1e-6);
}

struct Swing {
  Problem stiff, rigid;
  double h, ringing;  // the energy of the oscillation
};

// Any angle, angular velocity, stiffness and amplitude; hω from 2 to 5e4.
Swing random_swing(std::mt19937& random) {
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  const double epsilon = std::pow(10.0, between(-6.0, -3.0));
  const double stretch = epsilon * between(-1.0, 1.0), radial = between(-1.0, 1.0);
  const double angle = between(-3.1, 3.1), turning = between(-1.0, 1.0);
  const Eigen::Vector2d along(std::cos(angle), std::sin(angle));
  const Eigen::Vector2d across(-along[1], along[0]);
  Swing swing{make_problem("stiff-spring-pendulum", {{"epsilon", epsilon}}),
              make_problem("pendulum", {{"gravity", 1.0}}), between(2e-3, 0.05),
              0.5 * (stretch * stretch / (epsilon * epsilon) + radial * radial)};
  swing.stiff.start.y = (1.0 + stretch) * along;
  swing.stiff.start.z = turning * across + radial * along;
  swing.rigid.start.y = along;
  swing.rigid.start.z = turning * across;
  return swing;
}

constexpr int few = 5;

// The pendulum with a rod, which is the limit of a stiff spring.
Point limit(const Swing& swing) {
  return testing::run(swing.rigid, lobatto_a_b(4), few * swing.h, 2 * few);
}

std::vector<Method> dissipative() {
  return {standard(tableau::radau_iia(2)), standard(tableau::radau_iia(3)),
          standard(tableau::radau_iia(4)), lobatto_spark(3, testing::uniform(Family::IIIC)),
          lobatto_spark(4, testing::uniform(Family::IIIC))};
}

std::vector<Method> symmetric() {
  return {standard(tableau::gauss(3)),
          standard(tableau::gauss(4)),
          standard(tableau::gauss(5)),
          standard(tableau::lobatto(Family::IIIA, 4)),
          standard(tableau::lobatto(Family::IIIA, 5)),
          lobatto_spark(4, testing::uniform(Family::IIID))};
}

struct Outcome {
  int through = 0, near = 0;
};

// What a step has to move with: velocities, the stretched spring, and what gravity adds.
double at_hand(const System& system, const Point& at, double h) {
  const double weight = at.y[1];
  return system.energy(at) - weight + h * h;
}

// Of `count` random swings: how many went through without a word, and how many of them ended near
// the limit. No step of those multiplies its energy by more than ten.
Outcome swings(const std::vector<Method>& methods, int count) {
  std::mt19937 random(16);
  Outcome outcome;
  for (int k = 0; k < count; ++k) {
    const Swing swing = random_swing(random);
    const Method& method = methods[static_cast<std::size_t>(k) % methods.size()];
    const System& system = *swing.stiff.system;
    Stepper stepper(swing.stiff.system, method);
    Point before = swing.stiff.start;
    double most = 0.0;
    RunSummary run;
    try {
      run = integrate(stepper, swing.stiff.start, few * swing.h, swing.h, [&](const Point& at) {
        most = std::max(
            most, (system.energy(at) - system.energy(before)) / at_hand(system, before, swing.h));
        before = at;
      });
    } catch (const core::Error& error) {
      EXPECT_EQ(error.kind(), core::Failure::numerics);
      continue;
    }
    if (run.energy_jumps > 0) continue;  // the user is warned
    ++outcome.through;
    EXPECT_LT(most, 10.0) << method.name << ", swing " << k << ", h " << swing.h;
    const double off = testing::distance(run.end.y, limit(swing).y);
    const double gained = system.energy(run.end) - system.energy(swing.stiff.start);
    if (off < 0.05 * few * swing.h && gained < swing.ringing + 0.1) ++outcome.near;
  }
  testing::print("of {} swings {} go through, {} of them near the limit", count, outcome.through,
                 outcome.near);
  return outcome;
}

TEST(Roots, AreNeverFarOnesWithDissipativeMethods) {
  const Outcome outcome = swings(dissipative(), 300);
  EXPECT_GE(outcome.through, 290);
  EXPECT_EQ(outcome.near, outcome.through);
}

// These keep the ringing, and with the larger h and amplitudes not all of them leave the slow
// motion alone: that is the method, not the iteration.
TEST(Roots, AreNeverFarOnesWithSymmetricMethods) {
  const Outcome outcome = swings(symmetric(), 300);
  EXPECT_GE(outcome.through, 285);
  EXPECT_GE(outcome.near, 220);
}

}  // namespace
}  // namespace sparkdyn::dae
