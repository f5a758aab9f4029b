// SPDX-License-Identifier: BSD-3-Clause
// One real eigenvalue for all stages: the eigenvalues that notes §6 found by another program,
// order, radius, and the direction that only velocities see.

#include "tableau/one_factor.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <stdexcept>

#include "sparkdyn/tableau/decompositions.hpp"
#include "sparkdyn/tableau/gauss_lobatto.hpp"
#include "tableau/conditions.hpp"
#include "tableau/stability.hpp"

namespace sparkdyn::tableau {
namespace {

TEST(OneFactor, EigenvaluesAreThoseOfAnIndependentProgram) {
  EXPECT_NEAR(OneFactor(3, 0.8).eigenvalue(), .348869453075, 1e-11);
  EXPECT_NEAR(OneFactor(4, 0.8).eigenvalue(), .423503766067, 1e-11);
  EXPECT_NEAR(OneFactor(5, 0.8).eigenvalue(), .251806231184, 1e-11);
  EXPECT_NEAR(OneFactor(6, 0.8).eigenvalue(), .292560236450, 1e-11);
}

class EveryRadius : public ::testing::TestWithParam<int> {};

TEST_P(EveryRadius, HasOrderRadiusAndOneEigenvalue) {
  const int s = GetParam();
  const GaussLobatto gauss(s);
  for (int k = 0; k <= 10; ++k) {
    const double rho = k / 10.0;
    const OneFactor method(s, rho);
    const Matrix& A = method.A();
    const double size = A.norm();
    EXPECT_LT(assumption_C(A, gauss.c(), s - 1), 1e-13 * size);
    // (A − g)ˢ = 0: the eigenvalues themselves would be off by the s-th root of round-off.
    Matrix power = Matrix::Identity(s, s);
    for (int j = 0; j < s; ++j) power *= A - method.eigenvalue() * Matrix::Identity(s, s);
    EXPECT_LT(power.norm(), 1e-13 * std::pow(size, s)) << s << " " << rho;
    EXPECT_NEAR(std::abs(stability_at_infinity(A, gauss.b())), rho, 2e-11) << s;
    for (double y = 1e-2; y < 1e4; y *= 1.1)
      EXPECT_LE(std::abs(stability_function(A, gauss.b(), {0, y})), 1 + 1e-9) << s << " " << rho;
    // The error falls as z^(s+1), or faster where its first term nearly vanishes.
    const auto error = [&](double z) {
      return std::abs(stability_function(A, gauss.b(), {0, z}) - std::polar(1.0, z));
    };
    EXPECT_GT(std::log2(error(0.2) / error(0.1)), s + 0.8) << s << " " << rho;
    Vector d = method.direction();
    EXPECT_GT(std::abs(gauss.b().dot(solve(A, d))), 0.05);
    for (int j = 0; j < s - 1; ++j, d = A * d)
      EXPECT_LT(std::abs(gauss.b().dot(d)), 1e-13 * std::pow(std::max(size, 1.0), j))
          << s << " " << j;
  }
}

INSTANTIATE_TEST_SUITE_P(Stages, EveryRadius, ::testing::Range(2, 7));

TEST(OneFactor, RefusesWhatIsNotThere) {
  EXPECT_THROW(OneFactor(1, 0.8), std::invalid_argument);
  EXPECT_THROW(OneFactor(7, 0.8), std::invalid_argument);
  EXPECT_THROW(OneFactor(5, -0.1), std::invalid_argument);
  EXPECT_THROW(OneFactor(5, 1.1), std::invalid_argument);
}

}  // namespace
}  // namespace sparkdyn::tableau
