// SPDX-License-Identifier: BSD-3-Clause
// The run loop: times, the shortened last step, failures that leave the last good state.

#include "sparkdyn/run/run.hpp"

#include <gtest/gtest.h>

#include "sparkdyn/core/error.hpp"
#include "support/manufactured.hpp"
#include "support/simulation.hpp"
#include "support/splittings.hpp"

namespace sparkdyn {
namespace {

using run::TimeSpan;

TEST(TimeSpan, CountsWholeAndShortenedSteps) {
  EXPECT_EQ((TimeSpan{0, 1, 0.1}.steps()), 10);
  EXPECT_EQ((TimeSpan{0, 1, 0.1}.size(10)), 0.1);
  EXPECT_EQ((TimeSpan{0, 1, 0.3}.steps()), 4);
  EXPECT_NEAR((TimeSpan{0, 1, 0.3}.size(4)), 0.1, 1e-15);
  EXPECT_EQ((TimeSpan{0, 1, 0.3}.time(4)), 1.0);
  EXPECT_EQ((TimeSpan{2, 3, 5.0}.steps()), 1);
  EXPECT_NEAR((TimeSpan{2, 3, 5.0}.size(1)), 1.0, 1e-15);
  EXPECT_EQ((TimeSpan{0, 1e4, 0.1}.steps()), 100000);
  EXPECT_EQ((TimeSpan{0, 1e4, 0.1}.size(100000)), 0.1);
}

TEST(Run, ShortenedLastStepKeepsTheOrder) {
  const support::Manufactured problem;
  const integrate::SparkOptions options{.stages = 4};
  auto state = problem.initial();
  support::Simulation simulation(problem.system(), options);
  const auto report = support::run_one(problem.system(), simulation.stepper,
                                       simulation.acceleration, state, {0, 1, 0.03});
  EXPECT_EQ(report.steps, 34);
  EXPECT_EQ(state.t, 1.0);
  EXPECT_LT((support::gather(state.q) - problem.q(1)).norm(), 1e-10);
  EXPECT_LT(report.largest.velocity, 1e-13);
}

struct Recorder final : run::Observer {
  std::vector<long> steps;
  int started = 0, finished = 0;
  void on_start(const run::Frame& frame) override {
    ++started;
    EXPECT_TRUE(frame.first());
  }
  void on_step(const run::Frame& frame) override { steps.push_back(frame.step()); }
  void on_finish(const run::Frame&) override { ++finished; }
};

TEST(Run, InstabilityIsReportedWithStepAndTime) {
  const support::Manufactured problem(
      {.constraints = 0, .damped = false, .stiffness_contrast = 1e6, .forced = false});
  support::Simulation simulation(problem.system(),
                                 {.stages = 2, .splitting = support::by_letters("ABBBB")});
  auto state = support::make_state(0, Eigen::VectorXd::Ones(7), Eigen::VectorXd::Zero(7));
  Recorder recorder;
  const auto report = simulation.run(state, 100, 1000, {&recorder});
  EXPECT_FALSE(report.done);
  EXPECT_NE(report.cause.find("step "), std::string::npos) << report.cause;
  EXPECT_NE(report.cause.find("t = "), std::string::npos) << report.cause;
  EXPECT_EQ(recorder.started, 1);
  EXPECT_EQ(recorder.finished, 1);
  EXPECT_TRUE(std::isfinite(core::norm(state.q)));
}

/// Fails on the third call.
class Failing final : public integrate::Stepper {
 public:
  integrate::StepWork work(integrate::Account) override { return {}; }
  int order() const override { return 1; }
  std::string description() const override { return "failing"; }
  std::string solver_description() const override { return "none"; }
  void prepare(const mechanics::State&, double) override {}
  linear::SolverTimes times() const override { return {}; }
  double factor_entries() const override { return 0; }

 protected:
  integrate::StepResult advance(const mechanics::State& state, double h,
                                mechanics::State& next) override {
    next.t = state.t + h;
    core::copy(state.q, next.q);
    core::check(VecSet(next.v, ++calls_ == 3 ? NAN : 1.0));
    return {};
  }

