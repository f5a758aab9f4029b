// SPDX-License-Identifier: BSD-3-Clause
// The library in a program that owns MPI and PETSc: simulations with different solvers live in one
// process, one after the other and step by step in turn, and give what they give alone; PETSc is
// the host's before and after, and no function of BLAS comes from the library.

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <string>

#include "core/share.hpp"
#include "integrate/spark_stepper.hpp"
#include "sparkdyn/core/runtime.hpp"
#include "support/manufactured.hpp"
#include "support/splittings.hpp"

namespace sparkdyn {
namespace {

using Eigen::VectorXd;
using linear::Placement, linear::Strategy;

/// A run of its own solver, of the same problem as the others.
struct SolverRun {
  SolverRun(const mechanics::System& system, const linear::SolverWish& wish,
            mechanics::State initial)
      : stepper(system, {.stages = 3, .splitting = support::by_letters("CCCCC")},
                std::make_shared<stage::MassSolver>(system, linear::plan_as_wished(wish))),
        state(std::move(initial)) {}

  void step() {
    const auto result = stepper.step(state, 0.05);
    ASSERT_TRUE(result.done) << result.cause;
  }
  VectorXd values() const {
    const VectorXd q = support::gather(state.q), v = support::gather(state.v);
    VectorXd both(q.size() + v.size());
    both << q, v;
    return both;
  }

  integrate::SparkStepper stepper;
  mechanics::State state;
};

const linear::SolverWish wishes[] = {
    {.strategy = Strategy::decoupled, .factors = Placement::single},
    {.strategy = Strategy::multigrid, .tolerance = 1e-11},
    {.strategy = Strategy::decoupled, .factors = Placement::spread},
    {.strategy = Strategy::krylov, .tolerance = 1e-12},
    {.strategy = Strategy::monolithic, .factors = Placement::single}};
constexpr int steps = 4;

class InAHost : public testing::Test {
 protected:
  VectorXd alone(const linear::SolverWish& wish) {
    SolverRun run(problem.system(), wish, problem.initial(0));
    for (int k = 0; k < steps; ++k) run.step();
    return run.values();
  }
  support::Manufactured problem;
};

TEST_F(InAHost, SimulationsInTurnGiveWhatTheyGiveAlone) {
  const core::Runtime joined;
  std::vector<VectorXd> expected;
  for (const auto& wish : wishes) expected.push_back(alone(wish));
  std::vector<std::unique_ptr<SolverRun>> runs;
  for (const auto& wish : wishes)
    runs.push_back(std::make_unique<SolverRun>(problem.system(), wish, problem.initial(0)));
  for (int k = 0; k < steps; ++k)
    for (auto& run : runs) run->step();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    // Factors spread over ranks add up in the order in which messages come.
    EXPECT_LT((runs[i]->values() - expected[i]).norm(), 1e-12 * expected[i].norm()) << i;
    EXPECT_LT((expected[i] - expected[0]).norm(), 1e-8 * expected[0].norm()) << i;
  }
  EXPECT_EQ(runs[0]->values(), expected[0]);
}

TEST_F(InAHost, OptionsOfTheHostAreLeftAsTheyAre) {
  const auto all = [] {
    char* text = nullptr;
    core::check(PetscOptionsGetAll(nullptr, &text));
    const std::string found = text;
    core::check(PetscFree(text));
    return found;
  };
  const std::string before = all();
  {
    const core::Runtime joined;
    alone(wishes[2]);
  }
  EXPECT_EQ(all(), before);
}

TEST_F(InAHost, PetscGoesOnWhenTheLibraryHasLeft) {
  Vec mine = nullptr;
  ASSERT_EQ(VecCreateMPI(PETSC_COMM_WORLD, 3, PETSC_DETERMINE, &mine), 0);
  ASSERT_EQ(VecSet(mine, 2.0), 0);
  for (int round = 0; round < 2; ++round) {
    const core::Runtime joined;
    alone(wishes[0]);
  }
  PetscBool running = PETSC_FALSE;
  PetscInitialized(&running);
  EXPECT_TRUE(running);
  PetscReal size = 0;
  EXPECT_EQ(VecNorm(mine, NORM_INFINITY, &size), 0);
  EXPECT_EQ(size, 2.0);
  VecDestroy(&mine);
}

/// The host keeps its matrix: both may let go of it first.
TEST_F(InAHost, MatricesAreBorrowed) {
  Vec theirs = nullptr;
  ASSERT_EQ(VecCreateMPI(PETSC_COMM_WORLD, 3, PETSC_DETERMINE, &theirs), 0);
  core::Vector ours = core::share(theirs);
  PetscInt owners = 0;
  PetscObjectGetReference(reinterpret_cast<PetscObject>(theirs), &owners);
  EXPECT_EQ(owners, 2);
  VecDestroy(&theirs);
  EXPECT_EQ(VecSet(ours, 1.0), 0);
  Mat matrix = nullptr;
  ASSERT_EQ(MatDuplicate(*problem.system().mass(), MAT_COPY_VALUES, &matrix), 0);
  { const core::Matrix borrowed = core::share(matrix); }
  PetscReal norm = 0;
  EXPECT_EQ(MatNorm(matrix, NORM_FROBENIUS, &norm), 0);
  MatDestroy(&matrix);
}

TEST(Library, DefinesNoFunctionOfBlas) {
  Dl_info here{}, there{};
  ASSERT_NE(dladdr(reinterpret_cast<void*>(&core::peak_memory), &here), 0);
  for (const auto* name : {"dgemm_", "zgemm_", "dtrsm_", "ztrsm_"}) {
    void* const function = dlsym(RTLD_DEFAULT, name);
    ASSERT_NE(function, nullptr) << name;
    ASSERT_NE(dladdr(function, &there), 0);
    EXPECT_STRNE(here.dli_fname, there.dli_fname) << name;
  }
}

}  // namespace
}  // namespace sparkdyn

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  MPI_Init(&argc, &argv);
  if (PetscInitialize(&argc, &argv, nullptr, nullptr) != 0) return 1;
  const int failed = RUN_ALL_TESTS();
  // PETSc must still be the host's to end, and MPI after it.
  const bool ended = PetscFinalize() == 0;
  int finished = 0;
  MPI_Finalized(&finished);
  if (finished != 0) return 1;
  MPI_Finalize();
  return failed != 0 || !ended ? 1 : 0;
}
