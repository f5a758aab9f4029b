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

/// [P Gᵀ; G 0], complex symmetric.
Whole saddle(int n, int m) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Whole A = Whole::Zero(n + m, n + m);
  for (int i = 0; i < n + m; ++i)
    for (int j = 0; j <= i && j < n; ++j)
      A(i, j) = A(j, i) = i < n ? Complex(uniform(random), uniform(random)) : uniform(random);
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
  const Eigen::VectorXd units = Eigen::VectorXd::NullaryExpr(
      42, [](Eigen::Index i) { return std::pow(10.0, static_cast<double>(7 * i % 17) - 8); });
  const Whole A = units.asDiagonal() * saddle(30, 12) * units.asDiagonal();
  const auto factor = DenseFactor<Complex>::make(42, lower_triangle(A), Symmetry::symmetric);
  ASSERT_NE(factor, nullptr);
  const Whole x = Whole::Random(42, 2);  // every unknown in its own unit
  Whole b = units.asDiagonal() * saddle(30, 12) * x;
  factor->solve(std::span<Complex>(b.data(), static_cast<std::size_t>(b.size())), 2);
  EXPECT_LT((units.asDiagonal() * b - x).cwiseAbs().maxCoeff(), 1e-11);
}

TEST(DenseFactor, LeavesSingularMatricesToOthers) {
  Whole A = saddle(10, 4);
  A.row(13) = A.row(12);
  A.col(13) = A.col(12);
  EXPECT_EQ(DenseFactor<Complex>::make(14, lower_triangle(A), Symmetry::symmetric), nullptr);
}

}  // namespace
}  // namespace sparkdyn::linear
