// SPDX-License-Identifier: BSD-3-Clause
// Order 2s−2 of q, v and λ on a constrained, damped, forced system with an exact solution, for
// every splitting on Lobatto's nodes; 2s−1 on Gauss' for every ρ∞ and mixture of them over terms
// and regions, 2s where all are 1. Constraints at round-off after every step.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

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

Errors integrate_to_end(const support::Manufactured& problem, const integrate::SparkMethod& method,
                        double end, int steps) {
  support::Simulation simulation(problem.system(), method, {.tolerance = 1e-14});
  auto state = problem.initial();
  ErrorObserver observer(problem, steps / 4);
  const auto report = simulation.run(state, end, steps, {&observer});
  EXPECT_TRUE(report.done) << report.cause;
  Errors errors = observer.errors();
  errors.violations = report.largest;
  return errors;
}

/// Steps small enough for the asymptotic regime, large enough to stay clear of round-off.
struct Steps {
  double end;
  int coarse, fine;
};

void expect_order(const integrate::SparkMethod& method, const support::Manufactured& problem,
                  const Steps& steps, double tolerance) {
  const Errors coarse = integrate_to_end(problem, method, steps.end, steps.coarse);
  const Errors fine = integrate_to_end(problem, method, steps.end, steps.fine);
  const double refined = std::log2(double(steps.fine) / steps.coarse);
  const auto expect = [&](const char* what, double before, double after) {
    EXPECT_NEAR(std::log2(before / after) / refined, method.order, tolerance)
        << what << ": " << before << " " << after;
  };
  expect("q", coarse.q, fine.q);
  expect("v", coarse.v, fine.v);
  expect("lambda", coarse.lambda, fine.lambda);
  EXPECT_LT(fine.violations.position, 1e-12);
  EXPECT_LT(fine.violations.velocity, 1e-12);
}

template <typename Named>
struct OrderCase {
  Named splitting;
  int stages;

  std::string name() const {
    std::string name = splitting.name + "_s" + std::to_string(stages);
    for (char& c : name)
      if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
  }
};

template <typename Named>
void PrintTo(const OrderCase<Named>& each, std::ostream* stream) {
  *stream << each.splitting.name << ", s = " << each.stages;
}

template <typename Named>
std::vector<OrderCase<Named>> order_cases(const std::vector<Named>& splittings, int first) {
  std::vector<OrderCase<Named>> cases;
  for (int s = first; s <= 5; ++s)
    for (const auto& splitting : splittings) cases.push_back({splitting, s});
  return cases;
}

const auto case_name = [](const auto& each) {
  return each.param.name() + "_" + std::to_string(each.index);
};

class Order : public ::testing::TestWithParam<OrderCase<support::NamedSplitting>> {};

TEST_P(Order, OfDisplacementVelocityAndMultiplier) {
  const auto& [splitting, s] = GetParam();
  const support::Manufactured problem;
  const int coarse = s == 2 ? 128 : s == 3 ? 24 : s == 4 ? 8 : 12;
  const auto method = integrate::lobatto_method(problem.system(), s, splitting.splitting);
  EXPECT_EQ(method.order, 2 * s - 2);
  expect_order(method, problem, {s == 5 ? 6.0 : 2.0, coarse, 2 * coarse}, 0.15);
}

INSTANTIATE_TEST_SUITE_P(Splittings, Order,
                         ::testing::ValuesIn(order_cases(support::all_splittings(), 2)), case_name);

class GaussOrder : public ::testing::TestWithParam<OrderCase<support::NamedRadii>> {};

/// With five stages little lies between the asymptotic range and round-off: where ρ∞ is near 1 the
/// term of order 2s−1 is small, and that of order 2s leads until late.
Steps gauss_steps(int stages, const support::NamedRadii& splitting) {
  if (stages == 1) return {2, 96, 192};
  if (stages == 2) return {2, 32, 64};
  if (stages == 3) return {2, 16, 32};
  if (stages == 4) return {2, 8, 12};
  if (!splitting.splitting.damped()) return {6, 12, 16};
  return {6, 16, 20};
}

TEST_P(GaussOrder, OfDisplacementVelocityAndMultiplier) {
  const auto& [splitting, s] = GetParam();
  const support::Manufactured problem;
  const auto method = integrate::gauss_method(problem.system(), s, splitting.splitting);
  EXPECT_EQ(method.order, splitting.splitting.damped() ? 2 * s - 1 : 2 * s);
  expect_order(method, problem, gauss_steps(s, splitting), 0.3);
}

class OneFactorOrder : public ::testing::TestWithParam<std::tuple<int, double>> {};

TEST_P(OneFactorOrder, OfDisplacementVelocityAndMultiplier) {
  const auto [s, rho] = GetParam();
  const support::Manufactured problem;
  const auto method = integrate::one_factor_method(problem.system(), s, rho);
  EXPECT_EQ(method.order, s);
  const int coarse = s < 4 ? 128 : s == 4 ? 96 : 32;
  expect_order(method, problem, {2, coarse, 2 * coarse}, 0.5);
}

INSTANTIATE_TEST_SUITE_P(Radii, OneFactorOrder,
                         ::testing::Combine(::testing::Range(2, 7),
                                            ::testing::Values(0.0, 0.5, 0.8, 1.0)));

std::vector<support::NamedRadii> gauss_splittings() {
  std::vector<support::NamedRadii> all;
  for (const double rho : {0.0, 0.5, 0.8, 1.0})
    all.push_back({fmt::format("rho {}", rho), tableau::GaussSplitting::uniform(rho)});
  for (const auto& mixture : support::gauss_mixtures()) all.push_back(mixture);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Splittings, GaussOrder,
                         ::testing::ValuesIn(order_cases(gauss_splittings(), 1)), case_name);

}  // namespace
}  // namespace sparkdyn
