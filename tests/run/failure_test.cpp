// SPDX-License-Identifier: BSD-3-Clause
// Failed numerics say where: the load, the degree of freedom or the constraint by the user's name,
// at the step it happens, and leave the last good state.

#include <gtest/gtest.h>

#include <cmath>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/integrate/equilibrium.hpp"
#include "support/dense.hpp"
#include "support/simulation.hpp"
#include "support/splittings.hpp"

namespace sparkdyn {
namespace {

using mechanics::Kind;
using mechanics::System;

struct Parts {
  Eigen::MatrixXd M, K, G = {};
  std::vector<mechanics::TimedVector> loads = {};
};

/// Degrees of freedom are called a, b, c, …, rows of G tie 1, tie 2, …
std::unique_ptr<System> named_system(Parts parts) {
  std::vector<mechanics::MatrixTerm> terms;
  terms.push_back({Kind::elastic, "", {{1.0, support::distribute_shared(parts.K)}}});
  std::optional<mechanics::Constraint> constraint;
  if (parts.G.size() > 0) constraint = mechanics::Constraint{support::distribute(parts.G), {}};
  auto system = std::make_unique<System>(support::distribute_shared(parts.M), std::move(terms),
                                         std::move(parts.loads), std::move(constraint));
  system->set_names(
      {.dof = [](PetscInt i) { return std::string("part ") + static_cast<char>('a' + i); },
       .constraint = [](PetscInt i) { return "tie " + std::to_string(i + 1); }});
  return system;
}

Eigen::MatrixXd diagonal(std::initializer_list<double> values) {
  Eigen::MatrixXd D = Eigen::MatrixXd::Zero(values.size(), values.size());
  int i = 0;
  for (const double value : values) D(i, i) = value, ++i;
  return D;
}

mechanics::State at_rest(int n) {
  return support::make_state(0, Eigen::VectorXd::Zero(n), Eigen::VectorXd::Zero(n));
}

std::string what(const std::function<void()>& body) {
  try {
    body();
  } catch (const core::Error& error) {
    EXPECT_EQ(error.kind(), core::Failure::numerics);
    return error.what();
  }
  return "nothing was thrown";
}

void expect_says(const std::string& text, const std::string& word) {
  EXPECT_NE(text.find(word), std::string::npos) << text << "\n  lacks: " << word;
}

TEST(Names, AreToldByTheRankThatHoldsTheRow) {
  Eigen::MatrixXd G(1, 3);
  G << 1, -1, 0;
  const auto system = named_system({diagonal({1, 1, 1}), diagonal({1, 2, 3}), G});
  EXPECT_EQ(system->dof_name(0), "part a");
  EXPECT_EQ(system->dof_name(2), "part c");
  EXPECT_EQ(system->constraint_name(0), "tie 1");
  const System plain(support::distribute_shared(diagonal({1, 1})), {}, {}, {});
  EXPECT_EQ(plain.dof_name(1), "degree of freedom 2");
}

TEST(Failure, ALoadThatIsNotFiniteIsNamed) {
  std::vector<mechanics::TimedVector> loads;
  loads.push_back(support::shaped(Eigen::Vector3d(0, 0, 1), mechanics::sine_amplitude(1, 0)));
  loads.push_back(
      support::shaped(Eigen::Vector3d(0, 5, 1), mechanics::expression_amplitude("sqrt(1-t)")));
  const auto system =
      named_system({diagonal({1, 1, 1}), diagonal({1, 2, 3}), {}, std::move(loads)});
  for (const int stages : {2, 3, 4}) {
    support::Simulation simulation(*system, {.stages = stages});
    auto state = at_rest(3);
    const auto report = simulation.run(state, 3, 30);
    EXPECT_FALSE(report.done);
    expect_says(report.cause, "step 11 from t = 1 failed");
    expect_says(report.cause, "not finite");
    expect_says(report.cause, "sqrt(1-t)");
    expect_says(report.cause, "acts most on part b");
    EXPECT_EQ(state.t, 1.0);
    EXPECT_TRUE(std::isfinite(core::norm(state.q)));
  }
}

struct Watcher final : run::Observer {
  std::vector<double> energies;
  double last_shown = 0;
  void on_step(const run::Frame& frame) override {
    energies.push_back(frame.energies().kinetic + frame.energies().strain);
  }
  void on_finish(const run::Frame& frame) override { last_shown = frame.time(); }
};

/// The energy of the unstable mode passes a million times the initial one at a step that a closed
/// form knows; the run ends there, with the state before it, whether dissipation is counted or not.
class Growth : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Dissipation, Growth, testing::Bool());

TEST_P(Growth, IsNoticedOnItsStep) {
  const auto system = named_system({diagonal({1, 1, 1}), diagonal({1, 400, 4})});
  for (const double h : {0.1001, 0.101, 0.11}) {  // hω = 2.002, 2.02, 2.2 of part b
    support::Simulation simulation(*system,
                                   {.stages = 2, .splitting = support::by_letters("ABBBB")});
    const Eigen::Vector3d v(1, 1e-3, 1);
    auto state = support::make_state(0, Eigen::Vector3d::Zero(), v);
    // The same steps by hand, until the energy is beyond the limit.
    auto reference = support::make_state(0, Eigen::Vector3d::Zero(), v);
    const double start = system->kinetic_energy(reference.v);
    long crossing = 0;
    double energy = start;
    while (energy - start <= 1e6 * start && crossing < 5000) {
      ASSERT_TRUE(simulation.stepper.step(reference, h).done);
      energy = system->kinetic_energy(reference.v) + system->strain_energy(reference.q);
      ++crossing;
    }
    ASSERT_LT(crossing, 5000);
    Watcher watcher;
    const auto report = support::run_one(*system, simulation.stepper, simulation.acceleration,
                                         state, {0, 5000 * h, h}, {&watcher}, GetParam());
    EXPECT_FALSE(report.done);
    expect_says(report.cause, "energy grows");
    expect_says(report.cause, "most at part b");
    expect_says(report.cause, "step " + std::to_string(report.steps + 1) + " from t = ");
    EXPECT_GE(report.steps + 1, crossing) << h;
    EXPECT_LE(report.steps + 1, crossing + 1) << h;
    // The last good state is the one before, and the last that was shown.
    EXPECT_NEAR(state.t, report.steps * h, 1e-12 * state.t);
    EXPECT_EQ(watcher.last_shown, state.t);
    EXPECT_EQ(watcher.energies.size(), static_cast<std::size_t>(report.steps));
  }
}

TEST(Failure, ASingularFactorNamesTheMotion) {
  // Parts b and c hang together without mass and without a hold.
  Eigen::MatrixXd K = diagonal({1, 1, 1});
  K(1, 2) = K(2, 1) = -1;
  const auto system = named_system({diagonal({1, 0, 0}), K});
  support::Simulation simulation(*system, {.stages = 3});
  const auto text = what([&] { simulation.stepper.prepare(at_rest(3), 0.1); });
  expect_says(text, "1 motion meets no resistance");
  EXPECT_TRUE(text.find("part b") != std::string::npos || text.find("part c") != std::string::npos)
      << text;
}

TEST(Failure, MasslessPartsAreNamedWhereASplittingNeedsMass) {
  const auto system = named_system({diagonal({1, 0, 2}), diagonal({1, 2, 3})});
  support::Simulation simulation(*system, {.stages = 2, .splitting = support::by_letters("ABBBB")});
  const auto text = what([&] {
    simulation.stepper.prepare(at_rest(3), 0.1);
    auto state = at_rest(3);
    simulation.stepper.step(state, 0.1);
  });
  expect_says(text, "part b");
}

TEST(Failure, StagnationNamesWhereTheCorrectionIsLargest) {
  Eigen::MatrixXd G(1, 4);
  G << 1, 1, 1, 1;
  std::vector<mechanics::TimedVector> loads;
  loads.push_back(support::shaped(Eigen::Vector4d(0, 0, 1, 0), mechanics::constant_amplitude(1)));
  const auto system =
      named_system({diagonal({1, 1, 1, 1}), diagonal({1, 10, 100, 1e5}), G, std::move(loads)});
  support::Simulation simulation(*system, {.stages = 3, .splitting = support::by_letters("ABBBB")},
                                 {.strategy = linear::Strategy::krylov, .max_iterations = 1});
  auto state = at_rest(4);
  const auto report = simulation.run(state, 1, 2);
  EXPECT_FALSE(report.done);
  expect_says(report.cause, "step 1 from t = 0 failed");
  expect_says(report.cause, "iterations");
  expect_says(report.cause, "most at part ");
}

TEST(Failure, AMechanismWithoutEquilibriumIsNamed) {
  Eigen::MatrixXd K = diagonal({1, 1, 1});
  K(1, 2) = K(2, 1) = -1;
  const auto system = named_system({diagonal({1, 1, 1}), K});
  auto state = at_rest(3);
  const auto text = what([&] { integrate::find_equilibria(*system, {&state, 1}); });
  expect_says(text, "no equilibrium at t = 0");
  expect_says(text, "1 motion meets no resistance: one moves part ");
  EXPECT_EQ(text.find("part a"), std::string::npos) << text;
}

}  // namespace
}  // namespace sparkdyn
