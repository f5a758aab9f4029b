// SPDX-License-Identifier: BSD-3-Clause
// Automatic damping on the rigid pendulum on a stiff one, whose spring rings far faster than the
// step: hω = 120.
#include "sparkdyn/dae/damping.hpp"

#include <gtest/gtest.h>

#include "sparkdyn/core/error.hpp"
#include "support.hpp"

namespace sparkdyn::dae {
namespace {

using tableau::Family;

struct History {
  std::vector<double> energy, damping;
};

History run(const tableau::Splitting& splitting, const DampingOptions& damping, double ringing,
            double end_time) {
  const Problem problem =
      make_problem("rigid-on-stiff-pendulum", {{"inverse_epsilon", 1e3}, {"friction", 0.0}});
  Point start = problem.start;
  start.z[1] = start.z[3] = ringing;
  const double energy = problem.system->energy(start);
  History result;
  integrate_damped(problem.system, 3, splitting, damping, start, end_time, 0.12,
                   [&](const Point& at, const std::map<std::string, double>& weights) {
                     result.energy.push_back(problem.system->energy(at) - energy);
                     result.damping.push_back(weights.empty() ? 0.0 : weights.at("stiff"));
                   });
  return result;
}

const DampingOptions automatic{.regions = {"stiff"}};

TEST(Damping, RisesAgainstRingingAndIsGivenBack) {
  const History damped_run = run(testing::uniform(Family::IIID), automatic, 0.1, 60.0);
  const std::size_t n = damped_run.energy.size();
  EXPECT_EQ(damped_run.damping[0], 0.0);
  EXPECT_EQ(damped_run.damping[3], 1.0);
  for (std::size_t k = 40; k < n; ++k) EXPECT_EQ(damped_run.damping[k], 0.0) << k;
  // What it took is the energy of the ringing, 0.005 of each of the masses' 0.01.
  EXPECT_NEAR(damped_run.energy[10], -5.86e-3, 1e-4);
  // Given back: the slow motion keeps its energy; with IIIC throughout it goes on losing.
  const History always =
      run(damped(testing::uniform(Family::IIID), {{"stiff", 1.0}}), {}, 0.1, 60.0);
  const auto mean = [&](const History& of, std::size_t first, std::size_t last) {
    double sum = 0.0;
    for (std::size_t k = first; k < last; ++k) sum += of.energy[k];
    return sum / static_cast<double>(last - first);
  };
  const double drift = std::abs(mean(damped_run, n / 2, n) - mean(damped_run, n / 8, n / 2));
  const double loss = std::abs(mean(always, n / 2, n) - mean(always, n / 8, n / 2));
  EXPECT_LT(drift, 0.25 * loss);
  testing::print(
      "automatic damping: drift {:.1e} after it is given back, {:.1e} with IIIC throughout", drift,
      loss);
}

// The method that is never damped keeps the ringing, and its energy error stays in a band that is
// wider than all of the ringing, 0.01; the equations of the 500 steps have such a solution each.
TEST(Damping, WithoutItTheRingingStays) {
  const History undamped = run(testing::uniform(Family::IIID), {}, 0.1, 60.0);
  ASSERT_EQ(undamped.energy.size(), 501u);
  const auto [low, high] = std::minmax_element(undamped.energy.begin(), undamped.energy.end());
  testing::print("without damping: energy error between {:.3g} and {:.3g}", *low, *high);
  EXPECT_GT(*low, -6e-3);
  EXPECT_LT(*high, 2.5e-2);
  EXPECT_GT(*high - *low, 5e-3);
}

TEST(Damping, StaysAwayFromAResolvedMotion) {
  const Problem problem =
      make_problem("rigid-on-stiff-pendulum", {{"inverse_epsilon", 3.0}, {"friction", 0.0}});
  double largest = 0.0;
  integrate_damped(problem.system, 3, testing::uniform(Family::IIID),
                   {.regions = {"stiff", "rigid"}}, problem.start, 10.0, 0.04,
                   [&](const Point&, const std::map<std::string, double>& weights) {
                     for (const auto& [region, weight] : weights) {
                       largest = std::max(largest, weight);
                     }
                   });
  EXPECT_EQ(largest, 0.0);
}

TEST(Damping, IsDeterministic) {
  const History first = run(testing::uniform(Family::IIID), automatic, 0.1, 12.0);
  const History second = run(testing::uniform(Family::IIID), automatic, 0.1, 12.0);
  EXPECT_EQ(first.energy, second.energy);
  EXPECT_EQ(first.damping, second.damping);
}

TEST(Damping, MixesTheTermsOfTheRegionOnly) {
  auto splitting = testing::uniform(Family::IIIB);
  splitting.set("velocity", tableau::Mixture::pure(Family::IIIA));
  const auto mixed = damped(splitting, {{"stiff", 0.25}});
  EXPECT_EQ(mixed(tableau::Term::velocity, "stiff"),
            tableau::Mixture::weights({{Family::IIIA, 0.75}, {Family::IIIC, 0.25}}));
  EXPECT_EQ(mixed(tableau::Term::velocity, "rigid"), tableau::Mixture::pure(Family::IIIA));
  EXPECT_EQ(damped(splitting, {{"stiff", 0.0}}), splitting);
}

TEST(Damping, UnknownRegionIsRefusedWithTheNearest) {
  const Problem problem = make_problem("rigid-on-stiff-pendulum");
  try {
    integrate_damped(problem.system, 3, problem.splitting, {.regions = {"stif"}}, problem.start,
                     1.2, 0.12);
    FAIL();
  } catch (const core::Error& error) {
    EXPECT_EQ(error.kind(), core::Failure::input);
    EXPECT_NE(std::string(error.what()).find("stiff"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace sparkdyn::dae
