// SPDX-License-Identifier: BSD-3-Clause
// What a method is to degrees of freedom without mass is said before the run, where it matters and
// nowhere else (docs/gauss_lobatto/notes.md §1.4, §1.5).

#include <gtest/gtest.h>

#include <sstream>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/run/simulation.hpp"
#include "support/dense.hpp"
#include "support/error_of.hpp"
#include "support/splittings.hpp"

namespace sparkdyn {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

enum class Held { no, by_constraint, by_dashpot };

/// Three masses in a row on springs; the last has no mass unless it is told.
std::shared_ptr<const mechanics::System> chain(Held held, double last_mass = 0) {
  MatrixXd M = MatrixXd::Identity(3, 3), K(3, 3), C = MatrixXd::Zero(3, 3);
  M(2, 2) = last_mass;
  K << 2, -1, 0, -1, 2, -1, 0, -1, 2;
  std::vector<mechanics::MatrixTerm> terms{
      {mechanics::Kind::elastic, "", {{1.0, support::distribute_shared(K)}}}};
  if (held == Held::by_dashpot) {
    C(2, 2) = 1;
    terms.push_back({mechanics::Kind::damping, "", {{1.0, support::distribute_shared(C)}}});
  }
  std::optional<mechanics::Constraint> constraint;
  if (held == Held::by_constraint) {
    MatrixXd G(1, 3);
    G << 0, 1, -1;
    constraint = mechanics::Constraint{support::distribute(G), {}};
  }
  std::vector<mechanics::TimedVector> loads;
  loads.push_back(support::shaped(VectorXd::LinSpaced(3, 0, 2), mechanics::sine_amplitude(0.2, 0)));
  return std::make_shared<const mechanics::System>(support::distribute_shared(M), std::move(terms),
                                                   std::move(loads), std::move(constraint));
}

run::MethodOptions gauss(int stages, const tableau::GaussSplitting& radii) {
  run::MethodOptions method = run::gauss_lobatto(stages, 1);
  method.radii = radii;
  return method;
}

std::unique_ptr<run::Simulation> simulation(const std::shared_ptr<const mechanics::System>& system,
                                            const run::MethodOptions& method, core::Log& log,
                                            double h = 0.1) {
  std::vector<mechanics::State> states;
  states.push_back(support::make_state(0, VectorXd::Zero(3), VectorXd::Zero(3)));
  return std::make_unique<run::Simulation>(
      system, std::move(states), run::SimulationOptions{.method = method, .span = {0, 2, h}}, log);
}

std::string warnings(Held held, const run::MethodOptions& method, double last_mass = 0) {
  std::ostringstream unheard;
  core::Log log(PETSC_COMM_WORLD, unheard);
  simulation(chain(held, last_mass), method, log);
  std::string all;
  for (const std::string& warning : log.warnings()) all += warning;
  return all;
}

using tableau::GaussSplitting;
const char* const no_velocity = "velocities do not converge";

TEST(MasslessMethod, TwoUndampedStagesAreWarnedOf) {
  EXPECT_NE(warnings(Held::no, gauss(2, GaussSplitting::uniform(1))).find(no_velocity),
            std::string::npos);
}

TEST(MasslessMethod, OthersAreNot) {
  const auto two = gauss(2, GaussSplitting::uniform(1));
  EXPECT_EQ(warnings(Held::no, gauss(2, GaussSplitting::uniform(0.9))), "");
  EXPECT_EQ(warnings(Held::no, gauss(3, GaussSplitting::uniform(1))), "");
  EXPECT_EQ(warnings(Held::by_constraint, two), "");
  EXPECT_EQ(warnings(Held::by_dashpot, two), "");
  EXPECT_EQ(warnings(Held::no, two, 1.0), "");
  // A mixture needs [M Gᵀ; G 0] alone, and that is regular.
  EXPECT_EQ(warnings(Held::by_constraint, gauss(3, support::by_radii(0.8, {{"elastic", 0}}))), "");
}

/// The load's own ρ∞ needs a mass: refused before the run, not in its first step.
TEST(MasslessMethod, ALoadWithItsOwnRadiusIsRefusedBeforeTheRun) {
  std::ostringstream unheard;
  core::Log log(PETSC_COMM_WORLD, unheard);
  auto run = simulation(chain(Held::no), gauss(3, support::by_radii(0.8, {{"load", 0}})), log);
  const std::string text = support::error_of(
      [&] {
        run->prepare({0, 2, 0.1}, 0);
      },
      core::Failure::numerics);
  EXPECT_NE(text.find("cannot be prepared"), std::string::npos) << text;
}

/// Where constraints hold what has no mass it is solved, with the order of the method.
TEST(MasslessMethod, ALoadWithItsOwnRadiusKeepsItsOrderWhereConstraintsHold) {
  std::ostringstream unheard;
  core::Log log(PETSC_COMM_WORLD, unheard);
  const auto system = chain(Held::by_constraint);
  const auto end = [&](const run::MethodOptions& method, double h) {
    auto run = simulation(system, method, log, h);
    EXPECT_TRUE(run->run().front().done);
    VectorXd both(6);
    both << support::gather(run->states().front().q), support::gather(run->states().front().v);
    return both;
  };
  const VectorXd exact = end(run::gauss_lobatto(6, 1), 0.1);
  for (const int s : {2, 3}) {
    const auto method = gauss(s, support::by_radii(0.8, {{"load", 0}}));
    const double coarse = (end(method, 0.4) - exact).norm(),
                 fine = (end(method, 0.2) - exact).norm();
    EXPECT_GT(std::log2(coarse / fine), 2 * s - 1 - 0.4) << s;
  }
}

}  // namespace
}  // namespace sparkdyn
