// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/tableau/gauss_lobatto.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sparkdyn/tableau/decompositions.hpp"
#include "support.hpp"
#include "tableau/conditions.hpp"
#include "tableau/stability.hpp"

namespace sparkdyn::tableau {
namespace {

using Complex = std::complex<double>;

TEST(GaussLobattoClosedForm, OneStageIsTheThetaMethod) {
  const GaussLobatto one(1);
  EXPECT_EQ(one.c(), Vector::Constant(1, 0.5));
  EXPECT_EQ(one.b(), Vector::Ones(1));
  for (const double rho : radii) EXPECT_NEAR(one.A(rho)(0, 0), 1 / (1 + rho), tolerance);
  EXPECT_EQ(one.points(), (Vector{{0, 1}}));
  EXPECT_EQ(one.point_weights(), (Vector{{0.5, 0.5}}));
  EXPECT_EQ(one.point_rows(), (Matrix{{0.0}, {1.0}}));
  EXPECT_EQ(one.reaction_rows(), (Matrix{{0.5, 0.0}}));
}

TEST(GaussLobattoClosedForm, TwoStages) {
  const GaussLobatto two(2);
  const double r = std::sqrt(3.0);
  const Matrix gauss{{0.25, 0.25 - r / 6}, {0.25 + r / 6, 0.25}};
  const Matrix damping{{1, -1}, {-1, 1}};
  for (const double gamma : {-1.0, -0.2, 0.0, 0.4, 1.0}) {
    EXPECT_LT(distance(two.member(gamma), gauss + gamma / 12 * damping), tolerance);
  }
  EXPECT_LT(distance(two.points(), Vector{{0, 0.5, 1}}), tolerance);
  EXPECT_LT(distance(two.point_weights(), Vector{{1.0 / 6, 2.0 / 3, 1.0 / 6}}), tolerance);
  const Matrix rows{{0, 0}, {0.25 + r / 8, 0.25 - r / 8}, {0.5, 0.5}};
  EXPECT_LT(distance(two.point_rows(), rows), tolerance);
  const Matrix reactions{{1.0 / 6, 1.0 / 3 - r / 6, 0}, {1.0 / 6, 1.0 / 3 + r / 6, 0}};
  EXPECT_LT(distance(two.reaction_rows(), reactions), tolerance);
}

TEST(GaussLobattoClosedForm, ThreeStages) {
  const GaussLobatto three(3);
  const double r = std::sqrt(15.0);
  const Matrix gauss{{5.0 / 36, 2.0 / 9 - r / 15, 5.0 / 36 - r / 30},
                     {5.0 / 36 + r / 24, 2.0 / 9, 5.0 / 36 - r / 24},
                     {5.0 / 36 + r / 30, 2.0 / 9 + r / 15, 5.0 / 36}};
  const Vector p = std::sqrt(5.0) * Vector{{0.4, -0.5, 0.4}};
  const Vector b{{5.0 / 18, 4.0 / 9, 5.0 / 18}};
  EXPECT_LT(distance(three.p(), p), tolerance);
  for (const double gamma : {-0.5, 0.0, 1.0 / 9, 1.0}) {
    const Matrix expected = gauss + gamma / 10 * p * b.cwiseProduct(p).transpose();
    EXPECT_LT(distance(three.member(gamma), expected), tolerance);
  }
  EXPECT_LT(distance(three.points(), Lobatto(4).c()), tolerance);
  EXPECT_LT(distance(three.point_weights(), Lobatto(4).b()), tolerance);
}

TEST(GaussLobattoClosedForm, WithoutDampingItIsGaussToTheLastBit) {
  for (int s = 1; s <= 12; ++s) {
    EXPECT_EQ(GaussLobatto(s).A(1.0), gauss(s).A);
    EXPECT_EQ(GaussLobatto(s).b(), gauss(s).b);
    EXPECT_EQ(GaussLobatto(s).c(), gauss(s).c);
  }
}

class GaussLobattoMember : public ForStages {};

TEST_P(GaussLobattoMember, OrderConditions) {
  const int s = GetParam();
  const GaussLobatto all(s);
  EXPECT_LT(assumption_B(all.b(), all.c(), 2 * s), 1e-14);
  for (const double gamma : {-1.0, -0.3, 0.0, 0.5, 1.0}) {
    const Matrix A = all.member(gamma);
    EXPECT_LT(assumption_C(A, all.c(), s - 1), 1e-14);
    EXPECT_LT(assumption_D(A, all.b(), all.c(), s - 1), 1e-14);
  }
  EXPECT_LT(assumption_C(all.A(1.0), all.c(), s), 1e-14);
  EXPECT_LT(assumption_D(all.A(1.0), all.b(), all.c(), s), 1e-14);
  // The damped members stop one short: what they lose is what damps.
  EXPECT_GT(assumption_C(all.A(0.0), all.c(), s), 1e-10);
}

// C(s−1) and D(s−1) of both give these for the product, which order 2s − 1 of mixtures rests on.
TEST_P(GaussLobattoMember, ProductsOfTwoMembers) {
  const int s = GetParam();
  const GaussLobatto all(s);
  for (const double outer : radii) {
    for (const double inner : radii) {
      const Matrix A = all.A(outer);
      const Matrix other = all.A(inner);
      EXPECT_LT(assumption_CC(A, other, all.c(), s - 1), 1e-14);
      EXPECT_LT(assumption_DD(A, other, all.b(), all.c(), s - 1), 1e-14);
    }
  }
}

TEST_P(GaussLobattoMember, ClosingConditions) {
  const int s = GetParam();
  const GaussLobatto all(s);
  EXPECT_LT(assumption_B(all.point_weights(), all.points(), 2 * s), 1e-14);
  EXPECT_LT(assumption_C(all.point_rows(), all.c(), all.points(), s), 1e-14);
  EXPECT_LT(assumption_C(all.reaction_rows(), all.points(), all.c(), s), 1e-14);
  EXPECT_LT(reaction_symplectic_defect(all.reaction_rows(), all.point_rows(), all.b(),
                                       all.point_weights()),
            1e-15);
  EXPECT_TRUE(all.point_rows().row(0).isZero(0.0));
  EXPECT_EQ(all.point_rows().row(s), all.b().transpose());
  EXPECT_TRUE(all.reaction_rows().col(s).isZero(0.0));
  // Jay (2007): Ã restricted to the first s points and Ā to the last s are regular.
  EXPECT_GT(reciprocal_condition(all.point_rows().bottomRows(s)), 1e-3);
  EXPECT_GT(reciprocal_condition(all.reaction_rows().leftCols(s)), 1e-5);
}

TEST_P(GaussLobattoMember, AlgebraicStabilityMatrix) {
  const GaussLobatto all(GetParam());
  const Vector Bp = all.b().cwiseProduct(all.p());
  EXPECT_NEAR(Bp.dot(all.p()), 1.0, 1e-14);
  for (const double gamma : {-1.0, -0.1, 0.0, 0.2, 1.0}) {
    const Matrix A = all.member(gamma);
    const Matrix expected = 2 * all.beta(gamma) * Bp * Bp.transpose();
    EXPECT_LT(distance(algebraic_stability_matrix(A, all.b()), expected), 1e-15);
    EXPECT_EQ(algebraically_stable(A, all.b()), gamma >= 0) << gamma;
    EXPECT_EQ(symplectic_defect(A, A, all.b()) < 1e-14, gamma == 0) << gamma;
    EXPECT_LT(conjugate_symmetry_defect(A, all.member(-gamma), all.b()), 1e-14);
  }
}

TEST_P(GaussLobattoMember, StabilityFunctionMixesThoseOfGaussAndRadau) {
  const int s = GetParam();
  const GaussLobatto all(s);
  for (const double gamma : {-0.5, 0.0, 0.1, 0.6, 1.0}) {
    const Matrix A = all.member(gamma);
    for (const Complex z : stability_points) {
      const auto mixed = [&](int degree, int damped_degree, Complex x) {
        return (1 - gamma) * pade_part(degree, 2 * s, x) +
               gamma * pade_part(damped_degree, 2 * s - 1, x);
      };
      const Complex expected = mixed(s, s - 1, z) / mixed(s, s, -z);
      EXPECT_LT(std::abs(stability_function(A, all.b(), z) - expected),
                1e-11 * std::max(1.0, std::abs(expected)))
          << "gamma " << gamma << " z " << z;
    }
  }
}

TEST_P(GaussLobattoMember, RadiusAtInfinity) {
  const int s = GetParam();
  const GaussLobatto all(s);
  for (int percent = 0; percent <= 100; percent += 5) {
    const double rho = percent / 100.0;
    const Matrix A = all.A(rho);
    EXPECT_NEAR(stability_at_infinity(A, all.b()), rho, 1e-13);
    EXPECT_LT(distance(A.transpose() * all.end_row(rho), all.b()), 1e-13);
    EXPECT_NEAR(1 - all.end_row(rho).sum(), all.limit(rho), 1e-12);
  }
  EXPECT_EQ(all.limit(0.5), s % 2 == 0 ? 0.5 : -0.5);
  EXPECT_EQ(stability_at_infinity(all.member(-1), all.b()),
            std::numeric_limits<double>::infinity());
}

TEST_P(GaussLobattoMember, NeverAmplifiesAnOscillation) {
  const GaussLobatto all(GetParam());
  for (const double rho : radii) {
    const Matrix A = all.A(rho);
    for (double omega = 1e-3; omega < 1e5; omega *= 1.05) {
      const double R = std::abs(stability_function(A, all.b(), Complex{0.0, omega}));
      EXPECT_LE(R, 1 + 1e-14) << "rho " << rho << " omega " << omega;
      if (rho == 1) {
        EXPECT_GE(R, 1 - 1e-14) << omega;
      }
    }
  }
}

// A polynomial of degree s − 1 given at the nodes, in Legendre's basis so that no digit is lost.
TEST_P(GaussLobattoMember, InterpolatesAndIntegratesPolynomials) {
  const int s = GetParam();
  const GaussLobatto all(s);
  for (int degree = 0; degree < s; ++degree) {
    const auto value = [&](double t) { return std::legendre(degree, 2 * t - 1); };
    const auto integral = [&](double t) {
      const double x = 2 * t - 1;
      if (degree == 0) return t;
      return (std::legendre(degree + 1, x) - std::legendre(degree - 1, x)) / (4 * degree + 2);
    };
    const Vector values = all.c().unaryExpr(value);
    for (const double theta : {0.0, 1e-3, 0.137, 0.5, 0.77, 1.0}) {
      EXPECT_NEAR(all.interpolation_row(theta).dot(values), value(theta), 2e-14);
      EXPECT_NEAR(all.integration_row(theta).dot(values), integral(theta), 1e-15);
    }
  }
  for (int i = 0; i < s; ++i) {
    EXPECT_LT(distance(all.integration_row(all.c()[i]), all.A(1.0).row(i).transpose()), 1e-15);
    EXPECT_LT(distance(all.interpolation_row(all.c()[i]), Matrix::Identity(s, s).col(i)), 2e-14);
  }
  for (int k = 0; k <= s; ++k) {
    EXPECT_LT(distance(all.integration_row(all.points()[k]), all.point_rows().row(k).transpose()),
              1e-15);
  }
}

// Beyond the step too, where starting values are extrapolated.
TEST_P(GaussLobattoMember, ExtrapolatesPolynomials) {
  const int s = GetParam();
  const GaussLobatto all(s);
  const Vector powers = all.c().array().pow(s - 1.0);
  const double theta = 1.5;
  const double scale = all.interpolation_row(theta).cwiseAbs().sum();
  EXPECT_NEAR(all.interpolation_row(theta).dot(powers), std::pow(theta, s - 1), 1e-15 * scale);
  EXPECT_NEAR(all.integration_row(theta).dot(powers), std::pow(theta, s) / s, 1e-15 * scale);
}

INSTANTIATE_TEST_SUITE_P(Stages, GaussLobattoMember, testing::Range(1, 13), stages_name);

TEST(GaussLobatto, RejectsStagesAndRadiiOutOfRange) {
  EXPECT_EQ(rejection([] { GaussLobatto(0); }),
            "Gauss-Lobatto coefficients need 1 to 39 stages, not 0");
  EXPECT_EQ(rejection([] { GaussLobatto(40); }),
            "Gauss-Lobatto coefficients need 1 to 39 stages, not 40");
  const std::string range =
      "rho_infinity must lie between 0 (strongest damping) and 1 (none), not ";
  EXPECT_EQ(rejection([] { GaussLobatto(3).A(1.2); }), range + "1.2");
  EXPECT_EQ(rejection([] { GaussLobatto(3).limit(-0.5); }), range + "-0.5");
  EXPECT_EQ(rejection([] { GaussLobatto(3).end_row(NAN); }), range + "nan");
}

TEST(GaussLobatto, AsOneMethod) {
  const RungeKutta damped = GaussLobatto(3).method(0.8);
  EXPECT_EQ(damped.order, 5);
  EXPECT_EQ(damped.A, GaussLobatto(3).A(0.8));
  EXPECT_TRUE(is_algebraically_stable(damped));
  EXPECT_FALSE(is_symplectic(damped));
  EXPECT_FALSE(is_symmetric(damped));
  const RungeKutta plain = GaussLobatto(3).method(1.0);
  EXPECT_EQ(plain.order, 6);
  EXPECT_TRUE(is_symplectic(plain));
  EXPECT_TRUE(is_symmetric(plain));
}

}  // namespace
}  // namespace sparkdyn::tableau
