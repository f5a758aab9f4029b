// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/dae/derivative.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sparkdyn/dae/problem.hpp"
#include "support.hpp"

namespace sparkdyn::dae {
namespace {

using D = Dual<double, 2>;

D variable(double value, int direction) {
  D x(value);
  x.slope[direction] = 1.0;
  return x;
}

TEST(Dual, FollowsTheRulesOfDifferentiation) {
  const D x = variable(0.7, 0);
  const D y = variable(-1.3, 1);
  const D f = sin(x) * exp(y) / (1.0 + x * x) - sqrt(x) + log(x) * y + atan2(x, y) + abs(y);
  const double s = 1.0 + 0.49;
  const double r2 = 0.7 * 0.7 + 1.3 * 1.3;
  EXPECT_NEAR(f.slope[0],
              std::exp(-1.3) * (std::cos(0.7) / s - std::sin(0.7) * 1.4 / (s * s)) -
                  0.5 / std::sqrt(0.7) - 1.3 / 0.7 - 1.3 / r2,
              1e-15);
  EXPECT_NEAR(f.slope[1], std::sin(0.7) * std::exp(-1.3) / s + std::log(0.7) - 0.7 / r2 - 1.0,
              1e-15);
}

TEST(Dual, NestsForSecondDerivatives) {
  const auto f = [](const auto& x) { return x[0] * x[0] * x[1] + sin(x[1]); };
  const auto gradient_of_f = [&](const auto& x) { return gradient(f, x); };
  const Vector<double> x = Eigen::Vector2d(1.5, 0.4);
  const Matrix<double> hessian = jacobian(gradient_of_f, x);
  EXPECT_NEAR(hessian(0, 0), 0.8, 1e-15);
  EXPECT_NEAR(hessian(0, 1), 3.0, 1e-15);
  EXPECT_NEAR(hessian(1, 0), 3.0, 1e-15);
  EXPECT_NEAR(hessian(1, 1), -std::sin(0.4), 1e-15);
}

TEST(Derivative, GradientCrossesTheChunkBoundary) {
  const auto f = [](const auto& x) {
    auto sum = 0.0 * x[0];
    for (Eigen::Index i = 0; i < x.size(); ++i) sum += double(i + 1) * x[i] * x[i];
    return sum;
  };
  const Vector<double> x = Vector<double>::LinSpaced(19, 1.0, 2.0);
  const Vector<double> g = gradient(f, x);
  for (Eigen::Index i = 0; i < x.size(); ++i) EXPECT_NEAR(g[i], 2.0 * (i + 1) * x[i], 1e-14);
}

TEST(Derivative, SmallSystemsAreSolvedWithPivoting) {
  Matrix<double> A(3, 3);
  A << 0, 2, 1, 1, 1, 0, 3, 0, 5;
  const Vector<double> x = Eigen::Vector3d(1, -2, 3);
  EXPECT_LT((solve_small<double>(A, A * x) - x).norm(), 1e-14);
}

// Every derivative of every problem against central differences.
class Linearizations : public ::testing::TestWithParam<std::string> {};

Eigen::MatrixXd differences(const System& system, Function function, int term, const Point& at,
                            Eigen::VectorXd Point::*variable) {
  const Eigen::Index size = (at.*variable).size();
  Eigen::MatrixXd result(system.value(function, term, at).size(), size);
  for (Eigen::Index k = 0; k < size; ++k) {
    Point plus = at;
    Point minus = at;
    const double step = 1e-6;
    (plus.*variable)[k] += step;
    (minus.*variable)[k] -= step;
    result.col(k) =
        (system.value(function, term, plus) - system.value(function, term, minus)) / (2.0 * step);
  }
  return result;
}

TEST_P(Linearizations, AgreeWithDifferences) {
  const Parameters gentle = GetParam() == "stiff-spring-pendulum" ? Parameters{{"epsilon", 0.1}}
                            : GetParam() == "rigid-on-stiff-pendulum"
                                ? Parameters{{"inverse_epsilon", 10.0}, {"friction", 3.0}}
                                : Parameters{};
  const Problem problem = make_problem(GetParam(), gentle);
  const System& system = *problem.system;
  Point at = problem.start;
  at.t = 0.3;
  at.y.array() += Eigen::ArrayXd::LinSpaced(at.y.size(), 0.01, 0.02);
  at.z.array() += Eigen::ArrayXd::LinSpaced(at.z.size(), 0.3, 0.7);
  at.u.array() += 0.5;
  const auto check = [&](Function function, int term) {
    const Linearization exact = system.linearize(function, term, at);
    const double scale = 1.0 + exact.y.cwiseAbs().sum() + exact.z.cwiseAbs().sum();
    EXPECT_LT((exact.value - system.value(function, term, at)).norm(), 1e-13 * scale);
    const auto compare = [&](const Eigen::MatrixXd& derivative, Eigen::VectorXd Point::*variable) {
      const Eigen::MatrixXd approximate = differences(system, function, term, at, variable);
      const Eigen::MatrixXd expected =
          derivative.cols() > 0 ? derivative
                                : Eigen::MatrixXd::Zero(exact.value.size(), approximate.cols());
      if (expected.size() == 0) return;
      EXPECT_LT((expected - approximate).cwiseAbs().maxCoeff(), 1e-7 * scale);
    };
    compare(exact.y, &Point::y);
    compare(exact.z, &Point::z);
    compare(exact.u, &Point::u);
  };
  check(Function::momentum, 0);
  check(Function::constraint, 0);
  check(Function::velocity_constraint, 0);
  check(Function::nonholonomic, 0);
  for (int l = 0; l < static_cast<int>(system.velocity_terms().size()); ++l) {
    check(Function::velocity, l);
  }
  for (int k = 0; k < static_cast<int>(system.force_terms().size()); ++k) check(Function::force, k);
}

// Andrews' gradients are written out for speed: against those of its energies and constraints.
TEST(WrittenOut, AndrewsFormulasAreTheGradientsOfItsEnergies) {
  const Problem problem = make_problem("andrews-squeezer");
  const System& system = *problem.system;
  Point at = problem.start;
  at.y.array() += Eigen::ArrayXd::LinSpaced(7, 0.1, 0.5);
  at.z = Eigen::VectorXd::LinSpaced(7, -300.0, 500.0);
  at.u = Eigen::VectorXd::LinSpaced(6, -20.0, 90.0);
  const auto kinetic = [&](const Point& point) { return system.kinetic_energy(point); };
  const auto potential = [&](const Point& point) {
    return system.energy(point) - system.kinetic_energy(point);
  };
  const auto work = [&](const Point& point) {
    return system.value(Function::constraint, 0, point).dot(at.u);
  };
  const auto slope = [&](const auto& energy, Eigen::VectorXd Point::*variable, double step) {
    Eigen::VectorXd result(7);
    for (Eigen::Index k = 0; k < 7; ++k) {
      Point plus = at, minus = at;
      (plus.*variable)[k] += step;
      (minus.*variable)[k] -= step;
      result[k] = (energy(plus) - energy(minus)) / (2.0 * step);
    }
    return result;
  };
  const auto near = [](const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
    EXPECT_LT((a - b).norm(), 1e-7 * b.norm());
  };
  near(system.value(Function::momentum, 0, at), slope(kinetic, &Point::z, 1e-2));
  ASSERT_EQ(system.force_terms().size(), 3u);
  near(system.value(Function::force, 0, at), slope(kinetic, &Point::y, 1e-5));
  near(system.value(Function::force, 1, at), -slope(potential, &Point::y, 1e-5));
  near(system.value(Function::force, 2, at), -slope(work, &Point::y, 1e-5));
}

INSTANTIATE_TEST_SUITE_P(AllProblems, Linearizations, ::testing::ValuesIn(problem_names()),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace sparkdyn::dae
