// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/tableau/runge_kutta.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support.hpp"
#include "tableau/conditions.hpp"
#include "tableau/quadrature.hpp"

namespace sparkdyn::tableau {
namespace {

TEST(RungeKutta, GaussClosedForms) {
  EXPECT_DOUBLE_EQ(gauss(1).A(0, 0), 0.5);
  const double r = std::sqrt(3.0) / 6;
  const Matrix two{{0.25, 0.25 - r}, {0.25 + r, 0.25}};
  EXPECT_LT(distance(gauss(2).A, two), tolerance);
}

TEST(RungeKutta, RadauClosedForms) {
  EXPECT_DOUBLE_EQ(radau_iia(1).A(0, 0), 1.0);
  const Matrix two{{5.0 / 12, -1.0 / 12}, {3.0 / 4, 1.0 / 4}};
  EXPECT_LT(distance(radau_iia(2).A, two), tolerance);
}

TEST(RungeKutta, LobattoIsTheFamily) {
  for (const Family family : all_families) {
    const RungeKutta method = lobatto(family, 4);
    EXPECT_EQ(method.A, Lobatto(4).matrix(family));
    EXPECT_EQ(method.b, Lobatto(4).b());
    EXPECT_EQ(method.c, Lobatto(4).c());
  }
}

TEST(RungeKutta, NamesOrdersStages) {
  EXPECT_EQ(gauss(3).name, "Gauss");
  EXPECT_EQ(radau_iia(3).name, "Radau IIA");
  EXPECT_EQ(lobatto(Family::IIICstar, 3).name, "Lobatto IIIC*");
  EXPECT_EQ(gauss(3).order, 6);
  EXPECT_EQ(radau_iia(3).order, 5);
  EXPECT_EQ(lobatto(Family::IIID, 3).order, 4);
  EXPECT_EQ(gauss(3).stages(), 3);
}

TEST(RungeKutta, Predicates) {
  const RungeKutta g = gauss(3);
  EXPECT_TRUE(is_symplectic(g));
  EXPECT_TRUE(is_symmetric(g));
  EXPECT_TRUE(is_algebraically_stable(g));
  EXPECT_FALSE(is_stiffly_accurate(g));

  const RungeKutta r = radau_iia(3);
  EXPECT_FALSE(is_symplectic(r));
  EXPECT_FALSE(is_symmetric(r));
  EXPECT_TRUE(is_algebraically_stable(r));
  EXPECT_TRUE(is_stiffly_accurate(r));

  const RungeKutta a = lobatto(Family::IIIA, 3);
  EXPECT_FALSE(is_symplectic(a));
  EXPECT_TRUE(is_symmetric(a));
  EXPECT_FALSE(is_algebraically_stable(a));
  EXPECT_TRUE(is_stiffly_accurate(a));
}

TEST(RungeKutta, RejectsStagesOutOfRange) {
  EXPECT_EQ(rejection([] { gauss(0); }), "Gauss coefficients need 1 to 40 stages, not 0");
  EXPECT_EQ(rejection([] { radau_iia(41); }), "Radau coefficients need 1 to 40 stages, not 41");
  EXPECT_EQ(rejection([] { lobatto(Family::IIIA, 1); }),
            "Lobatto coefficients need 2 to 40 stages, not 1");
}

// The collocation matrix by another route than the library's: a_ij = ∫ from 0 to c_i of the j-th
// Lagrange polynomial, by Gauss quadrature.
Matrix collocation_matrix(const Vector& c) {
  const Eigen::Index s = c.size();
  const Quadrature rule = gauss_quadrature(static_cast<int>(s));
  const auto lagrange = [&](Eigen::Index j, double x) {
    double product = 1.0;
    for (Eigen::Index k = 0; k < s; ++k) product *= k == j ? 1.0 : (x - c[k]) / (c[j] - c[k]);
    return product;
  };
  Matrix A = Matrix::Zero(s, s);
  for (Eigen::Index i = 0; i < s; ++i) {
    for (Eigen::Index j = 0; j < s; ++j) {
      for (Eigen::Index k = 0; k < s; ++k) {
        A(i, j) += c[i] * rule.weights[k] * lagrange(j, c[i] * rule.nodes[k]);
      }
    }
  }
  return A;
}

class Collocation : public ForStages {};

TEST_P(Collocation, MatricesAreIntegralsOfLagrangePolynomials) {
  for (const RungeKutta& method :
       {gauss(GetParam()), radau_iia(GetParam()), lobatto(Family::IIIA, GetParam())}) {
    EXPECT_LT(distance(method.A, collocation_matrix(method.c)), 1e-14) << method.name;
    EXPECT_LT(assumption_C(method.A, method.c, GetParam()), tolerance) << method.name;
    EXPECT_LT(assumption_B(method.b, method.c, method.order), tolerance) << method.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Stages, Collocation, testing::Range(2, 13), stages_name);

}  // namespace
}  // namespace sparkdyn::tableau
