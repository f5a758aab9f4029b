// SPDX-License-Identifier: BSD-3-Clause
// The decompositions against what defines them, on random matrices.
#include "sparkdyn/tableau/decompositions.hpp"

#include <gtest/gtest.h>

#include <random>

namespace {

using namespace sparkdyn::tableau;

Matrix random_matrix(std::mt19937& engine, int rows, int columns) {
  std::normal_distribution<double> normal;
  Matrix A(rows, columns);
  for (double& x : A.reshaped()) x = normal(engine);
  return A;
}

TEST(Decompositions, ComplementIsAllThatIsOrthogonal) {
  std::mt19937 engine(1);
  for (int n = 2; n < 9; ++n) {
    Matrix A = random_matrix(engine, n, n - 1);
    A.col(n - 2) = A.col(0);  // dependent
    const Matrix N = orthogonal_complement(A);
    ASSERT_EQ(N.cols(), n == 2 ? 1 : 2);
    EXPECT_LT((A.transpose() * N).norm(), 1e-13);
    EXPECT_LT((N.transpose() * N - Matrix::Identity(N.cols(), N.cols())).norm(), 1e-13);
  }
}

TEST(Decompositions, TriangularFactorHasTheSameGramMatrix) {
  std::mt19937 engine(2);
  for (const auto& [m, n] : {std::pair{3, 7}, {7, 3}, {4, 4}}) {
    const Matrix A = random_matrix(engine, m, n), R = triangular_factor(A);
    EXPECT_LT((R.transpose() * R - A.transpose() * A).norm(), 1e-12);
  }
}

TEST(Decompositions, LeastSquaresLeaveAnOrthogonalRest) {
  std::mt19937 engine(3);
  const Matrix A = random_matrix(engine, 8, 5), b = random_matrix(engine, 8, 1);
  EXPECT_LT((A.transpose() * (A * least_squares(A, b) - b)).norm(), 1e-13);
  const Matrix wide = random_matrix(engine, 3, 8);
  const Vector right = random_matrix(engine, 3, 1), x = shortest_solution(wide, right);
  EXPECT_LT((wide * x - right).norm(), 1e-13);
  EXPECT_LT((orthogonal_complement(wide.transpose()).transpose() * x).norm(), 1e-13);
}

TEST(Decompositions, TheDependentColumnIsFound) {
  std::mt19937 engine(4);
  Matrix A = random_matrix(engine, 6, 4);
  EXPECT_GT(least_independent_column(A).size, 0.1);
  A.col(2) *= 1e-9;
  EXPECT_EQ(least_independent_column(A).column, 2);
}

TEST(Decompositions, GeneralizedPairsSolveTheirEquation) {
  std::mt19937 engine(5);
  for (int n = 1; n < 8; ++n) {
    const Matrix X = random_matrix(engine, n, n), Y = random_matrix(engine, n, n);
    const Matrix A = X + X.transpose(), B = Y * Y.transpose() + Matrix::Identity(n, n);
    const auto pairs = symmetric_eigenpairs(A, B);
    ASSERT_TRUE(pairs);
    const Matrix& V = pairs->vectors;
    EXPECT_LT((A * V - B * V * pairs->values.asDiagonal()).norm(), 1e-11);
    EXPECT_LT((V.transpose() * B * V - Matrix::Identity(n, n)).norm(), 1e-12);
    EXPECT_FALSE(symmetric_eigenpairs(A, -B));
  }
}

}  // namespace
