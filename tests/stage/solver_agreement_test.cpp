// SPDX-License-Identifier: BSD-3-Clause
// The three solvers give the same step: decoupled against monolithic wherever the splitting
// decouples, GMRES with the uniform surrogate for the rest, in few iterations.

#include <gtest/gtest.h>

#include <array>

#include "linear/placement.hpp"
#include "sparkdyn/core/error.hpp"
#include "stage/strategy.hpp"
#include "support/manufactured.hpp"
#include "support/splittings.hpp"

namespace sparkdyn {
namespace {

using Eigen::VectorXd;
using linear::Strategy;

struct StepOutcome {
  VectorXd q, v;
  int iterations;
  std::string solver;
};

std::shared_ptr<stage::MassSolver> solvers_of(const support::Manufactured& problem,
                                              const linear::SolverWish& wish) {
  return std::make_shared<stage::MassSolver>(problem.system(), linear::plan_as_wished(wish));
}

StepOutcome one_step(const support::Manufactured& problem, const stage::Coefficients& coefficients,
                     double h, Strategy strategy,
                     linear::Placement factors = linear::Placement::automatic) {
  auto step = stage::prepare_step(
      problem.system(), coefficients, h,
      solvers_of(problem, {.strategy = strategy, .factors = factors, .max_iterations = 500}));
  const auto state = problem.initial(0.2);
  auto next = problem.initial(0.2);
  auto rhs = step.stages->op().make_vector(), x = step.stages->op().make_vector();
  step.stages->right_hand_side(state, rhs);
  const auto result = step.solver->solve(rhs, x);
  EXPECT_TRUE(result.converged) << result.cause;
  step.stages->finish(state, x, next);
  return {support::gather(next.q), support::gather(next.v), result.iterations,
          std::string(step.solver->name())};
}

void expect_same(const StepOutcome& a, const StepOutcome& b, const std::string& what,
                 double tolerance = 1e-10) {
  EXPECT_LT((a.q - b.q).norm(), tolerance * b.q.norm()) << what;
  EXPECT_LT((a.v - b.v).norm(), tolerance * b.v.norm()) << what;
}

/// State after some steps, each from what the last one left.
StepOutcome many_steps(const support::Manufactured& problem,
                       const stage::Coefficients& coefficients, double h, Strategy strategy,
                       int steps) {
  auto step = stage::prepare_step(problem.system(), coefficients, h,
                                  solvers_of(problem, {.strategy = strategy}));
  auto state = problem.initial(0.2), next = problem.initial(0.2);
  auto rhs = step.stages->op().make_vector(), x = step.stages->op().make_vector();
  for (int k = 0; k < steps; ++k) {
    step.stages->right_hand_side(state, rhs);
    EXPECT_TRUE(step.solver->solve(rhs, x).converged);
    step.stages->finish(state, x, next);
    std::swap(state, next);
  }
  return {support::gather(state.q), support::gather(state.v), 0, std::string(step.solver->name())};
}

bool decouples(const support::Manufactured& problem, const stage::Coefficients& coefficients,
               double h) {
  try {
    stage::prepare_step(problem.system(), coefficients, h,
                        solvers_of(problem, {.strategy = Strategy::decoupled}));
    return true;
  } catch (const core::Error&) {
    return false;
  }
}

TEST(SolverAgreement, FactorsOnSingleRanksInGroupsAndSpread) {
  for (const int constraints : {0, 2}) {
    const support::Manufactured problem({.constraints = constraints});
    for (const int stages : {2, 3, 4, 5}) {
      const auto coefficients = stage::make_coefficients(problem.system(), tableau::Lobatto(stages),
                                                         tableau::Splitting::uniform(0.6));
      for (const Strategy strategy :
           {Strategy::decoupled, Strategy::monolithic, Strategy::krylov}) {
        const auto with = [&](linear::Placement factors) {
          return one_step(problem, coefficients, 0.1, strategy, factors);
        };
        using linear::Placement;
        const auto single = with(Placement::single), again = with(Placement::single);
        for (const auto other : {Placement::groups, Placement::spread})
          expect_same(single, with(other), linear::name(strategy).data(), 1e-11);
        EXPECT_EQ(single.q, again.q);
        EXPECT_EQ(single.v, again.v);
      }
    }
  }
}

/// First rank and number of ranks of each system.
using Shares = std::vector<std::pair<int, int>>;

Shares shares(const std::vector<double>& costs, int ranks, linear::Placement factors) {
  Shares result;
  for (const auto& group : linear::share_ranks(costs, ranks, factors))
    result.emplace_back(group.first, group.count);
  return result;
}

TEST(Placement, SystemsGoWhereLeastIsToDo) {
  const auto on = [](const std::vector<double>& costs, int ranks) {
    return shares(costs, ranks, linear::Placement::single);
  };
  EXPECT_EQ(on({1, 2}, 2), (Shares{{1, 1}, {0, 1}}));
  EXPECT_EQ(on({2, 2, 1}, 2), (Shares{{0, 1}, {1, 1}, {0, 1}}));
  EXPECT_EQ(on({1, 2, 2}, 8), (Shares{{2, 1}, {0, 1}, {1, 1}}));
  EXPECT_EQ(on({1, 2, 2}, 1), (Shares{{0, 1}, {0, 1}, {0, 1}}));
}

TEST(Placement, GroupsHaveRanksAsTheirSystemsHaveWork) {
  const auto in = [](const std::vector<double>& costs, int ranks) {
    return shares(costs, ranks, linear::Placement::groups);
  };
  EXPECT_EQ(in({2, 1}, 2), (Shares{{0, 1}, {1, 1}}));  // as on single ranks
  EXPECT_EQ(in({2, 1}, 3), (Shares{{0, 2}, {2, 1}}));
  EXPECT_EQ(in({2, 2}, 4), (Shares{{0, 2}, {2, 2}}));
  EXPECT_EQ(in({2, 2, 1}, 2), (Shares{{0, 1}, {1, 1}, {0, 1}}));
  int all = 0;
  for (const auto& [first, count] : in({2, 1}, 64)) {
    EXPECT_EQ(first, all);
    all += count;
  }
  EXPECT_EQ(all, 64);
  EXPECT_EQ(shares({2, 1}, 5, linear::Placement::spread), (Shares{{0, 5}, {0, 5}}));
}

/// Side by side where systems are alike or ranks many; spread where two ranks share one and two.
TEST(Placement, TimesDecide) {
  using linear::Placement;
  const auto faster = [](const std::vector<double>& costs, int ranks) {
    return linear::solving_time(costs, ranks, Placement::groups) <
           linear::solving_time(costs, ranks, Placement::spread);
  };
  EXPECT_FALSE(faster({2, 1}, 2));
  EXPECT_TRUE(faster({2, 1}, 3));
  EXPECT_TRUE(faster({2, 2}, 2));
  EXPECT_TRUE(faster({2, 2}, 64));
  EXPECT_FALSE(faster({1}, 8));
  EXPECT_DOUBLE_EQ(linear::solving_time({2, 1}, 2, Placement::single), 2);
  EXPECT_DOUBLE_EQ(linear::solving_time({2, 1}, 1, Placement::spread), 3);
}

/// Systems are iterated side by side where ranks outnumber what one can use, or when asked for.
TEST(Placement, RanksBeyondWhatASystemUsesIterateSideBySide) {
  using linear::Placement;
  constexpr auto few = linear::fewest_unknowns;
  const auto of = [](Placement wish, int ranks, int systems, PetscInt unknowns) {
    return linear::place_iterations(wish, ranks, systems, unknowns);
  };
  EXPECT_EQ(of(Placement::automatic, 4, 2, 4 * few - 1), Placement::groups);
  EXPECT_EQ(of(Placement::automatic, 4, 2, 4 * few), Placement::spread);  // enough for each rank
  EXPECT_EQ(of(Placement::automatic, 3, 2, few), Placement::spread);      // not two for each system
  EXPECT_EQ(of(Placement::automatic, 1024, 2, 1000000), Placement::groups);
  EXPECT_EQ(of(Placement::automatic, 4, 1, few), Placement::spread);
  EXPECT_EQ(of(Placement::groups, 2, 2, 1000000), Placement::groups);
  EXPECT_EQ(of(Placement::groups, 1, 2, few), Placement::spread);  // no groups on one rank
  EXPECT_EQ(of(Placement::spread, 8, 2, few), Placement::spread);
  EXPECT_EQ(of(Placement::single, 8, 2, few), Placement::spread);  // says where factors live
}

TEST(SolverAgreement, EverySplittingEveryStage) {
  int decoupled = 0, iterative = 0;
  for (const int constraints : {0, 2})
    for (const bool rayleigh : {false, true}) {
      const support::Manufactured problem(
          {.dofs = 9, .constraints = constraints, .rayleigh = rayleigh});
      for (int s = 2; s <= 5; ++s)
        for (const auto& [name, splitting] : support::all_splittings()) {
          const auto coefficients =
              stage::make_coefficients(problem.system(), tableau::Lobatto(s), splitting);
          const std::string what =
              name + ", s = " + std::to_string(s) + ", m = " + std::to_string(constraints);
          const double h = 0.4;
          const auto reference = one_step(problem, coefficients, h, Strategy::monolithic);
          if (decouples(problem, coefficients, h)) {
            ++decoupled;
            expect_same(one_step(problem, coefficients, h, Strategy::decoupled), reference, what);
          } else {
            ++iterative;
            const auto outcome = one_step(problem, coefficients, h, Strategy::krylov);
            expect_same(outcome, reference, what);
            EXPECT_LE(outcome.iterations, 25) << what;
          }
        }
    }
  EXPECT_GE(decoupled, 4 * 4 * 4);  // at least the uniform ones and load C*
  EXPECT_GE(iterative, 40);
}

/// One factor for all stages, and the step that elimination of all of them at once gives.
TEST(SolverAgreement, OneFactorServesAllStages) {
  for (const bool damped : {false, true})
    for (const int constraints : {0, 2}) {
      const support::Manufactured problem({.constraints = constraints, .damped = damped});
      for (const double rho : {0.0, 0.5, 0.8, 1.0})
        for (int s = 2; s <= 6; ++s) {
          const auto coefficients =
              stage::make_coefficients(problem.system(), tableau::OneFactor(s, rho));
          const std::string what = fmt::format("rho {}, s = {}, m = {}", rho, s, constraints);
          const auto mass = solvers_of(problem, {.strategy = Strategy::decoupled});
          const auto step = stage::prepare_step(problem.system(), coefficients, 0.2, mass);
          const auto one = stage::prepare_step(
              problem.system(),
              stage::make_coefficients(problem.system(), tableau::GaussLobatto(1),
                                       tableau::GaussSplitting::uniform(1)),
              0.2, mass);
          if (constraints == 0) {
            EXPECT_EQ(step.solver->factor_bytes(), one.solver->factor_bytes()) << what;
          }
          expect_same(many_steps(problem, coefficients, 0.2, Strategy::decoupled, 10),
                      many_steps(problem, coefficients, 0.2, Strategy::monolithic, 10), what,
                      s < 6 ? 1e-12 : 1e-10);
        }
    }
}

/// Eigenvectors of many stages are nearly dependent: the diagonal form would lose half the digits.
TEST(SolverAgreement, ManyStagesLoseNoDigits) {
  for (const bool damped : {false, true})
    for (const int constraints : {0, 2}) {
      const support::Manufactured problem({.constraints = constraints, .damped = damped});
      for (const double rho : {0.0, 0.5, 0.8, 1.0})
        for (int s = 2; s <= 12; ++s) {
          const auto coefficients = stage::make_coefficients(problem.system(), tableau::Lobatto(s),
                                                             tableau::Splitting::uniform(rho));
          const double h = 0.1 * s;
          const auto decoupled = many_steps(problem, coefficients, h, Strategy::decoupled, 10);
          const auto reference = many_steps(problem, coefficients, h, Strategy::monolithic, 10);
          expect_same(decoupled, reference,
                      fmt::format("rho {}, s = {}, m = {}", rho, s, constraints), 2e-12);
        }
    }
}

/// docs/numerics.md §4: mixtures of C, C*, D and B on the constraint, whatever the stiffness
/// contrast and the step, take few iterations.
TEST(SurrogateIterations, StayFewOverStiffnessAndStep) {
  int most = 0;
  for (const double contrast : {1.0, 1e3, 1e6}) {
    const support::Manufactured problem(
        {.dofs = 24, .constraints = 4, .stiffness_contrast = contrast});
    for (const auto* name : {"introduction", "D with B on the constraint", "C* on the constraint",
                             "damping C, rest D", "regional", "weighted"})
      for (const auto& [candidate, splitting] : support::all_splittings()) {
        if (candidate != name) continue;
        for (const int s : {3, 4})
          for (const double h : {1e-3, 1e-1, 1.0}) {
            const auto coefficients =
                stage::make_coefficients(problem.system(), tableau::Lobatto(s), splitting);
            const auto reference = one_step(problem, coefficients, h, Strategy::monolithic);
            const auto outcome = one_step(problem, coefficients, h, Strategy::krylov);
            const std::string what = std::string(name) + ", s = " + std::to_string(s) +
                                     ", contrast " + std::to_string(contrast) + ", h " +
                                     std::to_string(h);
            // h²K/M up to 1e6 and a stiff region that really moves: round-off in K q alone is
            // 1e-16 · h²K/M of the velocities, for either solver.
            expect_same(outcome, reference, what, 1e-10 + 1e-14 * contrast * h * h);
            EXPECT_LE(outcome.iterations, 25) << what;
            most = std::max(most, outcome.iterations);
          }
      }
  }
  RecordProperty("most_iterations", most);
}

/// docs/gauss_lobatto/notes.md §2.2: at most 13 solves after the first, whatever the mixture, the
/// stiffness contrast and the step.
TEST(SurrogateIterations, StayFewOnGaussNodes) {
  int most = 0;
  for (const double contrast : {1.0, 1e3, 1e6})
    for (const int constraints : {0, 4}) {
      const support::Manufactured problem(
          {.dofs = 48, .constraints = constraints, .stiffness_contrast = contrast});
      for (const auto& [rho, joint, velocity, damping] : std::vector<std::array<double, 4>>{
               {0.8, 0, 0.8, 0.8}, {1, 0, 1, 1}, {0, 1, 0, 0}, {0.5, 0.8, 1, 0.2}, {1, 0, 0.8, 0}})
        for (const int s : {1, 2, 3, 5})
          for (const double h : {1e-3, 1e-1, 1.0}) {
            auto splitting = tableau::GaussSplitting::uniform(rho);
            splitting.set("elastic@joint", joint);
            splitting.set("velocity", velocity);
            splitting.set("damping", damping);
            const auto coefficients =
                stage::make_coefficients(problem.system(), tableau::GaussLobatto(s), splitting);
            const auto reference = one_step(problem, coefficients, h, Strategy::monolithic);
            const auto outcome = one_step(problem, coefficients, h, Strategy::krylov);
            const std::string what = fmt::format("{}, s = {}, m = {}, contrast {}, h {}",
                                                 splitting.text(), s, constraints, contrast, h);
            expect_same(outcome, reference, what, 1e-9 + 1e-13 * contrast * h * h);
            EXPECT_LE(outcome.iterations, 14) << what;
            most = std::max(most, outcome.iterations);
          }
    }
  EXPECT_GT(most, 3);
  RecordProperty("most_iterations", most);
}

TEST(Strategy, AutomaticChoosesAndSaysWhy) {
  const support::Manufactured problem;
  auto mass = std::make_shared<stage::MassSolver>(problem.system());
  const auto choose = [&](const tableau::Splitting& splitting) {
    return stage::prepare_step(
        problem.system(),
        stage::make_coefficients(problem.system(), tableau::Lobatto(3), splitting), 0.1, mass);
  };
  const auto uniform = choose(tableau::Splitting::uniform(0.8));
  EXPECT_EQ(uniform.solver->name(), "decoupled");
  EXPECT_NE(uniform.why.find("1 real and 1 complex"), std::string::npos) << uniform.why;
  const auto mixed = choose(support::by_letters("CCCSB"));
  EXPECT_EQ(mixed.solver->name(), "monolithic");
  EXPECT_NE(mixed.why.find("does not decouple"), std::string::npos) << mixed.why;
}

TEST(Strategy, DecoupledIsRefusedWhereItDoesNotFit) {
  const support::Manufactured problem;
  auto mass = solvers_of(problem, {.strategy = Strategy::decoupled});
  const auto coefficients =
      stage::make_coefficients(problem.system(), tableau::Lobatto(3), support::by_letters("CCCSB"));
  try {
    stage::prepare_step(problem.system(), coefficients, 0.1, mass);
    FAIL() << "accepted";
  } catch (const core::Error& error) {
    EXPECT_EQ(error.kind(), core::Failure::input);
    EXPECT_NE(std::string(error.what()).find("krylov"), std::string::npos);
  }
}

TEST(Coefficients, UnknownRegionIsNamed) {
  const support::Manufactured problem;
  auto splitting = tableau::Splitting::uniform(0.8);
  splitting.set("elastic@joimt", tableau::Mixture::pure(tableau::Family::IIIC));
  try {
    stage::make_coefficients(problem.system(), tableau::Lobatto(3), splitting);
    FAIL() << "accepted";
  } catch (const core::Error& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'joint'"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace sparkdyn
