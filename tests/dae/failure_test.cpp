// SPDX-License-Identifier: BSD-3-Clause
// Wrong input and lost iterations speak to the user.
#include <gtest/gtest.h>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/consistency.hpp"
#include "sparkdyn/dae/mechanism.hpp"
#include "sparkdyn/tableau/runge_kutta.hpp"
#include "support.hpp"
#include "support/error_of.hpp"

namespace sparkdyn::dae {
namespace {

using support::error_of;

TEST(Failure, UnknownProblemAndParameterNameTheNearest) {
  const auto text = error_of([] { make_problem("pendlum"); }, core::Failure::input);
  EXPECT_NE(text.find("did you mean 'pendulum'"), std::string::npos) << text;
  const auto other = error_of(
      [] {
        make_problem("pendulum", {{"lenght", 2.0}});
      },
      core::Failure::input);
  EXPECT_NE(other.find("did you mean 'length'"), std::string::npos) << other;
}

TEST(Failure, InconsistentStartSaysHowMuchAndProjectionRepairsIt) {
  const Problem problem = make_problem("pendulum");
  Point start = problem.start;
  start.y[0] += 0.01;
  const auto text =
      error_of([&] { require_consistent(*problem.system, start); }, core::Failure::input);
  EXPECT_NE(text.find("1.005e-02"), std::string::npos) << text;
  EXPECT_NE(text.find("project"), std::string::npos) << text;
  start.z[0] = 0.3;
  const Point repaired = projected(*problem.system, start);
  EXPECT_LT(constraint_residuals(*problem.system, repaired).position, 1e-15);
  EXPECT_LT(constraint_residuals(*problem.system, repaired).velocity, 1e-15);
  EXPECT_NO_THROW(require_consistent(*problem.system, repaired));
}

// A pendulum whose rod is counted twice.
struct TwiceHeld {
  static constexpr bool constant_mass = true;
  int coordinates() const { return 3; }
  int constraints() const { return 2; }
  template <typename S>
  S kinetic_energy(const Vector<S>&, const Vector<S>& v) const {
    return 0.5 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  }
  template <typename S>
  S potential_energy(const S&, const Vector<S>& q) const {
    return q[2];
  }
  template <typename S>
  Vector<S> constraint(const S&, const Vector<S>& q) const {
    const S rod = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] - 1.0;
    Vector<S> g(2);
    g << rod, 2.0 * rod;
    return g;
  }
};

TEST(Failure, DependentConstraintsAreNamed) {
  const auto system = make_mechanism(TwiceHeld{});
  const Point start{0.0, Eigen::Vector3d(1, 0, 0), Eigen::Vector3d(0, 1, 0), Eigen::Vector2d(0, 0)};
  EXPECT_NE(dependent_constraint(*system, start).find("follows from"), std::string::npos);
  Stepper stepper(system, lobatto_a_b(2));
  const StepResult result = stepper.step(start, 0.01);
  EXPECT_FALSE(result.converged);
  EXPECT_NE(result.failure.find("constraint"), std::string::npos) << result.failure;
  EXPECT_NE(result.failure.find("dependent"), std::string::npos) << result.failure;
}

TEST(Failure, LostNewtonIterationTellsStepHistoryAndRemedy) {
  const Problem problem = make_problem("pendulum");
  Stepper stepper(problem.system, lobatto_a_b(2));
  const StepResult result = stepper.step(problem.start, 50.0);
  ASSERT_FALSE(result.converged);
  EXPECT_NE(result.failure.find("h = 50"), std::string::npos) << result.failure;
  EXPECT_NE(result.failure.find("velocity of coordinate"), std::string::npos) << result.failure;
  EXPECT_FALSE(result.history.empty());
  const auto text =
      error_of([&] { integrate(stepper, problem.start, 100.0, 50.0); }, core::Failure::numerics);
  EXPECT_NE(text.find("Newton iterations"), std::string::npos) << text;
  // The advice has been tried.
  const auto advised = text.find("a smaller step from there, ");
  ASSERT_NE(advised, std::string::npos) << text;
  const double smaller = std::stod(text.substr(advised + 27));
  EXPECT_TRUE(stepper.step(problem.start, smaller).converged) << text;
  stepper.restart();
  // A failed step leaves nothing behind.
  Stepper fresh(problem.system, lobatto_a_b(2));
  EXPECT_EQ(stepper.step(problem.start, 0.01).end.y, fresh.step(problem.start, 0.01).end.y);
}

// Gauss' methods hold g = 0 at their stages alone: their velocities leave the constraints, slowly
// at first, and each step still has a solution.
TEST(Failure, VelocitiesThatLeaveTheConstraintsEndTheRun) {
  const Problem problem = make_problem("pendulum");
  for (const int stages : {1, 2, 3, 4, 5}) {
    Stepper stepper(problem.system, standard(tableau::gauss(stages)));
    const auto run = constant_steps(stepper, problem.start, 10.0, 0.02);
    const auto text = error_of([&] { follow(*run, {}); }, core::Failure::numerics);
    EXPECT_NE(text.find("leads off the constraints"), std::string::npos) << text;
    EXPECT_NE(text.find("gauss-lobatto"), std::string::npos) << text;
    // The last point that is accepted is still near the motion.
    const Point& last = run->summary().end;
    testing::print("Gauss {} on the pendulum: ended at t = {:.2f}, |q| - 1 = {:.1e}", stages,
                   last.t, last.y.norm() - 1.0);
    EXPECT_NEAR(last.y.norm(), 1.0, 0.02) << stages;
    EXPECT_LT(last.z.norm(), 60.0) << stages;
  }
  // Those that damp, or end at a stage, go through; so does rest.
  for (const Method& method :
       {standard(tableau::radau_iia(3)), standard(tableau::lobatto(tableau::Family::IIIA, 3)),
        standard(tableau::lobatto(tableau::Family::IIIC, 3))}) {
    const Point end = testing::run(problem, method, 10.0, 500);
    EXPECT_NEAR(end.y.norm(), 1.0, 1e-10) << method.name;
  }
  Problem hanging = problem;
  hanging.start.y << 0.0, -1.0;
  hanging.start.u = acceleration(*problem.system, hanging.start).u;
  EXPECT_NEAR(testing::run(hanging, standard(tableau::gauss(3)), 10.0, 500).y[1], -1.0, 1e-13);
}

TEST(Failure, StepsThatTurnByMoreThanARightAngleAreNone) {
  const auto said = [](const char* name, const Parameters& parameters, const char* scheme,
                       double h) {
    const Problem problem = make_problem(name, parameters);
    const auto steps = scheme_steps(problem, scheme, {});
    return error_of([&] { integrate(*steps, problem.start, 10 * h, h); }, core::Failure::numerics);
  };
  const Parameters soft{{"epsilon", 0.3}};
  for (const double h : {10.0, 1e2, 1e4}) {
    for (const char* scheme : {"energy-momentum", "cayley-midpoint", "projected-midpoint"}) {
      const auto text = said("phase-space-pendulum", {}, scheme, h);
      EXPECT_NE(text.find("take a smaller step"), std::string::npos) << text;
    }
    for (const char* scheme : {"energy-momentum", "reduced-midpoint", "projected-midpoint"}) {
      const auto text = said("reduced-pendulum", {}, scheme, h);
      EXPECT_NE(text.find("take a smaller step"), std::string::npos) << text;
    }
    const auto text = said("stiff-spring-pendulum", soft, "energy-momentum", h);
    EXPECT_NE(text.find("does not resolve this motion"), std::string::npos) << text;
    EXPECT_NE(text.find("from coordinate 1 to its fixed end"), std::string::npos) << text;
    said("three-bodies", {}, "energy-momentum", h);
    said("n-particles", {}, "energy-momentum", h);
  }
}

TEST(Failure, GaussLobattoRefusesReactionsThatDependOnVelocities) {
  const Problem problem = make_problem("index2-five-families");
  const auto text =
      error_of([&] { Stepper(problem.system, gauss_lobatto_spark(2)); }, core::Failure::input);
  EXPECT_NE(text.find("Lobatto SPARK"), std::string::npos) << text;
}

}  // namespace
}  // namespace sparkdyn::dae
