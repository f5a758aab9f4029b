// SPDX-License-Identifier: BSD-3-Clause
// Real and complex, symmetric and general factors, right-hand sides spread over ranks.

#include "linear/mumps.hpp"

#include <gtest/gtest.h>
#include <petscsys.h>

#include <Eigen/Dense>
#include <random>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::linear {
namespace {

template <typename Scalar>
using DenseMatrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;

template <typename Scalar>
Scalar random_scalar(std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  if constexpr (std::is_same_v<Scalar, double>)
    return uniform(random);
  else
    return {uniform(random), uniform(random)};
}

template <typename Scalar>
class Mumps : public ::testing::Test {};
using Scalars = ::testing::Types<double, std::complex<double>>;
TYPED_TEST_SUITE(Mumps, Scalars);

template <typename Scalar>
Triplets<Scalar> own_rows(const DenseMatrix<Scalar>& A, const core::RowRange& rows,
                          Symmetry symmetry) {
  Triplets<Scalar> entries;
  for (PetscInt i = rows.begin; i < rows.end; ++i)
    for (PetscInt j = 0; j < A.cols(); ++j) {
      if (A(i, j) == Scalar(0) || (symmetry == Symmetry::symmetric && j > i)) continue;
      entries.rows.push_back(i);
      entries.columns.push_back(j);
      entries.values.push_back(A(i, j));
    }
  return entries;
}

TYPED_TEST(Mumps, SolvesSaddlePointsWithSeveralRightHandSides) {
  using Scalar = TypeParam;
  std::mt19937 random(3);
  const int n = 23, m = 4, count = 3;
  for (const auto symmetry : {Symmetry::symmetric, Symmetry::general}) {
    DenseMatrix<Scalar> A =
        DenseMatrix<Scalar>::NullaryExpr(n, n, [&] { return random_scalar<Scalar>(random); });
    A = (A + A.transpose()).eval();
    if (symmetry == Symmetry::general) A(0, 5) += 1.0;
    A.bottomRightCorner(m, m).setZero();
    const auto rows = core::split_rows(PETSC_COMM_WORLD, n);
    MumpsFactor<Scalar> factor(PETSC_COMM_WORLD, n, rows.size(), own_rows(A, rows, symmetry),
                               {.symmetry = symmetry, .prefix = "test_"});
    const DenseMatrix<Scalar> X =
        DenseMatrix<Scalar>::NullaryExpr(n, count, [&] { return random_scalar<Scalar>(random); });
    const DenseMatrix<Scalar> B = A * X;
    for (int repeat = 0; repeat < 2; ++repeat) {
      std::vector<Scalar> x;
      for (int k = 0; k < count; ++k)
        for (PetscInt i = rows.begin; i < rows.end; ++i) x.push_back(B(i, k));
      factor.solve(x, count);
      for (int k = 0; k < count; ++k)
        for (PetscInt i = 0; i < rows.size(); ++i)
          EXPECT_LT(std::abs(x[k * rows.size() + i] - X(rows.begin + i, k)), 1e-11);
    }
  }
}

/// Large enough on one rank for factors in large pages. No diagonal leads, so pivots are delayed.
TYPED_TEST(Mumps, SolvesWithFactorsOfManyMegabytes) {
  using Scalar = TypeParam;
  std::mt19937 random(5);
  const int n = 2600;
  const DenseMatrix<Scalar> A = [&] {
    const DenseMatrix<Scalar> any =
        DenseMatrix<Scalar>::NullaryExpr(n, n, [&] { return random_scalar<Scalar>(random); });
    return DenseMatrix<Scalar>(any + any.transpose());
  }();
  const auto rows = core::split_rows(PETSC_COMM_WORLD, n);
  MumpsFactor<Scalar> factor(PETSC_COMM_WORLD, n, rows.size(),
                             own_rows(A, rows, Symmetry::symmetric), {.prefix = "test_"});
  const DenseMatrix<Scalar> ones = DenseMatrix<Scalar>::Ones(n, 1), b = A * ones;
  for (int repeat = 0; repeat < 2; ++repeat) {
    std::vector<Scalar> x(b.data() + rows.begin, b.data() + rows.end);
    factor.solve(x);
    for (const Scalar& entry : x) ASSERT_LT(std::abs(entry - Scalar(1)), 1e-6);
  }
}

TYPED_TEST(Mumps, SingularMatrixIsAnError) {
  using Scalar = TypeParam;
  const int n = 4;
  DenseMatrix<Scalar> A = DenseMatrix<Scalar>::Identity(n, n);
  A(2, 2) = 0;
  const auto rows = core::split_rows(PETSC_COMM_WORLD, n);
  try {
    MumpsFactor<Scalar> factor(PETSC_COMM_WORLD, n, rows.size(),
                               own_rows(A, rows, Symmetry::general),
                               {.symmetry = Symmetry::general, .prefix = "test_"});
    FAIL() << "accepted";
  } catch (const core::Error& error) {
    EXPECT_NE(std::string(error.what()).find("singular"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace sparkdyn::linear
