// SPDX-License-Identifier: BSD-3-Clause
// A run that is kept, and gone on with by another, makes the same bits.
#include "sparkdyn/dae/carried.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/damping.hpp"
#include "support.hpp"

namespace sparkdyn::dae {
namespace {

// A run with its own stepper, made anew each time.
struct Owned {
  std::unique_ptr<Stepper> stepper;
  std::unique_ptr<Run> run;
};
using Make = std::function<Owned(double end)>;

bool same_bits(const Point& a, const Point& b) {
  return a.t == b.t && a.y == b.y && a.z == b.z && a.u == b.u;
}

std::vector<double> kept(Run& run) {
  Carried carried;
  run.carry(carried);
  return carried.numbers();
}

void expect_the_same(const Make& make, double end) {
  Owned whole = make(end);
  std::vector<std::vector<double>> memories;
  std::vector<Point> points;
  while (!whole.run->done()) {
    whole.run->advance();
    points.push_back(whole.run->summary().end);
    memories.push_back(kept(*whole.run));
  }
  ASSERT_GT(points.size(), 12u);
  for (const std::size_t at : {std::size_t{0}, points.size() / 3, points.size() - 2}) {
    Owned second = make(end);
    Carried carried(memories[at]);
    second.run->carry(carried);
    EXPECT_EQ(kept(*second.run), memories[at]);
    for (std::size_t k = at + 1; !second.run->done(); ++k) {
      second.run->advance();
      ASSERT_TRUE(same_bits(second.run->summary().end, points[k])) << at << ", " << k;
    }
    EXPECT_EQ(second.run->summary().steps, whole.run->summary().steps);
    EXPECT_EQ(second.run->summary().iterations, whole.run->summary().iterations);
    EXPECT_EQ(second.run->summary().factorizations, whole.run->summary().factorizations);
    EXPECT_EQ(second.run->summary().rejected, whole.run->summary().rejected);
  }
}

Make constant(const Problem& problem, const Method& method, double h) {
  return [=](double end) {
    Owned owned{std::make_unique<Stepper>(problem.system, method), {}};
    owned.run = constant_steps(*owned.stepper, problem.start, end, h);
    return owned;
  };
}

TEST(MemoryOfRuns, ConstantSteps) {
  for (const std::string name : {"andrews-squeezer", "charged-particle-on-sphere", "jay-2007-dae",
                                 "car-axis", "four-bar-chain", "index2-five-families"}) {
    SCOPED_TRACE(name);
    const Problem problem = make_problem(name);
    expect_the_same(constant(problem, lobatto_spark(3, problem.splitting), problem.step),
                    problem.start.t + 40 * problem.step);
  }
  const Problem pendulum = make_problem("pendulum");
  expect_the_same(constant(pendulum, gauss_lobatto_spark(2), 0.02), 1.0);
}

TEST(MemoryOfRuns, VariableSteps) {
  const Problem problem = make_problem("andrews-squeezer");
  for (const ControlRule control : {ControlRule::reversible, ControlRule::standard})
    expect_the_same(
        [&](double end) {
          Owned owned{std::make_unique<Stepper>(problem.system, lobatto_a_b(3)), {}};
          owned.run =
              variable_steps(*owned.stepper, problem.start, end,
                             {.control = control, .tolerance = 1e-7, .first_step = problem.step});
          return owned;
        },
        0.01);
}

TEST(MemoryOfRuns, AutomaticDamping) {
  const Problem problem =
      make_problem("rigid-on-stiff-pendulum", {{"inverse_epsilon", 1e3}, {"friction", 0.0}});
  Point start = problem.start;
  start.z[1] = start.z[3] = 0.1;
  expect_the_same(
      [&](double end) {
        return Owned{{},
                     damped_steps(problem.system, 3, testing::uniform(tableau::Family::IIID),
                                  {.regions = {"stiff"}}, start, end, 0.12)};
      },
      6.0);
}

TEST(MemoryOfRuns, MayHaveAnotherEndOnWholeSteps) {
  const Problem problem = make_problem("pendulum");
  const Make make = constant(problem, lobatto_a_b(3), 0.02);
  Owned first = make(0.5), longer = make(1.0), uneven = make(0.51);
  follow(*first.run, {});
  Carried carried(kept(*first.run));
  longer.run->carry(carried);
  EXPECT_FALSE(longer.run->done());
  EXPECT_NEAR(follow(*longer.run, {}).end.t, 1.0, 1e-14);
  EXPECT_EQ(longer.run->summary().steps, 50);
  Carried again(kept(*first.run));
  EXPECT_THROW(uneven.run->carry(again), core::Error);
}

TEST(MemoryOfRuns, OfSomethingElseIsRefused) {
  const Problem problem = make_problem("pendulum");
  Owned run = constant(problem, lobatto_a_b(3), 0.02)(1.0);
  run.run->advance();
  std::vector<double> numbers = kept(*run.run);
  numbers.resize(numbers.size() / 2);
  Carried carried(numbers);
  Owned other = constant(problem, lobatto_a_b(3), 0.02)(1.0);
  EXPECT_THROW(other.run->carry(carried), core::Error);
}

}  // namespace
}  // namespace sparkdyn::dae
