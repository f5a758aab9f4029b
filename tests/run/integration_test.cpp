// SPDX-License-Identifier: BSD-3-Clause
// What goes on from an archive makes the same bits as what was never interrupted, whatever is
// stepped: several load cases of a system, by methods that carry something and by those that do
// not, and a mechanism with constant and with variable steps.

#include <gtest/gtest.h>

#include "run/mechanism_integration.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/log.hpp"
#include "sparkdyn/dae/integrate.hpp"
#include "sparkdyn/dae/method.hpp"
#include "sparkdyn/run/own_matrices.hpp"
#include "sparkdyn/run/simulation.hpp"
#include "support/dense.hpp"
#include "support/kept_archive.hpp"
#include "support/manufactured.hpp"

namespace sparkdyn {
namespace {

constexpr run::TimeSpan span{0, 1, 0.05};

std::unique_ptr<run::Simulation> simulate(const run::MethodOptions& method, core::Log& log) {
  const auto owner = std::make_shared<const support::Manufactured>();
  const support::Manufactured& problem = *owner;
  const std::shared_ptr<const mechanics::System> system(owner, &problem.system());
  std::vector<mechanics::State> states;
  for (int k = 0; k < 2; ++k) {
    states.push_back(problem.initial());
    states.back().load_case = k;
  }
  auto simulation = std::make_unique<run::Simulation>(
      system, std::move(states), run::SimulationOptions{.method = method, .span = span}, log);
  simulation->prepare(span, 0);
  return simulation;
}

/// Stops after a step.
struct StopAt final : run::CheckpointHook {
  long step;
  explicit StopAt(long at) : step(at) {}
  bool after_step(run::Integration& integration) override { return integration.step() == step; }
};

void expect_same(const mechanics::State& a, const mechanics::State& b) {
  EXPECT_EQ(a.t, b.t);
  EXPECT_EQ(support::gather(a.q), support::gather(b.q));
  EXPECT_EQ(support::gather(a.v), support::gather(b.v));
}

TEST(Integration, ASystemGoesOnToTheSameBitsWithEveryFamily) {
  core::Log log(PETSC_COMM_WORLD);
  for (const run::MethodOptions& method :
       {run::lobatto(3, 0.8), run::newmark(), run::hht(), run::generalized_alpha(0.7)}) {
    const auto whole = simulate(method, log), first = simulate(method, log),
               second = simulate(method, log);
    const auto expected = whole->run();
    StopAt stop(7);
    const auto stopped = first->integration(span);
    EXPECT_TRUE(run::run(*stopped, {}, &stop).front().stopped);
    const auto resumed = second->integration(span);
    for (int k = 0; k < 2; ++k) {
      support::KeptArchive archive;
      stopped->carry(k, archive);
      archive.turn();
      resumed->carry(k, archive);
    }
    resumed->resume(7);
    EXPECT_TRUE(resumed->resumed());
    const auto found = run::run(*resumed, {});
    for (std::size_t k = 0; k < 2; ++k) {
      expect_same(second->states()[k], whole->states()[k]);
      EXPECT_EQ(found[k].steps, expected[k].steps);
      EXPECT_EQ(found[k].energies.balance, expected[k].energies.balance);
      EXPECT_EQ(found[k].largest.velocity, expected[k].largest.velocity);
    }
  }
}

TEST(Integration, WhatBelongsToAnotherMethodIsLeftOut) {
  core::Log log(PETSC_COMM_WORLD);
  const auto first = simulate(run::newmark(), log), second = simulate(run::lobatto(), log);
  const auto from = first->integration(span), to = second->integration(span);
  support::KeptArchive archive;
  from->carry(0, archive);
  EXPECT_TRUE(archive.vectors.contains("stepper-averaged"));
  archive.turn("stepper");
  EXPECT_NO_THROW(to->carry(0, archive));
}

/// A family of a program's own: explicit Euler, as far from the library's as can be.
class Euler final : public integrate::Stepper {
 public:
  integrate::StepWork work(integrate::Account) override { return {}; }
  int order() const override { return 1; }
  std::string description() const override { return "explicit Euler"; }
  std::string solver_description() const override { return "none"; }
  void prepare(const mechanics::State&, double) override {}
  linear::SolverTimes times() const override { return {}; }
  double factor_entries() const override { return 0; }

