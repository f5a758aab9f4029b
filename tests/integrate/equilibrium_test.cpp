// SPDX-License-Identifier: BSD-3-Clause
// Rest under the loads: factors and multigrid agree, both hold the balance and the constraints, and
// both notice what can move without strain.

#include "sparkdyn/integrate/equilibrium.hpp"

#include <gtest/gtest.h>

#include "../stage/small_beam.hpp"
#include "integrate/initial.hpp"
#include "sparkdyn/core/error.hpp"
#include "support/simulation.hpp"

namespace sparkdyn {
namespace {

const linear::SolverPlan planned_multigrid{.method = linear::Method::multigrid};

mechanics::State rest(const mechanics::System& system) {
  return {0.0, system.make_displacement(), system.make_displacement()};
}

double distance(Vec a, Vec b) {
  const core::Vector difference = core::make_copy(a);
  core::check(VecAXPY(difference, -1.0, b));
  return core::norm(difference) / core::norm(b);
}

TEST(Equilibrium, MultigridGivesWhatFactorsGive) {
  for (const int constraints : {0, 9}) {
    const auto system = make_hex_beam(small_beam(constraints));
    std::vector<mechanics::State> expected, found;
    for (int k = 0; k < 2; ++k) {
      expected.push_back(rest(*system));
      found.push_back(rest(*system));
    }
    integrate::find_equilibria(*system, expected);
    integrate::find_equilibria(*system, found, planned_multigrid);
    ASSERT_GT(core::norm(expected.front().q), 0);
    for (int k = 0; k < 2; ++k) EXPECT_LT(distance(found[k].q, expected[k].q), 1e-9);
    EXPECT_LT(integrate::inconsistency(*system, found.front()).relative_position, 1e-12);
  }
}

/// Nothing moves when a step begins where forces balance.
TEST(Equilibrium, IsWhereNothingAccelerates) {
  const auto system = make_hex_beam(small_beam(9));
  auto state = rest(*system);
  integrate::find_equilibria(*system, {&state, 1}, planned_multigrid);
  const core::Vector at_rest = core::make_copy(Vec(state.q));
  support::Simulation simulation(*system, {.stages = 3});
  ASSERT_TRUE(simulation.run(state, 1e-3, 10).done);
  EXPECT_LT(distance(state.q, at_rest), 1e-8);
}

/// One node that no element holds.
TEST(Equilibrium, IterationsNoticeAMechanism) {
  const auto system = make_hex_beam(small_beam(0));
  core::Matrix loose = core::make_copy(Mat(*system->terms().front().parts.front().matrix));
  const core::RowRange rows = core::row_range(Mat(loose));
  std::vector<PetscInt> free;
  for (PetscInt i = rows.begin; i < rows.end; ++i)
    if (i / 3 == 40) free.push_back(i);
  core::check(MatZeroRowsColumns(loose, static_cast<PetscInt>(free.size()), free.data(), 0.0,
                                 nullptr, nullptr));
  const mechanics::System broken(
      system->mass(),
      {{.kind = mechanics::Kind::elastic,
        .region = "",
        .parts = {{1.0, std::make_shared<const core::Matrix>(std::move(loose))}}}},
      {}, std::nullopt);
  for (const bool multigrid : {false, true}) {
    auto state = rest(broken);
    try {
      integrate::find_equilibria(broken, {&state, 1},
                                 multigrid ? planned_multigrid : linear::SolverPlan{});
      ADD_FAILURE() << "a loose node was not noticed" << (multigrid ? " by multigrid" : "");
    } catch (const core::Error& error) {
      EXPECT_EQ(error.kind(), core::Failure::numerics);
      EXPECT_NE(std::string(error.what()).find("no equilibrium at t = 0"), std::string::npos)
          << error.what();
    }
  }
}

}  // namespace
}  // namespace sparkdyn
