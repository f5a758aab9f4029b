// SPDX-License-Identifier: BSD-3-Clause
// What a stepper on Gauss' nodes owes a run besides its order: load cases at once as one by one, a
// restart to the bit, every number of stages, regions that are there.

#include <gtest/gtest.h>

#include "sparkdyn/core/error.hpp"
#include "support/kept_archive.hpp"
#include "support/manufactured.hpp"
#include "support/simulation.hpp"
#include "support/splittings.hpp"

namespace sparkdyn {
namespace {

using Eigen::VectorXd;

/// The matrices of the problem with a load for all cases and one for each of three.
mechanics::System with_load_cases(const support::Manufactured& p) {
  using mechanics::Kind;
  std::vector<mechanics::MatrixTerm> terms{
      {Kind::elastic, "", {{1.0, support::distribute_shared(p.K)}}},
      {Kind::elastic, "joint", {{1.0, support::distribute_shared(p.K_joint)}}},
      {Kind::damping, "", {{1.0, support::distribute_shared(p.C)}}}};
  std::vector<mechanics::TimedVector> loads;
  for (int k = -1; k < 3; ++k) {
    VectorXd shape = VectorXd::Zero(p.M.rows());
    shape(k + 1) = 1.0 + k;
    loads.push_back(support::shaped(shape, mechanics::sine_amplitude(0.3 + 0.1 * k, 0.2)));
    loads.back().load_case = k;
  }
  return {support::distribute_shared(p.M), std::move(terms), std::move(loads),
          mechanics::Constraint{support::distribute(p.G), {}}};
}

std::vector<mechanics::State> at_rest(const mechanics::System& system) {
  std::vector<mechanics::State> states;
  for (int k = 0; k < 3; ++k)
    states.push_back({0, system.make_displacement(), system.make_displacement(), k});
  return states;
}

TEST(GaussNodes, LoadCasesAtOnceAreThoseOneByOne) {
  const support::Manufactured problem;
  const auto system = with_load_cases(problem);
  for (const auto& splitting :
       {support::by_radii(0.8, {}), support::by_radii(0.8, {{"load", 1}}),
        support::by_radii(0.8, {{"elastic@joint", 0}, {"damping", 0.3}, {"velocity", 1}})})
    for (const int s : {1, 3, 6}) {
      const auto method = integrate::gauss_method(system, s, splitting);
      support::Simulation together(system, method);
      auto states = at_rest(system);
      std::vector<mechanics::State*> all{&states[0], &states[1], &states[2]};
      std::vector<integrate::StepWork> work;
      for (int n = 0; n < 20; ++n) {
        work.clear();
        const auto result =
            together.stepper.step_all(all, 0.3, integrate::Account::loads_and_damping, &work);
        ASSERT_TRUE(result.done) << result.cause;
        ASSERT_EQ(work.size(), 3U);
      }
      for (int k = 0; k < 3; ++k) {
        support::Simulation alone(system, method);
        auto state = std::move(at_rest(system)[static_cast<std::size_t>(k)]);
        for (int n = 0; n < 20; ++n) ASSERT_TRUE(alone.stepper.step(state, 0.3).done);
        const auto& found = states[static_cast<std::size_t>(k)];
        const VectorXd q = support::gather(state.q), v = support::gather(state.v);
        EXPECT_LT((support::gather(found.q) - q).norm(), 1e-13 * q.norm()) << method.description;
        EXPECT_LT((support::gather(found.v) - v).norm(), 1e-13 * v.norm()) << method.description;
        const auto expected = alone.stepper.work(integrate::Account::loads_and_damping);
        EXPECT_NEAR(work[static_cast<std::size_t>(k)].external, expected.external, 1e-13);
        EXPECT_NEAR(work[static_cast<std::size_t>(k)].dissipated, expected.dissipated, 1e-13);
      }
    }
}

/// Five steps, and five more by another stepper that was given what the first one carries.
TEST(GaussNodes, RestartsToTheBit) {
  const support::Manufactured problem;
  const auto& system = problem.system();
  for (const auto strategy : {linear::Strategy::automatic, linear::Strategy::multigrid,
                              linear::Strategy::krylov, linear::Strategy::monolithic})
    for (const auto& splitting :
         {tableau::GaussSplitting::uniform(0.8), support::gauss_mixtures().back().splitting})
      for (const int s : {1, 2, 4}) {
        const auto method = integrate::gauss_method(system, s, splitting);
        support::Simulation whole(system, method, {.strategy = strategy});
        auto state = problem.initial();
        for (int n = 0; n < 5; ++n) ASSERT_TRUE(whole.stepper.step(state, 0.1).done);
        support::KeptArchive archive;
        whole.stepper.carry(0, archive);
        mechanics::State later{state.t, core::make_copy(Vec(state.q)),
                               core::make_copy(Vec(state.v))};
        support::Simulation second(system, method, {.strategy = strategy});
        archive.turn();
        second.stepper.prepare(later, 0.1);
        second.stepper.carry(0, archive);
        for (int n = 0; n < 5; ++n) {
          ASSERT_TRUE(whole.stepper.step(state, 0.1).done);
          ASSERT_TRUE(second.stepper.step(later, 0.1).done);
        }
        EXPECT_EQ(support::gather(later.q), support::gather(state.q))
            << linear::name(strategy) << ", " << method.description;
        EXPECT_EQ(support::gather(later.v), support::gather(state.v));
      }
}

/// More stages, smaller errors, until round-off: h = 1 is about three radians of the fastest mode.
TEST(GaussNodes, EveryNumberOfStages) {
  const support::Manufactured problem;
  for (const auto& splitting :
       {tableau::GaussSplitting::uniform(0.8), support::gauss_mixtures().front().splitting,
        support::gauss_mixtures().back().splitting}) {
    double before = 1e3;
    for (int s = 1; s <= 10; ++s) {
      const auto method = integrate::gauss_method(problem.system(), s, splitting);
      support::Simulation simulation(problem.system(), method);
      auto state = problem.initial();
      const auto report = simulation.run(state, 10, 10);
      ASSERT_TRUE(report.done) << report.cause;
      EXPECT_LT(report.largest.position, 1e-12) << method.description;
      EXPECT_LT(report.largest.velocity, 1e-12) << method.description;
      const double error = (support::gather(state.q) - problem.q(10)).norm();
      EXPECT_LT(error, std::max(0.1 * before, 1e-12)) << method.description;
      before = error;
    }
  }
}

TEST(GaussNodes, UnknownRegionsAreRefused) {
  const support::Manufactured problem;
  for (const char* term : {"elastic@jont", "load@joint"}) try {
      integrate::gauss_method(problem.system(), 3, support::by_radii(0.8, {{term, 0}}));
      ADD_FAILURE() << term;
    } catch (const core::Error& error) {
      EXPECT_EQ(error.kind(), core::Failure::input);
      EXPECT_NE(std::string(error.what()).find(term), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace sparkdyn