 private:
  int calls_ = 0;
};

TEST(Stepper, ARejectedStepLeavesTheStateUntouched) {
  Failing stepper;
  auto state = support::make_state(0, Eigen::VectorXd::Ones(3), Eigen::VectorXd::Zero(3));
  EXPECT_TRUE(stepper.step(state, 0.5).done);
  EXPECT_TRUE(stepper.step(state, 0.5).done);
  const auto result = stepper.step(state, 0.5);
  EXPECT_FALSE(result.done);
  EXPECT_NE(result.cause.find("not finite"), std::string::npos);
  EXPECT_EQ(state.t, 1.0);
  EXPECT_EQ(support::gather(state.v), Eigen::VectorXd::Ones(3));
}

TEST(Initial, InconsistencyIsMeasuredAndProjectedAway) {
  const support::Manufactured problem;
  auto state = problem.initial(0.4);
  EXPECT_NO_THROW(integrate::require_consistent(problem.system(), state));
  core::check(VecShift(state.q, 0.1));
  EXPECT_THROW(integrate::require_consistent(problem.system(), state), core::Error);
  stage::MassSolver mass(problem.system());
  integrate::project(problem.system(), state, mass);
  EXPECT_NO_THROW(integrate::require_consistent(problem.system(), state));
  EXPECT_GT((support::gather(state.q) - problem.q(0.4)).norm(), 1e-3);  // the smallest change only
}

/// Massless degrees of freedom: algebraic with a uniform splitting, held by their stiffness.
TEST(Massless, UniformSplittingSolvesAlgebraicParts) {
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(3, 3), K(3, 3);
  M.diagonal() << 1, 0, 2;
  K << 5, -2, 0, -2, 6, -3, 0, -3, 4;
  const mechanics::System system(
      support::distribute_shared(M),
      {{mechanics::Kind::elastic, "", {{1.0, support::distribute_shared(K)}}}}, {}, {});
  Eigen::VectorXd q(3);
  q << 1, 0, -0.5;
  q(1) = (2 * q(0) + 3 * q(2)) / 6;
  Eigen::VectorXd v = Eigen::VectorXd::Zero(3);
  auto state = support::make_state(0, q, v);
  support::Simulation simulation(system,
                                 {.stages = 4, .splitting = tableau::Splitting::uniform(0.8)});
  const auto report = simulation.run(state, 5, 200);
  ASSERT_TRUE(report.done) << report.cause;
  EXPECT_FALSE(simulation.acceleration.available());
  // The condensed system of the two masses, integrated by itself.
  Eigen::MatrixXd condensed(2, 2);
  condensed << K(0, 0) - K(0, 1) * K(1, 0) / K(1, 1), -K(0, 1) * K(1, 2) / K(1, 1),
      -K(2, 1) * K(1, 0) / K(1, 1), K(2, 2) - K(2, 1) * K(1, 2) / K(1, 1);
  const mechanics::System small(
      support::distribute_shared(Eigen::Vector2d(1, 2).asDiagonal().toDenseMatrix()),
      {{mechanics::Kind::elastic, "", {{1.0, support::distribute_shared(condensed)}}}}, {}, {});
  auto other = support::make_state(0, Eigen::Vector2d(q(0), q(2)), Eigen::Vector2d::Zero());
  support::Simulation reference(small,
                                {.stages = 4, .splitting = tableau::Splitting::uniform(0.8)});
  reference.run(other, 5, 200);
  EXPECT_NEAR(support::gather(state.q)(0), support::gather(other.q)(0), 1e-11);
  EXPECT_NEAR(support::gather(state.q)(2), support::gather(other.q)(1), 1e-11);
}

/// Units must not matter: M of 1e-12 and K of 1e9 give the step of M and K scaled to one.
TEST(Units, ScalesDoNotChangeTheStep) {
  for (const auto& letters : {"CCCCC", "CCCSB"})
    for (const auto strategy : {linear::Strategy::automatic, linear::Strategy::krylov}) {
      Eigen::VectorXd reference;
      for (const double unit : {1.0, 1e-12, 1e9}) {
        Eigen::MatrixXd M = Eigen::MatrixXd::Identity(4, 4), K = M, G(1, 4);
        K.diagonal() << 1, 2, 3, 4;
        G << 1, 1, -1, 0.5;
        std::vector<mechanics::TimedVector> loads;
        loads.push_back(
            support::shaped(unit * Eigen::VectorXd::Ones(4), mechanics::sine_amplitude(0.3, 0.5)));
        const mechanics::System system(
            support::distribute_shared(unit * M),
            {{mechanics::Kind::elastic, "", {{1.0, support::distribute_shared(unit * K)}}}},
            std::move(loads), mechanics::Constraint{support::distribute(G), {}});
        auto state = support::make_state(0, Eigen::VectorXd::Zero(4), Eigen::VectorXd::Zero(4));
        support::Simulation simulation(system,
                                       {.stages = 3, .splitting = support::by_letters(letters)},
                                       {.strategy = strategy});
        const auto report = simulation.run(state, 3, 15);
        ASSERT_TRUE(report.done) << report.cause;
        EXPECT_LT(report.largest.position, 1e-12);
        if (unit == 1.0)
          reference = support::gather(state.q);
        else
          EXPECT_LT((support::gather(state.q) - reference).norm(), 1e-9 * reference.norm())
              << letters << " " << unit;
      }
    }
}

}  // namespace
}  // namespace sparkdyn
