// SPDX-License-Identifier: BSD-3-Clause
// Dense factors of small saddle points, whose rows may be of any size.

#include "linear/dense_factor.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>

namespace sparkdyn::linear {
namespace {

using Complex = std::complex<double>;
using Whole = Eigen::MatrixXcd;

/// [P Gᵀ; G 0], complex symmetric, its unknowns measured in units of 10⁻⁸ to 10⁸.
Whole saddle(int n, int m) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Whole A = Whole::Zero(n + m, n + m);
  for (int i = 0; i < n + m; ++i)
    for (int j = 0; j <= i && j < n; ++j)
      A(i, j) = A(j, i) = i < n ? Complex(uniform(random), uniform(random)) : uniform(random);
  for (int i = 0; i < n + m; ++i) {
    const double unit = std::pow(10.0, 8 * uniform(random));
    A.row(i) *= unit;
    A.col(i) *= unit;
  }
  return A;
}

Triplets<Complex> lower_triangle(const Whole& A) {
  Triplets<Complex> entries;
  for (int i = 0; i < A.rows(); ++i)
    for (int j = 0; j <= i; ++j) {
      entries.rows.push_back(i);
      entries.columns.push_back(j);
      entries.values.push_back(A(i, j));
    }
  return entries;
}

TEST(DenseFactor, SolvesSaddlePointsInAnyUnits) {
  const Whole A = saddle(30, 12);
  const auto factor = DenseFactor<Complex>::make(42, lower_triangle(A), Symmetry::symmetric);
  ASSERT_NE(factor, nullptr);
  Whole x = Whole::Random(42, 2);
  // Every unknown in the unit in which it is of size one.
  const Eigen::VectorXd units = A.cwiseAbs().rowwise().maxCoeff().cwiseSqrt();
  x = units.cwiseInverse().asDiagonal() * x;
  Whole b = A * x;
  factor->solve(std::span<Complex>(b.data(), static_cast<std::size_t>(b.size())), 2);
  EXPECT_LT((units.asDiagonal() * (b - x)).cwiseAbs().maxCoeff(),
            1e-11 * (units.asDiagonal() * x).cwiseAbs().maxCoeff());
}

TEST(DenseFactor, LeavesSingularMatricesToOthers) {
  Whole A = saddle(10, 4);
  A.row(13) = A.row(12);
  A.col(13) = A.col(12);
  EXPECT_EQ(DenseFactor<Complex>::make(14, lower_triangle(A), Symmetry::symmetric), nullptr);
}

}  // namespace
}  // namespace sparkdyn::linear
