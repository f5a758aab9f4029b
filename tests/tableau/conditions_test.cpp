// SPDX-License-Identifier: BSD-3-Clause
// The simplifying assumptions that section 8 of Jay (1998) states for each family, and that each of
// them ends where it is said to end.
#include "tableau/conditions.hpp"

#include <gtest/gtest.h>

#include <array>

#include "sparkdyn/tableau/lobatto.hpp"
#include "support.hpp"

namespace sparkdyn::tableau {
namespace {

constexpr std::array<Family, 3> damped_families = {Family::IIIC, Family::IIICstar, Family::IIID};

class Assumptions : public ForStages {
 protected:
  const int s_ = GetParam();
  const Lobatto lobatto_{s_};
  const Vector& b_ = lobatto_.b();
  const Vector& c_ = lobatto_.c();
};

TEST_P(Assumptions, Quadrature) {
  EXPECT_LT(assumption_B(b_, c_, 2 * s_ - 2), tolerance);
}

TEST_P(Assumptions, LobattoA) {
  EXPECT_LT(assumption_C(lobatto_.A(), c_, s_), tolerance);
  EXPECT_LT(assumption_D(lobatto_.A(), b_, c_, s_ - 2), tolerance);
}

TEST_P(Assumptions, LobattoB) {
  EXPECT_LT(assumption_C(lobatto_.B(), c_, s_ - 2), tolerance);
  EXPECT_LT(assumption_D(lobatto_.B(), b_, c_, s_), tolerance);
}

TEST_P(Assumptions, LobattoCAndCstarAndD) {
  for (const Family family : damped_families) {
    EXPECT_LT(assumption_C(lobatto_.matrix(family), c_, s_ - 1), tolerance) << name(family);
    EXPECT_LT(assumption_D(lobatto_.matrix(family), b_, c_, s_ - 1), tolerance) << name(family);
  }
}

TEST_P(Assumptions, ProductsWithA) {
  for (const Family family : force_families) {
    const Matrix& An = lobatto_.matrix(family);
    EXPECT_LT(assumption_CC(lobatto_.A(), An, c_, s_), tolerance) << name(family);
    EXPECT_LT(assumption_DD(lobatto_.A(), An, b_, c_, s_), tolerance) << name(family);
  }
}

INSTANTIATE_TEST_SUITE_P(Stages, Assumptions, testing::Range(2, 13), stages_name);

// For few stages, where the first violation is far above rounding.
class AssumptionsEnd : public Assumptions {};

TEST_P(AssumptionsEnd, OneOrderFurther) {
  EXPECT_GT(assumption_B(b_, c_, 2 * s_ - 1), 1e-7);
  EXPECT_GT(assumption_C(lobatto_.A(), c_, s_ + 1), 1e-7);
  EXPECT_GT(assumption_D(lobatto_.A(), b_, c_, s_ - 1), 1e-7);
  EXPECT_GT(assumption_C(lobatto_.B(), c_, s_ - 1), 1e-7);
  EXPECT_GT(assumption_D(lobatto_.B(), b_, c_, s_ + 1), 1e-7);
  for (const Family family : damped_families) {
    EXPECT_GT(assumption_C(lobatto_.matrix(family), c_, s_), 1e-7) << name(family);
    EXPECT_GT(assumption_D(lobatto_.matrix(family), b_, c_, s_), 1e-7) << name(family);
  }
  for (const Family family : force_families) {
    const Matrix& An = lobatto_.matrix(family);
    EXPECT_GT(assumption_CC(lobatto_.A(), An, c_, s_ + 1), 1e-7) << name(family);
    EXPECT_GT(assumption_DD(lobatto_.A(), An, b_, c_, s_ + 1), 1e-7) << name(family);
  }
}

INSTANTIATE_TEST_SUITE_P(FewStages, AssumptionsEnd, testing::Range(2, 7), stages_name);

// Residuals worked out by hand for the explicit Euler method, A = 0, b = 1, c = 0.
TEST(Conditions, ResidualsOfExplicitEuler) {
  const Matrix A = Matrix::Zero(1, 1);
  const Vector b = Vector::Ones(1);
  const Vector c = Vector::Zero(1);
  EXPECT_DOUBLE_EQ(assumption_B(b, c, 1), 0.0);
  EXPECT_DOUBLE_EQ(assumption_B(b, c, 2), 0.5);
  EXPECT_DOUBLE_EQ(assumption_C(A, c, 1), 0.0);
  EXPECT_DOUBLE_EQ(assumption_D(A, b, c, 1), 1.0);
  EXPECT_DOUBLE_EQ(assumption_CC(A, A, c, 2), 0.0);
  EXPECT_DOUBLE_EQ(assumption_DD(A, A, b, c, 2), 0.5);
  EXPECT_DOUBLE_EQ(stiff_accuracy_defect(A, b), 1.0);
  EXPECT_DOUBLE_EQ(symplectic_defect(A, A, b), 1.0);
  EXPECT_DOUBLE_EQ(symmetry_defect(A, b), 1.0);
}

// Explicit and implicit Euler are conjugate in both senses.
TEST(Conditions, EulerPairIsConjugate) {
  const Matrix explicit_euler = Matrix::Zero(1, 1);
  const Matrix implicit_euler = Matrix::Ones(1, 1);
  const Vector b = Vector::Ones(1);
  EXPECT_EQ(symplectic_defect(explicit_euler, implicit_euler, b), 0.0);
  EXPECT_EQ(conjugate_symmetry_defect(explicit_euler, implicit_euler, b), 0.0);
}

TEST(Conditions, SymmetryNeedsSymmetricWeights) {
  const Vector b{{0.25, 0.75}};
  const Matrix A{{0.125, 0.375}, {0.125, 0.375}};
  EXPECT_DOUBLE_EQ(symmetry_defect(A, b), 0.5);
}

TEST(Conditions, AlgebraicStabilityNeedsPositiveWeights) {
  EXPECT_TRUE(algebraically_stable(Matrix::Ones(1, 1), Vector::Ones(1)));
  EXPECT_FALSE(algebraically_stable(-Matrix::Ones(1, 1), -Vector::Ones(1)));
}

}  // namespace
}  // namespace sparkdyn::tableau
