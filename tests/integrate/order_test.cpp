// SPDX-License-Identifier: BSD-3-Clause
// Order 2s−2 of q, v and λ on a constrained, damped, forced system with an exact solution, for
// every splitting; constraints at round-off after every step.

#include <gtest/gtest.h>

#include <cmath>

#include "integrate/acceleration.hpp"
#include "integrate/spark_stepper.hpp"
#include "sparkdyn/run/run.hpp"
#include "support/manufactured.hpp"
#include "support/simulation.hpp"
#include "support/splittings.hpp"

namespace sparkdyn {
namespace {

struct Errors {
  double q, v, lambda;
  run::Violations violations;
};

/// Adds up squared errors at four times: one alone may fall on a zero of the error.
class ErrorObserver final : public run::Observer {
 public:
  ErrorObserver(const support::Manufactured& problem, long every)
      : problem_(&problem), every_(every) {}

  void on_step(const run::Frame& frame) override {
    if (frame.step() % every_ != 0) return;
    const double t = frame.time();
    sum_.q += (support::gather(frame.q()) - problem_->q(t)).squaredNorm();
    sum_.v += (support::gather(frame.v()) - problem_->v(t)).squaredNorm();
    sum_.lambda += (support::gather(frame.multiplier()) - problem_->lambda(t)).squaredNorm();
  }
  Errors errors() const {
    return {std::sqrt(sum_.q), std::sqrt(sum_.v), std::sqrt(sum_.lambda), {}};
  }

 private:
  const support::Manufactured* problem_;
  long every_;
  Errors sum_{};
};

Errors integrate_to_end(const support::Manufactured& problem,
                        const integrate::SparkOptions& options, double end, int steps) {
  const auto& system = problem.system();
  auto mass =
      std::make_shared<stage::MassSolver>(system, linear::plan_as_wished({.tolerance = 1e-14}));
  integrate::SparkStepper stepper(system, options, mass);
  integrate::Acceleration acceleration(system, mass);
  auto state = problem.initial();
  ErrorObserver observer(problem, steps / 4);
  const auto report =
      support::run_one(system, stepper, acceleration, state, {0, end, end / steps}, {&observer});
  EXPECT_TRUE(report.done) << report.cause;
  Errors errors = observer.errors();
  errors.violations = report.largest;
  return errors;
}

struct OrderCase {
  support::NamedSplitting splitting;
  int stages;
};

void PrintTo(const OrderCase& each, std::ostream* stream) {
  *stream << each.splitting.name << ", s = " << each.stages;
}

class Order : public ::testing::TestWithParam<OrderCase> {};

TEST_P(Order, OfDisplacementVelocityAndMultiplier) {
  const auto& [splitting, s] = GetParam();
  const support::Manufactured problem;
  const integrate::SparkOptions options{.stages = s, .splitting = splitting.splitting};
  // Steps small enough for the asymptotic regime, large enough to stay clear of round-off.
  const double end = s == 5 ? 6.0 : 2.0;
  const int coarse_steps = s == 2 ? 128 : s == 3 ? 24 : s == 4 ? 8 : 12;
  const Errors coarse = integrate_to_end(problem, options, end, coarse_steps);
  const Errors fine = integrate_to_end(problem, options, end, 2 * coarse_steps);
  const double expected = 2 * s - 2;
  EXPECT_NEAR(std::log2(coarse.q / fine.q), expected, 0.15) << coarse.q << " " << fine.q;
  EXPECT_NEAR(std::log2(coarse.v / fine.v), expected, 0.15) << coarse.v << " " << fine.v;
  EXPECT_NEAR(std::log2(coarse.lambda / fine.lambda), expected, 0.15)
      << coarse.lambda << " " << fine.lambda;
  EXPECT_LT(fine.violations.position, 1e-12);
  EXPECT_LT(fine.violations.velocity, 1e-12);
}

std::vector<OrderCase> order_cases() {
  std::vector<OrderCase> cases;
  for (int s = 2; s <= 5; ++s)
    for (const auto& splitting : support::all_splittings()) cases.push_back({splitting, s});
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Splittings, Order, ::testing::ValuesIn(order_cases()),
                         [](const auto& each) {
                           std::string name =
                               each.param.splitting.name + "_s" + std::to_string(each.param.stages);
                           for (char& c : name)
                             if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                           return name + "_" + std::to_string(each.index);
                         });

}  // namespace
}  // namespace sparkdyn
