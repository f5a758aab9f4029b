// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/dae/method.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support.hpp"

namespace sparkdyn::dae {
namespace {

// The (2,2)-Gauss–Lobatto coefficients printed in section 3 of Jay (2007).
TEST(GaussLobatto, MatchesThePrintedTableau) {
  const Method method = gauss_lobatto_spark(2);
  const double root = std::sqrt(3.0);
  tableau::Matrix points(2, 2);
  points << 0.25 + root / 8, 0.25 - root / 8, 0.5, 0.5;
  tableau::Matrix reaction(2, 3);
  reaction << 1.0 / 6, 1.0 / 3 - root / 6, 0.0, 1.0 / 6, 1.0 / 3 + root / 6, 0.0;
  EXPECT_LT((method.point_rows - points).norm(), 1e-15);
  EXPECT_LT((method.reaction_rows - reaction).norm(), 1e-15);
  EXPECT_EQ(method.order, 4);
}

TEST(GaussLobatto, FulfilsTheConditionsOfSectionThree) {
  for (int s = 1; s <= 6; ++s) {
    const Method method = gauss_lobatto_spark(s);
    for (int i = 0; i < s; ++i) {
      EXPECT_NEAR(method.reaction_rows(i, 0), method.reaction_weights[0], 1e-14);
      EXPECT_NEAR(method.reaction_rows(i, s), 0.0, 1e-14);
    }
    // (9c)
    const tableau::Vector half = 0.5 * method.point_nodes.array().square();
    EXPECT_LT((method.point_rows * method.c - half).norm(), 1e-14);
    EXPECT_LT((method.point_rows * method.reaction_rows.rowwise().sum() - half).norm(), 1e-14);
  }
}

TEST(Method, TheMoreParticularMatrixWins) {
  using tableau::Family, tableau::Mixture, tableau::Term;
  auto splitting = testing::uniform(Family::IIID);
  splitting.set("elastic@joint", Mixture::pure(Family::IIIC));
  splitting.set("elastic@arm", Mixture::pure(Family::IIIB));
  const Method method = lobatto_spark(3, splitting);
  const tableau::Lobatto lobatto(3);
  EXPECT_EQ(method.matrix({.kind = Term::elastic}, ""), lobatto.D());
  EXPECT_EQ(method.matrix({.kind = Term::elastic}, "arm"), lobatto.B());
  EXPECT_EQ(method.matrix({.kind = Term::elastic, .region = "joint"}, "arm"), lobatto.C());
  EXPECT_EQ(method.matrix({.kind = Term::load}, "arm"), lobatto.D());
}

// The (1,1)-Gauss–Lobatto and the 2-stage IIIA–IIIB methods are order 2; standard midpoint is not
// even convergent on index 3 (section 3 of Jay 2007), Radau IIA and IIIC are.
TEST(Standard, ConvergesWhereTheTheoryAllows) {
  const Problem problem = make_problem("pendulum");
  const auto error = [&](const Method& method, int steps) {
    const Point end = testing::run(problem, method, 1.0, steps);
    return testing::relative(end.y, problem.answers[0].y);
  };
  for (const tableau::RungeKutta& rk :
       {tableau::radau_iia(3), tableau::lobatto(tableau::Family::IIIC, 4)}) {
    const Method method = standard(rk);
    const double order = std::log2(error(method, 40) / error(method, 80));
    EXPECT_GT(order, 2.8) << method.name;
    EXPECT_LT(error(method, 80), 1e-5) << method.name;
  }
  const Method iiia = standard(tableau::lobatto(tableau::Family::IIIA, 3));
  EXPECT_EQ(iiia.closing, Closing::first_multiplier_kept);
  EXPECT_LT(error(iiia, 200), 1e-3);
}

TEST(Standard, MidpointRuleOnAnOrdinaryEquation) {
  const Problem problem = make_problem("harmonic-oscillator", {{"rho", 1.0}, {"delta", 0.0}});
  const Method midpoint = standard(tableau::gauss(1));
  const double coarse =
      testing::distance(testing::run(problem, midpoint, 1.0, 50).y, problem.exact(1.0).y);
  const double fine =
      testing::distance(testing::run(problem, midpoint, 1.0, 100).y, problem.exact(1.0).y);
  EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.05);
}

}  // namespace
}  // namespace sparkdyn::dae
