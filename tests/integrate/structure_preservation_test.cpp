// SPDX-License-Identifier: BSD-3-Clause
// Theorems 6.1 and 6.3 of Jay 1998 on the constrained undamped structure: the 2-form dq ∧ M dv and
// time reversal return to round-off for ρ∞ = 1, on Lobatto's and on Gauss' nodes, and A–B; energy
// stays bounded.

#include <gtest/gtest.h>

#include "free_structure.hpp"

namespace sparkdyn {
namespace {

TEST(Symplecticity, TwoFormIsConstant) {
  const support::Manufactured problem(free_structure);
  for (const auto& method : symmetric_methods())
    for (int s = method.fewest_stages; s <= 5; ++s) {
      support::Simulation simulation(problem.system(), method.method(problem.system(), s));
      auto a = start(problem, 1), b = start(problem, 2);
      const auto form = [&] {
        const VectorXd qa = support::gather(a.q), va = support::gather(a.v),
                       qb = support::gather(b.q), vb = support::gather(b.v);
        return qa.dot(problem.M * vb) - qb.dot(problem.M * va);
      };
      const double initial = form();
      for (int n = 0; n < 200; ++n) {
        ASSERT_TRUE(simulation.stepper.step(a, method.h).done);
        ASSERT_TRUE(simulation.stepper.step(b, method.h).done);
      }
      EXPECT_NEAR(form(), initial, 1e-11) << method.name << " s = " << s;
    }
}

TEST(Symplecticity, IsLostWithDissipation) {
  const support::Manufactured problem(free_structure);
  support::Simulation simulation(problem.system(),
                                 {.stages = 3, .splitting = tableau::Splitting::uniform(0.0)});
  auto state = start(problem, 1);
  const double before =
      problem.system().kinetic_energy(state.v) + problem.system().strain_energy(state.q);
  for (int n = 0; n < 200; ++n) simulation.stepper.step(state, 2.0);
  const double after =
      problem.system().kinetic_energy(state.v) + problem.system().strain_energy(state.q);
  EXPECT_LT(after, 0.9 * before);
}

TEST(Reversibility, ReturnsToTheStart) {
  const support::Manufactured problem(free_structure);
  for (const auto& method : symmetric_methods())
    for (int s = method.fewest_stages; s <= 5; ++s) {
      support::Simulation simulation(problem.system(), method.method(problem.system(), s));
      auto state = start(problem, 3);
      const VectorXd q = support::gather(state.q), v = support::gather(state.v);
      for (int way = 0; way < 2; ++way) {
        for (int n = 0; n < 100; ++n) ASSERT_TRUE(simulation.stepper.step(state, method.h).done);
        core::check(VecScale(state.v, -1.0));
      }
      EXPECT_LT((support::gather(state.q) - q).norm(), 1e-11) << method.name << " s = " << s;
      EXPECT_LT((support::gather(state.v) - v).norm(), 1e-11) << method.name << " s = " << s;
    }
}

TEST(Energy, BalanceClosesExactlyForRhoOne) {
  const support::Manufactured problem;
  support::Simulation simulation(problem.system(),
                                 {.stages = 3, .splitting = tableau::Splitting::uniform(1.0)});
  auto state = problem.initial();
  EnergyObserver energy;
  simulation.run(state, 40, 100, {&energy});
  EXPECT_LT(energy.balance(), 1e-12);
}

/// Damped, forced and with constraints that move, at steps of two radians.
void expect_balance(const support::Manufactured& problem, const tableau::GaussSplitting& splitting,
                    int stages) {
  support::Simulation simulation(problem.system(),
                                 integrate::gauss_method(problem.system(), stages, splitting));
  auto state = problem.initial();
  EnergyObserver energy;
  const auto report = simulation.run(state, 40, 60, {&energy});
  ASSERT_TRUE(report.done) << report.cause;
  EXPECT_LT(energy.balance(), 1e-12) << stages << " stages";
}

TEST(Energy, BalanceClosesExactlyForRhoOneOnGaussNodes) {
  const support::Manufactured problem;
  for (int s = 1; s <= 10; ++s) expect_balance(problem, tableau::GaussSplitting::uniform(1), s);
}

/// A joint without stiffness has nothing to damp, but the multipliers act at points of their own.
TEST(Energy, BalanceClosesExactlyWithMultipliersAtTheirPoints) {
  const support::Manufactured problem({.stiffness_contrast = 0});
  for (int s = 1; s <= 8; ++s)
    expect_balance(problem, support::by_radii(1, {{"elastic@joint", 0}}), s);
}

TEST(Energy, BalanceShowsNumericalDissipation) {
  const support::Manufactured problem;
  support::Simulation simulation(problem.system(),
                                 {.stages = 2, .splitting = tableau::Splitting::uniform(0.0)});
  auto state = problem.initial();
  const auto report = simulation.run(state, 40, 100);
  EXPECT_LT(report.energies.balance, -1e-3);
}

}  // namespace
}  // namespace sparkdyn
