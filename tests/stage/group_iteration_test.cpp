// SPDX-License-Identifier: BSD-3-Clause
// Systems iterated on groups of ranks at the same time give what they give one after another on all
// ranks, and fail on all ranks when one fails.

#include <gtest/gtest.h>

#include <cmath>

#include "linear/group_spaces.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "stage/small_beam.hpp"
#include "stage/strategy.hpp"
#include "support/manufactured.hpp"

namespace sparkdyn {
namespace {

using Eigen::VectorXd;
using linear::Placement;

struct Outcome {
  VectorXd stages;  // velocities and multipliers of all stages
  linear::SolveResult result;
  std::string why;
};

/// A step from a wavy velocity, solved twice: from nothing and from a guess one per cent off.
Outcome one_step(const mechanics::System& system, int stages, linear::Placement factors,
                 int max_iterations = 500) {
  constexpr double h = 2e-5;
  const auto coefficients =
      stage::make_coefficients(system, tableau::Lobatto(stages), tableau::Splitting::uniform(0.8));
  const linear::SolverWish wish{.strategy = linear::Strategy::multigrid,
                                .factors = factors,
                                .tolerance = 1e-11,
                                .max_iterations = max_iterations};
  auto step = stage::prepare_step(
      system, coefficients, h,
      std::make_shared<stage::MassSolver>(system, linear::plan_as_wished(wish)));
  mechanics::State state{0.0, system.make_displacement(), system.make_displacement()};
  {
    const PetscInt begin = core::row_range(Vec(state.v)).begin;
    const core::WriteArray v(state.v);
    for (PetscInt i = 0; i < v.size(); ++i) v[i] = std::sin(0.01 * static_cast<double>(begin + i));
  }
  auto rhs = step.stages->op().make_vector(), x = step.stages->op().make_vector();
  step.stages->right_hand_side(state, rhs);
  linear::SolveResult result = step.solver->solve(rhs, x);
  if (!result.converged) return {{}, result, step.why};
  const VectorXd cold = support::gather(x.whole());
  for (int i = 0; i < x.velocity_blocks(); ++i) core::check(VecScale(x.velocity(i), 1.01));
  const linear::SolveResult warm = step.solver->improve(rhs, x);
  EXPECT_TRUE(warm.converged) << warm.cause;
  EXPECT_LT(warm.iterations, result.iterations);
  EXPECT_LT((support::gather(x.whole()) - cold).norm(), 1e-8 * cold.norm());
  return {support::gather(x.whole()), result, step.why};
}

TEST(GroupIteration, GivesWhatAllRanksGive) {
  for (const int constraints : {0, 12}) {
    const auto system = make_hex_beam(small_beam(constraints));
    for (const int stages : {3, 4, 5}) {
      const auto spread = one_step(*system, stages, Placement::spread);
      const auto groups = one_step(*system, stages, Placement::groups);
      ASSERT_TRUE(spread.result.converged) << spread.result.cause;
      ASSERT_TRUE(groups.result.converged) << groups.result.cause;
      EXPECT_LT((spread.stages - groups.stages).norm(), 1e-8 * spread.stages.norm());
      const bool several = core::size(PETSC_COMM_WORLD) > 1;
      EXPECT_EQ(groups.why.find("group of ranks") != std::string::npos, several) << groups.why;
      EXPECT_EQ(spread.why.find("group of ranks"), std::string::npos) << spread.why;
    }
  }
}

/// A thousand unknowns leave nothing to do for two ranks and more on each of two systems.
TEST(GroupIteration, IsChosenWhereRanksOutnumberASystem) {
  const auto system = make_hex_beam(small_beam(4));
  const auto chosen = one_step(*system, 3, Placement::automatic);
  ASSERT_TRUE(chosen.result.converged) << chosen.result.cause;
  const bool many = core::size(PETSC_COMM_WORLD) >= 4;
  EXPECT_EQ(chosen.why.find("group of ranks") != std::string::npos, many) << chosen.why;
}

/// Iterations of two systems differ, so one fails before the other.
TEST(GroupIteration, AllRanksHearOfAFailure) {
  const auto system = make_hex_beam(small_beam(4));
  const auto groups = one_step(*system, 3, Placement::groups, 8);
  EXPECT_FALSE(groups.result.converged);
  EXPECT_NE(groups.result.cause.find("8 iterations of the multigrid solver"), std::string::npos)
      << groups.result.cause;
}

/// The copies on the groups are the structure: same products, same rigid motions.
TEST(GroupSpaces, HaveTheWholeStructure) {
  const MPI_Comm comm = PETSC_COMM_WORLD;
  const int ranks = core::size(comm), first = (ranks + 1) / 2;
  if (ranks == 1) GTEST_SKIP() << "no groups on one rank";
  const auto system = make_hex_beam(small_beam(12));
  const linear::GroupSpaces spaces(linear::operators_of(*system),
                                   {{0, first}, {first, ranks - first}, {0, first}});
  const auto& copy = spaces.mine()->system();
  EXPECT_EQ(copy.dofs(), system->dofs());
  EXPECT_EQ(copy.constraints(), system->constraints());
  EXPECT_EQ(copy.node_size, system->node_size());
  const auto product = [](const auto& of, Mat matrix) {
    const core::Vector x = of.make_displacement();
    const PetscInt begin = core::row_range(Vec(x)).begin;
    {
      const core::WriteArray entries(x);
      for (PetscInt i = 0; i < entries.size(); ++i)
        entries[i] = std::sin(0.3 * static_cast<double>(begin + i));
    }
    core::Vector y;
    core::check(MatCreateVecs(matrix, nullptr, y.out()));
    core::check(MatMult(matrix, x, y));
    return support::gather(y);
  };
  const auto expect_same = [](const VectorXd& a, const VectorXd& b) {
    ASSERT_EQ(a.size(), b.size());
    EXPECT_LT((a - b).norm(), 1e-13 * b.norm());
  };
  expect_same(product(copy, *copy.mass()), product(*system, *system->mass()));
  for (std::size_t k = 0; k < system->matrices().size(); ++k)
    expect_same(product(copy, *copy.matrices[k]), product(*system, *system->matrices()[k]));
  expect_same(product(copy, copy.G()), product(*system, system->G()));
  ASSERT_EQ(copy.near_null_space.size(), system->near_null_space().size());
  for (std::size_t k = 0; k < copy.near_null_space.size(); ++k)
    EXPECT_EQ(support::gather(copy.near_null_space[k]),
              support::gather(system->near_null_space()[k]));
}

}  // namespace
}  // namespace sparkdyn
