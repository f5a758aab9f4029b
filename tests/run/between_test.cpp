// SPDX-License-Identifier: BSD-3-Clause
// States between steps: at the times asked for and no others, one order above the stages', with the
// constraints in force, of every load case.

#include <gtest/gtest.h>

#include <cmath>

#include "integrate/spark_stepper.hpp"
#include "sparkdyn/run/run.hpp"
#include "support/manufactured.hpp"
#include "support/simulation.hpp"

namespace sparkdyn {
namespace {

using run::OutputTimes;

TEST(OutputTimes, AreThoseInsideAStep) {
  const OutputTimes times{.listed = {0.05, 0.2, 0.25}, .start = 0, .interval = 0.1, .step = 0.2};
  EXPECT_EQ(times.within(0, 0.2), (std::vector<double>{0.05, 0.1}));
  const auto next = times.within(0.2, 0.4);
  ASSERT_EQ(next.size(), 2U);
  EXPECT_EQ(next[0], 0.25);
  EXPECT_NEAR(next[1], 0.3, 1e-15);
  EXPECT_TRUE(times.at(0.2));
  EXPECT_TRUE(times.at(0.4 + 1e-12));
  EXPECT_FALSE(times.at(0.33));
  EXPECT_FALSE(OutputTimes{}.any());
}

/// Even where k·interval is not a number of the machine's, no time comes twice or is left out.
TEST(OutputTimes, LoseNoneOverManySteps) {
  const OutputTimes times{.interval = 0.01, .step = 0.03};
  long count = 0;
  for (int k = 0; k < 10000; ++k) {
    const double from = 0.03 * k, to = 0.03 * (k + 1);
    count += static_cast<long>(times.within(from, to).size()) + (times.at(to) ? 1 : 0);
  }
  EXPECT_EQ(count, 30000);
}

struct Errors final : run::Observer {
  const support::Manufactured* problem;
  double q = 0, v = 0;
  long seen = 0;

  explicit Errors(const support::Manufactured& given) : problem(&given) {}
  void on_between(const run::Frame& frame) override {
    ++seen;
    const double t = frame.time();
    q = std::max(q, (support::gather(frame.q()) - problem->q(t)).norm());
    v = std::max(v, (support::gather(frame.v()) - problem->v(t)).norm());
  }
};

Errors errors_between(const support::Manufactured& problem, int stages, int steps) {
  const auto& system = problem.system();
  auto mass = std::make_shared<stage::MassSolver>(system);
  integrate::SparkStepper stepper(system, integrate::gauss_method(system, stages), mass);
  integrate::Acceleration acceleration(system, mass);
  auto state = problem.initial();
  const run::SystemCase only{&stepper, &acceleration, &state};
  const run::TimeSpan span{0, 2, 2.0 / steps};
  run::SystemIntegration integration(system, std::span(&only, 1), span, false);
  Errors errors(problem);
  const OutputTimes times{.interval = span.step / 7, .step = span.step};
  EXPECT_TRUE(run::run(integration, {{&errors}}, nullptr, times).front().done);
  EXPECT_EQ(errors.seen, 6 * steps);
  return errors;
}

TEST(Between, OrderIsAboveThatOfTheStages) {
  const support::Manufactured problem;
  for (const int s : {2, 3, 4}) {
    const int steps = s == 2 ? 40 : s == 3 ? 20 : 12;
    const auto coarse = errors_between(problem, s, steps),
               fine = errors_between(problem, s, 2 * steps);
    // q has s + 2 but not more than the steps themselves, v has s + 1.
    EXPECT_GT(std::log2(coarse.q / fine.q), std::min(s + 2, 2 * s - 1) - 0.4) << s;
    EXPECT_GT(std::log2(coarse.v / fine.v), std::min(s + 1, 2 * s - 1) - 0.4) << s;
  }
}

}  // namespace
}  // namespace sparkdyn
