// SPDX-License-Identifier: BSD-3-Clause
#include "tableau/stability.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "sparkdyn/tableau/mixture.hpp"
#include "sparkdyn/tableau/runge_kutta.hpp"
#include "support.hpp"

namespace sparkdyn::tableau {
namespace {

using Complex = std::complex<double>;

TEST(Pade, SmallClosedForms) {
  const Complex z{0.4, -1.1};
  EXPECT_LT(std::abs(pade_exponential(0, 0, z) - 1.0), 1e-15);
  EXPECT_LT(std::abs(pade_exponential(1, 1, z) - (1.0 + z / 2.0) / (1.0 - z / 2.0)), 1e-15);
  EXPECT_LT(std::abs(pade_exponential(0, 2, z) - 1.0 / (1.0 - z + z * z / 2.0)), 1e-15);
  EXPECT_LT(std::abs(pade_exponential(2, 0, z) - (1.0 + z + z * z / 2.0)), 1e-15);
  EXPECT_LT(
      std::abs(pade_exponential(1, 2, z) - (1.0 + z / 3.0) / (1.0 - 2.0 * z / 3.0 + z * z / 6.0)),
      1e-15);
}

TEST(Pade, HighDegreesAreTheExponential) {
  const Complex z{0.4, -1.1};
  EXPECT_LT(std::abs(pade_exponential(9, 9, z) - std::exp(z)), 1e-14);
}

TEST(Pade, RejectsNegativeDegrees) {
  EXPECT_EQ(rejection([] { pade_exponential(-1, 2, 0.0); }),
            "the degrees of a Padé approximation must not be negative");
  EXPECT_EQ(rejection([] { pade_exponential(2, -1, 0.0); }),
            "the degrees of a Padé approximation must not be negative");
}

void expect_pade(const RungeKutta& method, int numerator, int denominator) {
  for (const Complex z : stability_points) {
    const Complex expected = pade_exponential(numerator, denominator, z);
    const Complex computed = stability_function(method.A, method.b, z);
    EXPECT_LT(std::abs(computed - expected), 1e-11 * std::max(1.0, std::abs(expected)))
        << method.name << " at " << z;
  }
}

class StabilityFunction : public ForStages {};

TEST_P(StabilityFunction, IsAPadeApproximation) {
  const int s = GetParam();
  expect_pade(gauss(s), s, s);
  expect_pade(radau_iia(s), s - 1, s);
  expect_pade(lobatto(Family::IIIA, s), s - 1, s - 1);
  expect_pade(lobatto(Family::IIIB, s), s - 1, s - 1);
  expect_pade(lobatto(Family::IIIC, s), s - 2, s);
  expect_pade(lobatto(Family::IIICstar, s), s, s - 2);
}

// R is a quotient of determinants that are linear in the last corner of the W-transform. A mixture
// of IIIC, with R_{s−2,s}, and IIIC*, with R_{s,s−2}, therefore mixes numerators and denominators.
// With equal weights this is IIID, which is no Padé approximation itself.
TEST_P(StabilityFunction, OfAMixtureMixesNumeratorsAndDenominators) {
  const int s = GetParam();
  const int total = 2 * s - 2;
  const Lobatto all(s);
  for (const double rho : {1.0, 0.8, 0.3}) {
    const Mixture mixture = Mixture::rho_infinity(rho);
    const double damped = mixture.weight(Family::IIIC);
    const double explosive = mixture.weight(Family::IIICstar);
    for (const Complex z : stability_points) {
      const Complex numerator =
          damped * pade_part(s - 2, total, z) + explosive * pade_part(s, total, z);
      const Complex denominator =
          damped * pade_part(s, total, -z) + explosive * pade_part(s - 2, total, -z);
      const Complex computed = stability_function(mixture.evaluate(all), all.b(), z);
      EXPECT_LT(std::abs(computed - numerator / denominator), 1e-11) << "rho " << rho << " z " << z;
    }
  }
}

TEST(StabilityFunctionOfD, IsNotThatOfA) {
  const Lobatto all(2);
  const Complex z{-1.0, 0.5};
  const Complex expected = (1.0 + z / 2.0 + z * z / 4.0) / (1.0 - z / 2.0 + z * z / 4.0);
  EXPECT_LT(std::abs(stability_function(all.D(), all.b(), z) - expected), 1e-15);
  EXPECT_GT(std::abs(stability_function(all.A(), all.b(), z) - expected), 1e-2);
}

TEST_P(StabilityFunction, AtInfinity) {
  const Lobatto all(GetParam());
  EXPECT_NEAR(stability_at_infinity(all.A(), all.b()), 1.0, 1e-12);
  EXPECT_NEAR(stability_at_infinity(all.B(), all.b()), 1.0, 1e-12);
  EXPECT_NEAR(stability_at_infinity(all.C(), all.b()), 0.0, 1e-12);
  EXPECT_NEAR(stability_at_infinity(all.D(), all.b()), 1.0, 1e-12);
  EXPECT_EQ(stability_at_infinity(all.Cstar(), all.b()), std::numeric_limits<double>::infinity());
}

INSTANTIATE_TEST_SUITE_P(Stages, StabilityFunction, testing::Range(2, 11), stages_name);

TEST(StabilityAtInfinity, OfMethodsWithSingularMatrices) {
  const Vector one = Vector::Ones(1);
  EXPECT_EQ(stability_at_infinity(Matrix::Zero(1, 1), one),
            std::numeric_limits<double>::infinity());
  // No stage is ever seen in the result, so R = 1.
  EXPECT_EQ(stability_at_infinity(Matrix::Zero(2, 2), Vector::Zero(2)), 1.0);
  // R = 1 + z, with one stage that is not used and one that repeats another.
  const Matrix repeated{{0, 0, 0}, {0, 0, 0}, {0, 0, 0.5}};
  EXPECT_EQ(stability_at_infinity(repeated, Vector{{0.5, 0.5, 0.0}}),
            std::numeric_limits<double>::infinity());
  // The implicit Euler method beside two stages that are not used.
  const Matrix unused{{0, 0, 0}, {0, 1, 0}, {0, 0, 0}};
  EXPECT_NEAR(stability_at_infinity(unused, Vector{{0, 1, 0}}), 0.0, 1e-14);
}

TEST(StabilityAtInfinity, IsTheLimit) {
  const RungeKutta method = lobatto(Family::IIIB, 3);
  const double far = std::abs(stability_function(method.A, method.b, Complex{-1e7, 0.0}));
  EXPECT_NEAR(stability_at_infinity(method.A, method.b), far, 1e-5);
  EXPECT_NEAR(stability_at_infinity(gauss(3).A, gauss(3).b), 1.0, 1e-13);
  EXPECT_NEAR(stability_at_infinity(radau_iia(3).A, radau_iia(3).b), 0.0, 1e-13);
}

class DampingKnob : public ForStages {};

TEST_P(DampingKnob, SetsTheRadiusAtInfinity) {
  const Lobatto all(GetParam());
  for (int percent = 0; percent <= 100; percent += 5) {
    const double rho = percent / 100.0;
    const Matrix A = Mixture::rho_infinity(rho).evaluate(all);
    EXPECT_NEAR(stability_at_infinity(A, all.b()), rho, 1e-13);
  }
}

TEST_P(DampingKnob, NeverAmplifiesAnOscillation) {
  const Lobatto all(GetParam());
  for (const double rho : {0.0, 0.1, 0.5, 0.8, 0.95, 1.0}) {
    const Matrix A = Mixture::rho_infinity(rho).evaluate(all);
    double largest = 0.0;
    for (double omega = 1e-2; omega < 1e5; omega *= 1.05) {
      const Complex R = stability_function(A, all.b(), Complex{0.0, omega});
      largest = std::max(largest, std::abs(R));
    }
    EXPECT_LE(largest, 1.0 + 1e-12) << "rho " << rho;
  }
}

TEST_P(DampingKnob, OneIsWithoutDamping) {
  const Lobatto all(GetParam());
  for (double omega = 1e-2; omega < 1e5; omega *= 1.05) {
    EXPECT_NEAR(std::abs(stability_function(all.D(), all.b(), Complex{0.0, omega})), 1.0, 1e-12);
  }
}

INSTANTIATE_TEST_SUITE_P(Stages, DampingKnob, testing::Range(2, 9), stages_name);

TEST(LStability, CDampsTheLeftHalfPlaneAndCstarExplodesTheRight) {
  const Lobatto all(4);
  for (const Complex z : stability_points) {
    if (z.real() >= 0.0) continue;
    EXPECT_LT(std::abs(stability_function(all.C(), all.b(), z)), 1.0) << z;
    EXPECT_GT(std::abs(stability_function(all.Cstar(), all.b(), -z)), 1.0) << z;
  }
}

TEST(StabilityMatrix, OfVerletIsKnown) {
  const Lobatto all(2);
  const double mu = 0.7;
  const double x = mu * mu;
  const Eigen::Matrix2d expected{{1 - x / 2, mu}, {-mu * (1 - x / 4), 1 - x / 2}};
  EXPECT_LT(distance(stability_matrix(all.A(), all.B(), all.b(), mu), expected), 1e-15);
}

// The same Verlet step as half-explicit stages: positions and forces have weights of their own.
TEST(StabilityMatrix, WithWeightsForThePositions) {
  const double mu = 0.7;
  const Matrix positions{{0, 0}, {1, 0}};
  const Matrix forces{{0.5, 0}, {0.5, 0.5}};
  const Lobatto all(2);
  const Eigen::Matrix2d half_explicit =
      stability_matrix(positions, Vector{{1, 0}}, forces, all.b(), mu);
  EXPECT_LT(distance(half_explicit, stability_matrix(all.A(), all.B(), all.b(), mu)), 1e-15);
}

// With one matrix for both, the oscillator is two copies of Dahlquist's equation, z = ±iμ.
TEST(StabilityMatrix, OfOneMatrixIsTheStabilityFunction) {
  const Lobatto all(4);
  for (const Family family : all_families) {
    const Matrix& A = all.matrix(family);
    const Complex R = stability_function(A, all.b(), Complex{0.0, 1.9});
    const Eigen::Matrix2d expected{{R.real(), R.imag()}, {-R.imag(), R.real()}};
    EXPECT_LT(distance(stability_matrix(A, A, all.b(), 1.9), expected), 1e-13) << name(family);
  }
}

// (11) of Jay & Petzold (1995), whose denominators are det(I + μ²AÂ): four quotients of
// determinants instead of a solution of the stages.
Eigen::Matrix2d by_determinants(const Matrix& A, const Matrix& hat, const Vector& b, double mu) {
  const Eigen::Index s = b.size();
  const Matrix I = Matrix::Identity(s, s);
  const Matrix one = Vector::Ones(s) * b.transpose();
  const Matrix first = I + mu * mu * A * hat, second = I + mu * mu * hat * A;
  const double below = first.determinant();
  return Eigen::Matrix2d{{2 - (first + mu * mu * one * hat).determinant() / below,
                          -mu + mu * (second + one).determinant() / below},
                         {mu - mu * (first + one).determinant() / below,
                          2 - (second + mu * mu * one * A).determinant() / below}};
}

TEST(StabilityMatrix, IsAQuotientOfDeterminants) {
  for (int s = 2; s <= 6; ++s) {
    const Lobatto all(s);
    const RungeKutta g = gauss(s);
    for (const double mu : {0.05, 0.4, 1.3, 2.2}) {
      for (const auto& [A, hat] : {std::pair{all.A(), all.B()},
                                   {all.A(), all.A()},
                                   {all.Cstar(), all.C()},
                                   {all.D(), all.B()}}) {
        EXPECT_LT(
            distance(stability_matrix(A, hat, all.b(), mu), by_determinants(A, hat, all.b(), mu)),
            1e-14)
            << s << " " << mu;
      }
      EXPECT_LT(distance(stability_matrix(g.A, g.A, g.b, mu), by_determinants(g.A, g.A, g.b, mu)),
                1e-14);
    }
  }
}

// Theorem 2.6 there: the trace of IIIA–IIIB grows like μ², so that the pair is not P-stable.
TEST(StabilityMatrix, OfThePairGrowsWithTheSquare) {
  for (int s = 2; s <= 5; ++s) {
    const Lobatto all(s);
    const double mu = 1e4;
    const double growth = stability_matrix(all.A(), all.B(), all.b(), mu).trace() / (mu * mu);
    EXPECT_NEAR(growth, s % 2 == 0 ? -1.0 : 1.0, 1e-5) << s;
  }
}

// (14) there: Gauss and IIIA keep an amplitude far above the step's frequency, and turn its sign or
// not, by the number of stages.
TEST(StabilityMatrix, FarOutIsASign) {
  for (int s = 2; s <= 6; ++s) {
    const RungeKutta g = gauss(s);
    const RungeKutta a = lobatto(Family::IIIA, s);
    const double sign = s % 2 == 0 ? 1.0 : -1.0;
    const Eigen::Matrix2d one = Eigen::Matrix2d::Identity();
    EXPECT_LT(distance(stability_matrix(g.A, g.A, g.b, 1e7), sign * one), 1e-4) << s;
    EXPECT_LT(distance(stability_matrix(a.A, a.A, a.b, 1e7), -sign * one), 1e-4) << s;
  }
}

TEST(StabilityMatrix, ApproximatesTheRotation) {
  const Lobatto all(6);
  const double mu = 0.5;
  const Eigen::Matrix2d rotation{{std::cos(mu), std::sin(mu)}, {-std::sin(mu), std::cos(mu)}};
  EXPECT_LT(distance(stability_matrix(all.A(), all.B(), all.b(), mu), rotation), 1e-12);
}

TEST(SpectralRadius, OfRealAndComplexPairs) {
  EXPECT_DOUBLE_EQ(spectral_radius(Eigen::Matrix2d{{2, 1}, {0, -3}}), 3.0);
  EXPECT_DOUBLE_EQ(spectral_radius(Eigen::Matrix2d{{0.6, 0.8}, {-0.8, 0.6}}), 1.0);
  EXPECT_DOUBLE_EQ(spectral_radius(Eigen::Matrix2d{{1, 5}, {0, 1}}), 1.0);
  EXPECT_DOUBLE_EQ(spectral_radius(Eigen::Matrix2d{{1, 4}, {1, 1}}), 3.0);
  EXPECT_DOUBLE_EQ(spectral_radius(Eigen::Matrix2d::Zero()), 0.0);
}

}  // namespace
}  // namespace sparkdyn::tableau
