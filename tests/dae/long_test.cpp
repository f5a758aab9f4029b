// SPDX-License-Identifier: BSD-3-Clause
// The rows of the table that take time: 1e4 steps of tangent vectors, t = 1e4.
#include <gtest/gtest.h>

#include "sparkdyn/dae/diagnostics.hpp"
#include "support.hpp"

namespace sparkdyn::dae {
namespace {

using tableau::Family;

TEST(Long, WedgeProductIsConstantOverTenThousandSteps) {
  for (const auto& [name, h] :
       {std::pair{"pendulum", 0.02}, {"charged-particle-on-sphere", 0.12}}) {
    const Problem problem = make_problem(name);
    for (const Method& method :
         {lobatto_a_b(2), lobatto_a_b(3), gauss_lobatto_spark(1), gauss_lobatto_spark(2)}) {
      Stepper stepper(problem.system, method);
      const double drift = wedge_drift(stepper, problem.start, h, 10000);
      EXPECT_LT(drift, 1e-11) << name << " " << method.name;
      testing::print("{}, {}: wedge product constant to {:.1e}", name, method.name, drift);
    }
    Stepper dissipative(problem.system, lobatto_spark(3, testing::uniform(Family::IIIC)));
    const double drift = wedge_drift(dissipative, problem.start, h, 10000);
    EXPECT_GT(drift, 1e-5) << name;
    testing::print("{}, IIIC: wedge product changes by {:.1e}", name, drift);
  }
}

// Fig. 3 of Jay (2007).
TEST(Long, HamiltonianOfTheChargedParticleIsBoundedToTenThousand) {
  const Problem problem = make_problem("charged-particle-on-sphere");
  const double energy = problem.system->energy(problem.start);
  for (const int stages : {1, 2}) {
    Stepper stepper(problem.system, gauss_lobatto_spark(stages));
    double halves[2] = {0.0, 0.0};
    integrate(stepper, problem.start, 1e4, 0.12, [&](const Point& at) {
      double& half = halves[at.t > 5e3];
      half = std::max(half, std::abs(problem.system->energy(at) - energy));
    });
    EXPECT_LT(halves[1], 1.02 * halves[0]);
    EXPECT_LT(halves[1], stages == 1 ? 3e-3 : 1e-5);
    testing::print("charged particle, s = {}: error of H {:.2e} up to t = 5e3, {:.2e} up to 1e4",
                   stages, halves[0], halves[1]);
  }
}

// Simo & Gonzalez (1993), section 4.4: at the step 0.02 the midpoint rule's energy "remains bounded
// after more than 5e5 steps".
TEST(Long, MidpointRuleOnStiffParticlesIsBoundedForHalfAMillionSteps) {
  const Problem problem = make_problem("n-particles");
  Stepper stepper(problem.system, standard(tableau::gauss(1)));
  double low = 1e300, high = 0.0;
  integrate(stepper, problem.start, 520000 * 0.02, 0.02, [&](const Point& at) {
    const double energy = problem.system->energy(at);
    low = std::min(low, energy);
    high = std::max(high, energy);
  });
  testing::print("midpoint rule, 520,000 steps of 0.02: energy from {:.6f} to {:.6f}", low, high);
  EXPECT_GT(low, 3.0109);
  EXPECT_LT(high, 3.5164);
}

// With (75) round-off is all that adds up, of forces that grow as the motion spreads to all
// springs: the lengths of the stiffest, known to 1e-16, give its force to 1e-9.
TEST(Long, EnergyMomentumForHalfAMillionSteps) {
  const Problem problem = make_problem("n-particles");
  const auto steps = scheme_steps(problem, "energy-momentum", {});
  const double first = problem.system->energy(problem.start);
  double off = 0.0;
  integrate(*steps, problem.start, 520000 * 0.04, 0.04, [&](const Point& at) {
    off = std::max(off, std::abs(problem.system->energy(at) / first - 1.0));
  });
  testing::print("energy-momentum, 520,000 steps of 0.04: energy to {:.1e}", off);
  EXPECT_LT(off, 5e-9);
}

}  // namespace
}  // namespace sparkdyn::dae
