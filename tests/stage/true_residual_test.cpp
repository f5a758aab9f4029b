// SPDX-License-Identifier: BSD-3-Clause
// What an iteration calls solved is looked at in the equations themselves: a wrong result is made
// good or refused, whatever its solver says of it.

#include "linear/true_residual.hpp"

#include <gtest/gtest.h>

#include "linear/saddle.hpp"
#include "sparkdyn/core/error.hpp"
#include "stage/monolithic.hpp"
#include "stage/stage_system.hpp"
#include "support/manufactured.hpp"
#include "support/petsc_option.hpp"

namespace sparkdyn::stage {
namespace {

/// One step of a constrained structure with its solution.
class Step {
 public:
  explicit Step(double contrast = 1)
      : problem({.stiffness_contrast = contrast}),
        stages(problem.system(),
               make_coefficients(problem.system(), tableau::Lobatto(3),
                                 tableau::Splitting::uniform(0.8)),
               0.1, Closing::uniform, std::make_shared<MassSolver>(problem.system())),
        exact(stages.op()),
        rhs(stages.op().make_vector()),
        x(stages.op().make_vector()) {
    stages.right_hand_side(problem.initial(0.2), rhs);
    exact.solve(rhs, x);
  }

  support::Manufactured problem;
  StageSystem stages;
  MonolithicSolver exact;
  BlockVector rhs, x;
};

void disturb(Vec vector, double by) {
  const double size = core::norm(vector);
  const core::WriteArray entries(vector);
  if (core::row_range(vector).begin == 0 && entries.size() > 0) entries[0] += by * size;
}

TEST(TrueResidual, SeesWhatIsWrongInAnyBlock) {
  Step step;
  linear::TrueResidual truth(step.stages.op());
  const SolveResult claimed{.iterations = 7, .tolerance = 1e-10};
  EXPECT_TRUE(truth.judge(step.rhs, step.x, claimed).converged);
  for (int i = 0; i < step.x.velocity_blocks() + step.x.multiplier_blocks(); ++i) {
    const bool velocity = i < step.x.velocity_blocks();
    Vec block = velocity ? step.x.velocity(i) : step.x.multiplier(i - step.x.velocity_blocks());
    const core::Vector kept = core::make_copy(block);
    disturb(block, 1e-5);
    const SolveResult result = truth.judge(step.rhs, step.x, claimed);
    EXPECT_FALSE(result.converged) << i;
    EXPECT_EQ(result.iterations, 7);
    EXPECT_NE(result.cause.find("iteration ended"), std::string::npos) << result.cause;
    core::copy(kept, block);
    EXPECT_TRUE(truth.judge(step.rhs, step.x, claimed).converged) << i;
  }
}

/// The norm of the residual alone would not notice: the joint is a million times as stiff.
TEST(TrueResidual, SeesErrorsOfSoftPartsBesideStiffOnes) {
  Step step(1e6);
  linear::TrueResidual truth(step.stages.op());
  const SolveResult claimed{.tolerance = 1e-8};
  ASSERT_TRUE(truth.judge(step.rhs, step.x, claimed).converged);
  disturb(step.x.velocity(1), 1e-3);  // the first unknown is soft
  EXPECT_FALSE(truth.judge(step.rhs, step.x, claimed).converged);
}

TEST(TrueResidual, MakesGoodWhatItCanAndRefusesTheRest) {
  Step step;
  linear::TrueResidual truth(step.stages.op());
  const BlockVector& right = step.x;
  const auto careless = [&](double by) {
    return [&step, by](const BlockVector& b, BlockVector& y) {
      step.exact.solve(b, y);
      core::check(VecScale(y.whole(), 1 - by));
      return SolveResult{.iterations = 1, .tolerance = 1e-11};
    };
  };
  BlockVector x = step.stages.op().make_vector();
  const SolveResult good = truth.solve(step.rhs, x, careless(1e-3), careless(1e-3));
  EXPECT_TRUE(good.converged) << good.cause;
  EXPECT_GE(good.iterations, 3);
  core::check(VecAXPY(x.whole(), -1.0, right.whole()));
  EXPECT_LT(core::norm(x.whole()), 1e-8 * core::norm(right.whole()));
  EXPECT_FALSE(truth.solve(step.rhs, x, careless(1e-3), careless(1.0)).converged);
  EXPECT_FALSE(truth.solve(step.rhs, x, careless(NAN), careless(NAN)).converged);
}

/// Jacobi's iteration preconditioned by almost nothing ends at once by its own norm.
TEST(TrueResidual, IsLookedAtForSolversOfPetscsToo) {
  const support::Manufactured problem({.constraints = 0});
  const support::PetscOption method("-test_lie_ksp_type", "richardson");
  const support::PetscOption preconditioner("-test_lie_pc_type", "jacobi");
  const support::PetscOption norm("-test_lie_ksp_norm_type", "none");
  const support::PetscOption rounds("-test_lie_ksp_max_it", "3");
  linear::RealSaddle saddle(linear::operators_of(problem.system()),
                            {{1.0, problem.system().mass()}}, "test_lie_");
  const core::Vector f = problem.system().make_displacement(), x = core::make_like(f);
  core::check(VecSet(f, 1.0));
  EXPECT_THROW(saddle.solve(f, nullptr, x, nullptr), core::Error);
}

}  // namespace
}  // namespace sparkdyn::stage
