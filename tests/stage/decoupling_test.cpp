// SPDX-License-Identifier: BSD-3-Clause
// Left·X_k·Right triangular or diagonal: rebuilding every X_k from its form.

#include "stage/decoupling.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "sparkdyn/tableau/gauss_lobatto.hpp"
#include "sparkdyn/tableau/lobatto.hpp"
#include "sparkdyn/tableau/mixture.hpp"

namespace sparkdyn {
namespace {

using tableau::Matrix;

/// In long double: what the form itself has lost, and not what rebuilding loses.
double rebuild_error(const std::vector<Matrix>& X, const stage::Decoupling& form) {
  using Wide = std::complex<long double>;
  double worst = 0;
  for (std::size_t k = 0; k < X.size(); ++k) {
    const tableau::WideComplexMatrix back = tableau::inverse(form.left.cast<Wide>()) *
                                            form.X[k].cast<Wide>() *
                                            tableau::inverse(form.right.cast<Wide>());
    const tableau::WideComplexMatrix difference = back - X[k].cast<Wide>();
    worst = std::max(worst, static_cast<double>(difference.norm()) / X[k].norm());
  }
  return worst;
}

/// Diagonal where the eigenvectors are good enough, of which the last digit loses their condition.
void expect_powers_rebuild(const Matrix& A, const std::string& what) {
  const auto s = A.rows();
  const std::vector<Matrix> X{Matrix::Identity(s, s), 0.1 * A, 0.01 * A * A};
  const auto form = stage::decouple(X);
  ASSERT_TRUE(form) << what;
  EXPECT_LT(rebuild_error(X, *form), form->diagonal ? 4e-16 * (form->condition + 5) : 1e-14)
      << what;
  EXPECT_EQ(static_cast<Eigen::Index>(form->blocks.size()), (s + 1) / 2) << what;
}

TEST(Decoupling, PowersOfOneMatrixRebuild) {
  for (const double rho : {0.0, 0.5, 0.8, 1.0}) {
    for (int s = 2; s <= 14; ++s)
      expect_powers_rebuild(tableau::Mixture::rho_infinity(rho).evaluate(tableau::Lobatto(s)),
                            "Lobatto " + std::to_string(s) + ", rho " + std::to_string(rho));
    for (int s = 1; s <= 10; ++s)
      expect_powers_rebuild(tableau::GaussLobatto(s).A(rho),
                            "Gauss " + std::to_string(s) + ", rho " + std::to_string(rho));
  }
}

TEST(Decoupling, IsDiagonalWithFewStages) {
  for (int s = 2; s <= 8; ++s) {
    const auto diagonal = [&](const Matrix& A) {
      return stage::decouple({Matrix::Identity(s, s), 0.1 * A, 0.01 * A * A})->diagonal;
    };
    EXPECT_EQ(diagonal(tableau::Mixture::rho_infinity(0.8).evaluate(tableau::Lobatto(s))), s <= 5);
    EXPECT_EQ(diagonal(tableau::GaussLobatto(s).A(0.8)), s <= 4);
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
