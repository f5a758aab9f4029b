// SPDX-License-Identifier: BSD-3-Clause
// Left·X_k·Right triangular or diagonal: rebuilding every X_k from its form.

#include "stage/decoupling.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "sparkdyn/tableau/lobatto.hpp"
#include "sparkdyn/tableau/mixture.hpp"

namespace sparkdyn {
namespace {

using tableau::Matrix;

double rebuild_error(const std::vector<Matrix>& X, const stage::Decoupling& form) {
  double worst = 0;
  for (std::size_t k = 0; k < X.size(); ++k) {
    const stage::ComplexMatrix back = form.left.inverse() * form.X[k] * form.right.inverse();
    worst = std::max(worst, (back - X[k].cast<std::complex<double>>()).norm() / X[k].norm());
  }
  return worst;
}

/// Diagonal up to five stages, and no digits lost by more, which share their eigenvectors nearly.
TEST(Decoupling, PowersOfOneMatrixRebuild) {
  for (const double rho : {0.0, 0.5, 0.8, 1.0})
    for (int s = 2; s <= 14; ++s) {
      const tableau::Lobatto lobatto(s);
      const Matrix A = tableau::Mixture::rho_infinity(rho).evaluate(lobatto);
      const std::vector<Matrix> X{Matrix::Identity(s, s), 0.1 * A, 0.01 * A * A};
      const auto form = stage::decouple(X);
      ASSERT_TRUE(form);
      EXPECT_EQ(form->diagonal, s <= 5) << s;
      EXPECT_LT(rebuild_error(X, *form), 1e-12) << s << ", rho " << rho;
      EXPECT_EQ(static_cast<int>(form->blocks.size()), (s + 1) / 2) << s;
    }
}

TEST(Decoupling, ProductsOfBAndARebuild) {
  for (int s = 3; s <= 6; ++s) {
    const tableau::Lobatto lobatto(s);
    const std::vector<Matrix> X{Matrix::Identity(s, s), 0.04 * lobatto.B() * lobatto.A()};
    const auto form = stage::decouple(X);
    ASSERT_TRUE(form);
    EXPECT_LT(rebuild_error(X, *form), 1e-10) << s << ", condition " << form->condition;
  }
}

TEST(Decoupling, DefectivePencilsAreTriangular) {
  // C*·C* and B·B have Jordan blocks at zero: no eigenvector matrix is safe there.
  for (int s = 3; s <= 6; ++s) {
    const tableau::Lobatto lobatto(s);
    for (const Matrix& A : {lobatto.Cstar(), lobatto.B()}) {
      const std::vector<Matrix> X{Matrix::Identity(s, s), 0.04 * A * A};
      const auto form = stage::decouple(X);
      ASSERT_TRUE(form);
      EXPECT_LT(rebuild_error(X, *form), 1e-11) << s;
    }
    Matrix jordan = Matrix::Zero(s, s);
    jordan.diagonal(1).setOnes();
    const std::vector<Matrix> X{Matrix::Identity(s, s) + jordan, jordan};
    const auto form = stage::decouple(X);
    ASSERT_TRUE(form);
    EXPECT_FALSE(form->diagonal);
    EXPECT_LT(rebuild_error(X, *form), 1e-12) << s;
  }
}

TEST(Decoupling, UnrelatedMatricesAreRefused) {
  const tableau::Lobatto lobatto(3);
  EXPECT_FALSE(stage::decouple({Matrix::Identity(3, 3), lobatto.C(), lobatto.D() * lobatto.D()}));
}

}  // namespace
}  // namespace sparkdyn