 protected:
  integrate::StepResult advance(const mechanics::State& state, double h,
                                mechanics::State& next) override {
    next.t = state.t + h;
    core::check(VecWAXPY(next.q, h, state.v, state.q));
    core::check(VecWAXPY(next.v, -h, state.q, state.v));  // M = K = 1
    return {};
  }
};

TEST(Method, AProgramsOwnFamilyRuns) {
  run::MethodFamily family = run::method_families().back();
  family.name = "euler";
  family.shared = true;
  family.make = [](const run::MethodOptions&, const run::StepperParts&) {
    return std::make_unique<Euler>();
  };
  const Eigen::MatrixXd one = Eigen::MatrixXd::Identity(3, 3);
  const core::Matrix M = support::distribute(one), K = support::distribute(one);
  const auto system = run::make_system({.M = M, .K = K});
  core::Log log(PETSC_COMM_WORLD);
  std::vector<mechanics::State> states;
  states.push_back(support::make_state(0, Eigen::VectorXd::Ones(3), Eigen::VectorXd::Zero(3)));
  run::Simulation simulation(system, std::move(states),
                             {.method = {.family = &family}, .span = {0, 1, 1e-3}}, log);
  EXPECT_TRUE(simulation.run().front().done);
  EXPECT_NEAR(support::gather(simulation.states()[0].q)(1), std::cos(1.0), 1e-3);
}

TEST(Method, AKeyOfAnotherFamilyIsAnError) {
  EXPECT_THROW(run::newmark().value("stages"), core::Error);
  EXPECT_EQ(run::lobatto(4).value("stages"), 4);
  EXPECT_EQ(run::MethodOptions{}.value("stages"), 3);
}

run::MechanismOptions pendulum(dae::Stepper& stepper, const dae::Problem& problem, bool variable) {
  const auto steps = [&stepper, variable](const dae::Point& from) {
    if (!variable) return dae::constant_steps(stepper, from, 2.0, 0.01);
    return dae::variable_steps(stepper, from, 2.0, {.tolerance = 1e-6, .first_step = 0.01});
  };
  return {.problem = problem, .steps = steps, .end = 2.0, .first_step = 0.01};
}

TEST(Integration, AMechanismGoesOnToTheSameBits) {
  const dae::Problem problem = dae::make_problem("pendulum");
  for (const bool variable : {false, true}) {
    dae::Stepper one(problem.system, dae::lobatto_a_b(3)), two(problem.system, dae::lobatto_a_b(3)),
        three(problem.system, dae::lobatto_a_b(3));
    run::MechanismIntegration whole(pendulum(one, problem, variable));
    EXPECT_TRUE(run::run(whole, {}).front().done);
    run::MechanismIntegration first(pendulum(two, problem, variable));
    StopAt stop(9);
    EXPECT_TRUE(run::run(first, {}, &stop).front().stopped);
    support::KeptArchive archive;
    first.carry(0, archive);
    archive.turn();
    run::MechanismIntegration second(pendulum(three, problem, variable));
    second.carry(0, archive);
    second.resume(9);
    EXPECT_EQ(second.time(), first.time());
    run::run(second, {});
    EXPECT_EQ(second.step(), whole.step());
    EXPECT_EQ(second.summary().end.y, whole.summary().end.y);
    EXPECT_EQ(second.summary().end.u, whole.summary().end.u);
    EXPECT_EQ(second.findings().quantities.back().deviation,
              whole.findings().quantities.back().deviation);
    EXPECT_EQ(second.report(0).iterations, whole.report(0).iterations);
  }
}

TEST(Integration, AMechanismShowsItsStateToObservers) {
  struct Last final : run::Observer {
    double q = 0, violation = 1;
    std::vector<std::string> names;
    void on_finish(const run::Frame& frame) override {
      q = core::ReadArray(frame.q())[0];
      violation = frame.violations().position;
      for (const auto& number : frame.account()) names.emplace_back(number.name);
    }
  };
  const dae::Problem problem = dae::make_problem("pendulum");
  dae::Stepper stepper(problem.system, dae::lobatto_a_b(3));
  run::MechanismIntegration integration(pendulum(stepper, problem, false));
  Last last;
  run::run(integration, {{&last}});
  EXPECT_EQ(last.q, integration.summary().end.y[0]);
  EXPECT_LT(last.violation, 1e-12);
  EXPECT_EQ(last.names[0], "kinetic");
  EXPECT_EQ(last.names.back(), "velocity_violation");
}

TEST(OwnMatrices, AreSharedAndOutliveTheirOwner) {
  const Eigen::MatrixXd one = Eigen::MatrixXd::Identity(4, 4);
  core::Matrix M = support::distribute(one), K = support::distribute(one);
  const auto system = run::make_system({.M = M, .K = K});
  EXPECT_EQ(system->mass()->get(), M.get());
  M.reset();
  K.reset();
  const auto state = run::make_state(*system);
  EXPECT_EQ(core::norm(state.q), 0);
  EXPECT_EQ(system->strain_energy(state.q), 0);
}

}  // namespace
}  // namespace sparkdyn
