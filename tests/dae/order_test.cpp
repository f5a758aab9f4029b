// SPDX-License-Identifier: BSD-3-Clause
// The order of y, z and u: 2s − 2 for Lobatto SPARK (Corollary 8.2 of Jay 1998), 2s for
// Gauss–Lobatto SPARK (Theorem 5 of Jay 2007), within 0.2.
#include <gtest/gtest.h>

#include "support.hpp"

namespace sparkdyn::dae {
namespace {

struct Case {
  std::string problem;
  double end_time;
  int steps;  // the coarser of two runs; the finer has twice as many
  bool gauss;
  int stages;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.problem << (c.gauss ? " Gauss-Lobatto s=" : " Lobatto s=") << c.stages;
}

class Order : public ::testing::TestWithParam<Case> {};

// Closed form, or two more orders and four times the steps.
Point reference(const Problem& problem, const Case& c) {
  if (problem.exact) return problem.exact(c.end_time);
  return testing::run(problem, lobatto_spark(8, problem.splitting), c.end_time, 4 * c.steps);
}

TEST_P(Order, OfAllVariables) {
  const Case& c = GetParam();
  const Problem problem = make_problem(c.problem);
  const Method method =
      c.gauss ? gauss_lobatto_spark(c.stages) : lobatto_spark(c.stages, problem.splitting);
  EXPECT_EQ(method.order, c.gauss ? 2 * c.stages : 2 * c.stages - 2);
  const Point exact = reference(problem, c);
  const Point coarse = testing::run(problem, method, c.end_time, c.steps);
  const Point fine = testing::run(problem, method, c.end_time, 2 * c.steps);
  const auto check = [&](const char* name, Eigen::VectorXd Point::*part) {
    if ((exact.*part).size() == 0) return;
    const double coarse_error = testing::distance(coarse.*part, exact.*part);
    const double fine_error = testing::distance(fine.*part, exact.*part);
    const double observed = std::log2(coarse_error / fine_error);
    EXPECT_GT(observed, method.order - 0.2) << name << ": " << coarse_error << " " << fine_error;
    // u of (23) with s = 4 and of the five families with s = 5 (9.3) have a leading term too small
    // to be seen and converge faster than they must.
    if (c.problem == "jay-2007-dae") return;
    if (c.problem == "index2-five-families" && c.stages == 5) return;
    EXPECT_LT(observed, method.order + 0.2) << name << ": " << coarse_error << " " << fine_error;
  };
  check("y", &Point::y);
  check("z", &Point::z);
  check("u", &Point::u);
}

std::vector<Case> cases() {
  std::vector<Case> result;
  const auto add = [&](const std::string& problem, double end_time, bool gauss,
                       const std::vector<int>& steps) {
    for (std::size_t k = 0; k < steps.size(); ++k) {
      result.push_back({problem, end_time, steps[k], gauss, static_cast<int>(k) + (gauss ? 1 : 2)});
    }
  };
  add("jay-2007-dae", 1.0, false, {20, 10, 10, 5});
  add("jay-2007-dae", 2.0, true, {40, 20, 20, 12});
  add("pendulum", 1.0, false, {40, 20, 20, 10});
  add("pendulum", 1.0, true, {40, 20, 20, 10});
  add("car-axis", 0.5, false, {100, 50, 25, 25});
  add("car-axis", 0.5, true, {200, 50, 25, 25});
  add("index2-five-families", 1.0, false, {40, 40, 10, 5});
  return result;
}

INSTANTIATE_TEST_SUITE_P(Problems, Order, ::testing::ValuesIn(cases()));

// Every mixture keeps the order, also component by component.
TEST(Order, OfMixturesByTermAndComponent) {
  using tableau::Family, tableau::Mixture;
  const Problem problem =
      make_problem("rigid-on-stiff-pendulum", {{"inverse_epsilon", 3.0}, {"friction", 0.5}});
  auto splitting = testing::uniform(Family::IIID);
  splitting.set("velocity@rigid", Mixture::pure(Family::IIIA));
  splitting.set("elastic", Mixture::weights({{Family::IIIA, 0.3}, {Family::IIIC, 0.7}}));
  splitting.set("elastic@rigid", Mixture::pure(Family::IIIB));
  splitting.set("damping", Mixture::rho_infinity(0.4));
  splitting.set("constraint@rigid",
                Mixture::weights({{Family::IIIB, 0.5}, {Family::IIICstar, 0.5}}));
  const Point exact = testing::run(problem, lobatto_a_b(7), 1.0, 40);
  for (int s = 2; s <= 4; ++s) {
    const Method method = lobatto_spark(s, splitting);
    const int steps = s == 2 ? 80 : 20;
    const Point coarse = testing::run(problem, method, 1.0, steps);
    const Point fine = testing::run(problem, method, 1.0, 2 * steps);
    EXPECT_NEAR(
        std::log2(testing::distance(coarse.y, exact.y) / testing::distance(fine.y, exact.y)),
        2 * s - 2, 0.25)
        << s;
    EXPECT_NEAR(
        std::log2(testing::distance(coarse.z, exact.z) / testing::distance(fine.z, exact.z)),
        2 * s - 2, 0.25)
        << s;
  }
}

// u1 = U_s is a fair value, u1 from (17h) one of full order; y and z do not notice.
TEST(Order, EndMultiplierDoesNotTouchTheMotion) {
  const Problem problem = make_problem("pendulum");
  StepperOptions last_stage;
  last_stage.end_multiplier = EndMultiplier::last_stage;
  Stepper cheap(problem.system, lobatto_a_b(3), last_stage);
  Stepper full(problem.system, lobatto_a_b(3));
  const Point a = integrate(cheap, problem.start, 1.0, 0.01).end;
  const Point b = integrate(full, problem.start, 1.0, 0.01).end;
  EXPECT_LT(testing::distance(a.y, b.y), 1e-12);
  EXPECT_NEAR(b.u[0], 4.8562694074847, 1e-6);
  EXPECT_NEAR(a.u[0], 4.8562694074847, 0.5);
}

}  // namespace
}  // namespace sparkdyn::dae
