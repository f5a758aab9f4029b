// SPDX-License-Identifier: BSD-3-Clause
// Steps with multigrid: the order stays, constraints hold at round-off, and the tolerance tied to
// the method's error costs no accuracy that one could see.

#include <gtest/gtest.h>

#include <cmath>

#include "hex_beam.hpp"
#include "integrate/generalized_alpha.hpp"
#include "support/kept_archive.hpp"
#include "support/manufactured.hpp"
#include "support/simulation.hpp"

namespace sparkdyn {
namespace {

using linear::Strategy;

std::shared_ptr<stage::MassSolver> mass_of(const mechanics::System& system,
                                           const linear::SolverWish& wish) {
  return std::make_shared<stage::MassSolver>(system, linear::plan_as_wished(wish));
}

/// Error of q and v at t = 1 by `steps` steps.
double error(const support::Manufactured& problem, int s, int steps, Strategy strategy) {
  integrate::SparkStepper stepper(problem.system(), {.stages = s},
                                  mass_of(problem.system(), {.strategy = strategy}));
  auto state = problem.initial(0);
  for (int k = 0; k < steps; ++k) {
    const auto result = stepper.step(state, 1.0 / steps);
    EXPECT_TRUE(result.done) << result.cause;
    const auto off = integrate::inconsistency(problem.system(), state);
    EXPECT_LT(off.relative_position, 1e-12);
    EXPECT_LT(off.relative_velocity, 1e-12);
  }
  return (support::gather(state.q) - problem.q(1)).norm() +
         (support::gather(state.v) - problem.v(1)).norm();
}

TEST(MultigridStep, OrderStaysWithTheTiedTolerance) {
  const support::Manufactured problem({.dofs = 40, .constraints = 3, .rayleigh = true});
  for (const int s : {2, 3}) {
    const int steps = s == 2 ? 12 : 5;  // each costs exchanges that a busy machine makes slow
    const double coarse = error(problem, s, steps, Strategy::multigrid);
    const double fine = error(problem, s, 2 * steps, Strategy::multigrid);
    EXPECT_GT(std::log2(coarse / fine), 2 * s - 2 - 0.3) << "s = " << s;
    const double direct = error(problem, s, 2 * steps, Strategy::decoupled);
    EXPECT_LT(fine, 1.1 * direct) << "s = " << s;
  }
}

const linear::SolverWish by_factors{.strategy = Strategy::decoupled};
const linear::SolverWish by_multigrid{.strategy = Strategy::multigrid, .tolerance = 1e-11};

class OnBeam : public testing::Test {
 protected:
  OnBeam() {
    benchmarks::HexBeam beam{.nx = 16, .ny = 4, .nz = 3};
    beam.length = 1.6;
    beam.width = 0.4;
    beam.height = 0.3;
    beam.constraints = 9;
    system = make_hex_beam(beam);
  }
  mechanics::State rest() const {
    return {0.0, system->make_displacement(), system->make_displacement()};
  }
  static double distance(Vec a, Vec b) {
    const core::Vector difference = core::make_copy(a);
    core::check(VecAXPY(difference, -1.0, b));
    return core::norm(difference) / core::norm(b);
  }
  std::unique_ptr<mechanics::System> system;
};

TEST_F(OnBeam, StepsAsByFactorsAndGuessesSaveIterations) {
  integrate::SparkStepper direct(*system, {.stages = 3}, mass_of(*system, by_factors));
  integrate::SparkStepper multigrid(*system, {.stages = 3}, mass_of(*system, by_multigrid));
  auto expected = rest(), found = rest();
  int first = 0, last = 0;
  for (int k = 0; k < 12; ++k) {
    ASSERT_TRUE(direct.step(expected, 1e-4).done);
    const auto result = multigrid.step(found, 1e-4);
    ASSERT_TRUE(result.done) << result.cause;
    (k == 0 ? first : last) = result.iterations;
  }
  EXPECT_LT(distance(found.q, expected.q), 1e-8);
  EXPECT_LT(distance(found.v, expected.v), 1e-8);
  const auto off = integrate::inconsistency(*system, found);
  EXPECT_LT(off.relative_position, 1e-12);
  EXPECT_LT(off.relative_velocity, 1e-12);
  EXPECT_LT(last, first);
  support::KeptArchive kept;
  multigrid.carry(0, kept);
  EXPECT_EQ(kept.vectors.size(), 3u);
}

TEST_F(OnBeam, GeneralizedAlphaToo) {
  const auto parameters = integrate::AlphaParameters::generalized_alpha(0.8);
  integrate::AlphaStepper direct(*system, parameters, mass_of(*system, by_factors));
  integrate::AlphaStepper multigrid(*system, parameters, mass_of(*system, by_multigrid));
  auto expected = rest(), found = rest();
  for (int k = 0; k < 12; ++k) {
    ASSERT_TRUE(direct.step(expected, 1e-4).done);
    const auto result = multigrid.step(found, 1e-4);
    ASSERT_TRUE(result.done) << result.cause;
    EXPECT_GT(result.iterations, 0);
  }
  EXPECT_LT(distance(found.q, expected.q), 1e-8);
  EXPECT_LT(distance(found.v, expected.v), 1e-8);
}

}  // namespace
}  // namespace sparkdyn
