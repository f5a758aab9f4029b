// SPDX-License-Identifier: BSD-3-Clause
// Energy of an undamped structure over 100,000 steps: kept by IIID and Gauss, bounded with A–B.

#include <gtest/gtest.h>

#include <cstdio>

#include "free_structure.hpp"

namespace sparkdyn {
namespace {

TEST(Energy, IsBoundedOver100000Steps) {
  const support::Manufactured problem(free_structure);
  for (const auto& method : symmetric_methods()) {
    support::Simulation simulation(problem.system(), method.method(problem.system(), 3));
    auto state = start(problem, 4);
    EnergyObserver energy;
    const auto report = simulation.run(state, 100000 * method.h, 100000, {&energy});
    ASSERT_TRUE(report.done) << report.cause;
    std::printf("%s: largest relative energy change, first half %.1e, second half %.1e\n",
                method.name.c_str(), energy.early(), energy.late());
    // IIID and Gauss keep quadratic invariants but for round-off, which adds up; A–B oscillates and
    // must not be larger late than early.
    if (method.name == "A-B") {
      EXPECT_LT(energy.early(), 1e-4);
      EXPECT_LT(energy.late(), 1.05 * energy.early());
    } else {
      // 1e-15 a step; the row bᵀA⁻¹ that gives v₁ on Gauss' nodes weighs round-off 4.5 times.
      EXPECT_LT(energy.late(), method.name == "Gauss" ? 4.5e-10 : 1e-10) << method.name;
    }
    EXPECT_LT(report.largest.position, 1e-12) << method.name;
    EXPECT_LT(report.largest.velocity, 1e-12) << method.name;
  }
}

}  // namespace
}  // namespace sparkdyn
