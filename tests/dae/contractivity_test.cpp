// SPDX-License-Identifier: BSD-3-Clause
// Sections 6.3, 6.4 and 6.6 of Jay (1998) on nonlinear problems: (37) and the way back in time,
// B-stability (Theorem 6.7), dilatation (Theorem 6.8), weak invariants.
#include <gtest/gtest.h>

#include "monotone.hpp"
#include "sparkdyn/dae/consistency.hpp"
#include "tableau/conditions.hpp"

namespace sparkdyn::dae {
namespace {

using tableau::Family, tableau::Mixture, tableau::Splitting;

Method pure(int s, Family family) {
  return lobatto_spark(s, Splitting::uniform(Mixture::pure(family)));
}

TEST(Contractivity, OfLobattoIiicAndRadauIsThatOfTheEquations) {
  for (int s = 2; s <= 5; ++s) {
    for (const Method& method : {pure(s, Family::IIIC), pure(s, Family::IIID),
                                 standard(tableau::radau_iia(s)), standard(tableau::gauss(s))}) {
      for (const double h : {0.01, 0.3, 1.3, 20.0})
        EXPECT_LE(testing::stretching({.sign = 1.0}, method, h, 10).second, 1.0 + 1e-12)
            << method.name << " h " << h;
    }
  }
}

// The check can fail: IIIA is not B-stable, nor are the adjoints of methods that damp.
TEST(Contractivity, IsLostByOthers) {
  const auto largest = [](const Method& method) {
    double found = 0.0;
    for (const double h : {0.3, 1.0, 2.0, 5.0, 20.0})
      found = std::max(found, testing::stretching({.sign = 1.0}, method, h, 10).second);
    return found;
  };
  for (int s = 2; s <= 3; ++s)
    EXPECT_GT(largest(standard(tableau::lobatto(Family::IIIA, s))), 1.001) << s;
}

TEST(Dilatation, OfLobattoIiicStarIsThatOfTheEquations) {
  for (int s = 2; s <= 5; ++s) {
    for (const Method& method : {pure(s, Family::IIICstar), pure(s, Family::IIID),
                                 adjoint(standard(tableau::radau_iia(s)))}) {
      for (const double h : {0.005, 0.02, 0.05})
        EXPECT_GE(testing::stretching({.sign = -1.0}, method, h, 5).first, 1.0 - 1e-12)
            << method.name << " h " << h;
    }
  }
}

TEST(Adjoint, ExchangesCAndCStar) {
  const auto matrix = [](const Method& method) { return method.matrices.at("velocity"); };
  const auto with_velocity = [](int s, Family family) {
    Splitting splitting = Splitting::uniform(Mixture::pure(Family::IIIC));
    splitting.set("velocity", Mixture::pure(family));
    return lobatto_spark(s, splitting);
  };
  for (int s = 2; s <= 6; ++s) {
    for (const auto& [one, other] : {std::pair{Family::IIIC, Family::IIICstar},
                                     {Family::IIICstar, Family::IIIC},
                                     {Family::IIIA, Family::IIIA},
                                     {Family::IIIB, Family::IIIB},
                                     {Family::IIID, Family::IIID}}) {
      const tableau::Matrix from = matrix(with_velocity(s, one));
      const tableau::Matrix found = matrix(adjoint(with_velocity(s, one)));
      EXPECT_LT((found - matrix(with_velocity(s, other))).norm(), 1e-12);
      EXPECT_LT(tableau::conjugate_symmetry_defect(found, from, tableau::Lobatto(s).b()), 1e-12);
    }
  }
  const Method symmetric = half_explicit_spark(4);
  EXPECT_EQ(adjoint(symmetric).matrices.at(""), symmetric.matrices.at(""));
}

struct ThereAndBack {
  double with_adjoint, without;
};

ThereAndBack defects(const Problem& problem, const Method& method, double h, int steps) {
  const Point end = testing::run(problem, method, h * steps, steps);
  const auto back = [&](const Method& by) {
    Stepper stepper(problem.system, by);
    const Point at = integrate(stepper, end, 0.0, -h).end;
    return testing::distance(at.y, problem.start.y) + testing::distance(at.z, problem.start.z);
  };
  return {back(adjoint(method)), back(method)};
}

TEST(Adjoint, RetracesFiftySteps) {
  const Problem stiff =
      make_problem("rigid-on-stiff-pendulum", {{"inverse_epsilon", 3.0}, {"friction", 0.5}});
  for (const Method& method : {lobatto_spark(3, stiff.splitting), pure(3, Family::IIIC),
                               pure(2, Family::IIIC), lobatto_spark(4, Splitting::uniform(0.4)),
                               gauss_lobatto_spark(2, tableau::GaussSplitting::uniform(0.5))}) {
    const ThereAndBack found = defects(stiff, method, 0.05, 50);
    EXPECT_LT(found.with_adjoint, 1e-13) << method.name;
    EXPECT_GT(found.without, 1e-12) << method.name;
    if (method.name == pure(3, Family::IIIC).name) {
      EXPECT_NEAR(found.without, 4.8e-7, 0.05e-7);
    }
    testing::print("50 steps there and back, {}: {:.1e}, without exchange {:.1e}", method.name,
                   found.with_adjoint, found.without);
  }
  const Problem free = make_problem("double-pendulum");
  for (const Method& method :
       {standard(tableau::radau_iia(3)), standard(tableau::lobatto(Family::IIIC, 3))}) {
    const ThereAndBack found = defects(free, method, 0.02, 50);
    EXPECT_LT(found.with_adjoint, 1e-12) << method.name;
    EXPECT_GT(found.without, 1e-8) << method.name;
  }
}

// The rod's length as q'Tq, which the constraint sqrt(...) - 1 makes invariant on its manifold
// only.
TEST(WeakInvariants, QuadraticOnesAreKept) {
  const Problem problem =
      make_problem("rigid-on-stiff-pendulum", {{"inverse_epsilon", 20.0}, {"friction", 0.0}});
  Eigen::Matrix4d T = Eigen::Matrix4d::Identity();
  T.topRightCorner(2, 2) = T.bottomLeftCorner(2, 2) = -Eigen::Matrix2d::Identity();
  const auto drift = [&](const Method& method, double end) {
    Stepper stepper(problem.system, method);
    double largest = 0.0;
    integrate(stepper, problem.start, end, 0.02, [&](const Point& at) {
      largest = std::max(largest, std::abs(at.y.dot(T * at.y) - 1.0));
    });
    return largest;
  };
  EXPECT_LT(drift(lobatto_a_b(3), 40.0), 1e-13);
  EXPECT_LT(drift(gauss_lobatto_spark(2), 40.0), 1e-13);
  EXPECT_GT(drift(standard(tableau::gauss(2)), 4.0), 1e-10);
}

}  // namespace
}  // namespace sparkdyn::dae
