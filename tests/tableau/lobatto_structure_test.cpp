// SPDX-License-Identifier: BSD-3-Clause
// Sections 4.3, 6 and 8 of Jay (1998): what the families are to each other.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <array>

#include "sparkdyn/tableau/lobatto.hpp"
#include "support.hpp"
#include "tableau/conditions.hpp"

namespace sparkdyn::tableau {
namespace {

constexpr double last_digit = 1e-15;

class LobattoStructure : public ForStages {
 protected:
  const Lobatto lobatto_{GetParam()};
  const Vector& b_ = lobatto_.b();
};

TEST_P(LobattoStructure, KnownEntriesAreExact) {
  const Eigen::Index last = GetParam() - 1;
  EXPECT_TRUE((lobatto_.A().row(0).array() == 0.0).all());
  EXPECT_TRUE((lobatto_.B().col(last).array() == 0.0).all());
  EXPECT_TRUE((lobatto_.B().col(0).array() == b_[0]).all());
  EXPECT_TRUE((lobatto_.C().col(0).array() == b_[0]).all());
  EXPECT_TRUE((lobatto_.Cstar().row(0).array() == 0.0).all());
  EXPECT_TRUE((lobatto_.Cstar().col(last).array() == 0.0).all());
}

TEST_P(LobattoStructure, StifflyAccurateAandC) {
  EXPECT_EQ(stiff_accuracy_defect(lobatto_.A(), b_), 0.0);
  EXPECT_EQ(stiff_accuracy_defect(lobatto_.C(), b_), 0.0);
  EXPECT_GT(stiff_accuracy_defect(lobatto_.B(), b_), 1e-3);
  EXPECT_GT(stiff_accuracy_defect(lobatto_.Cstar(), b_), 1e-3);
  EXPECT_GT(stiff_accuracy_defect(lobatto_.D(), b_), 1e-3);
}

TEST_P(LobattoStructure, ProductsWithAAgree21b) {
  const Matrix product = lobatto_.A() * lobatto_.B();
  for (const Family family : force_families) {
    EXPECT_LT(distance(lobatto_.A() * lobatto_.matrix(family), product), last_digit)
        << name(family);
  }
  EXPECT_GT(distance(lobatto_.A() * lobatto_.A(), product), 1e-5);
}

// (N; bᵀ): rows 2..s of the product, and the weights.
Matrix multiplier_matrix(const Lobatto& lobatto, Family family) {
  Matrix result = lobatto.A() * lobatto.matrix(family);
  const Eigen::Index s = lobatto.stages();
  result.topRows(s - 1) = result.bottomRows(s - 1).eval();
  result.row(s - 1) = lobatto.b().transpose();
  return result;
}

TEST_P(LobattoStructure, MultipliersAreDetermined21c) {
  for (const Family family : force_families) {
    EXPECT_EQ(Eigen::FullPivLU<Matrix>(multiplier_matrix(lobatto_, family)).rank(), GetParam());
  }
  Eigen::FullPivLU<Matrix> with_a(multiplier_matrix(lobatto_, Family::IIIA));
  with_a.setThreshold(1e-12);
  EXPECT_EQ(with_a.rank(), GetParam() - 1) << "this is why the constraint may not use IIIA";
}

TEST_P(LobattoStructure, SymplecticPairs35) {
  EXPECT_LT(symplectic_defect(lobatto_.A(), lobatto_.B(), b_), last_digit);
  EXPECT_LT(symplectic_defect(lobatto_.C(), lobatto_.Cstar(), b_), last_digit);
  EXPECT_LT(symplectic_defect(lobatto_.D(), lobatto_.D(), b_), last_digit);
  EXPECT_GT(symplectic_defect(lobatto_.A(), lobatto_.A(), b_), 1e-6);
  EXPECT_GT(symplectic_defect(lobatto_.C(), lobatto_.C(), b_), 1e-6);
}

TEST_P(LobattoStructure, SymmetricFamilies36) {
  EXPECT_LT(symmetry_defect(lobatto_.A(), b_), last_digit);
  EXPECT_LT(symmetry_defect(lobatto_.B(), b_), last_digit);
  EXPECT_LT(symmetry_defect(lobatto_.D(), b_), last_digit);
  EXPECT_GT(symmetry_defect(lobatto_.C(), b_), 1e-3);
  EXPECT_GT(symmetry_defect(lobatto_.Cstar(), b_), 1e-3);
}

TEST_P(LobattoStructure, ConjugatePair37) {
  EXPECT_LT(conjugate_symmetry_defect(lobatto_.C(), lobatto_.Cstar(), b_), last_digit);
  EXPECT_GT(conjugate_symmetry_defect(lobatto_.A(), lobatto_.B(), b_), 1e-3);
}

TEST_P(LobattoStructure, DIsTheMeanOfCAndCstar) {
  EXPECT_LT(distance(lobatto_.D(), (lobatto_.C() + lobatto_.Cstar()) / 2), last_digit);
}

TEST_P(LobattoStructure, AlgebraicStability) {
  EXPECT_TRUE(algebraically_stable(lobatto_.C(), b_));
  EXPECT_TRUE(algebraically_stable(lobatto_.D(), b_));
  EXPECT_FALSE(algebraically_stable(lobatto_.A(), b_));
  EXPECT_FALSE(algebraically_stable(lobatto_.B(), b_));
  EXPECT_FALSE(algebraically_stable(lobatto_.Cstar(), b_));
}

INSTANTIATE_TEST_SUITE_P(Stages, LobattoStructure, testing::Range(2, 13), stages_name);

TEST(Lobatto, KnowsItsSize) {
  EXPECT_EQ(Lobatto(4).stages(), 4);
  EXPECT_EQ(Lobatto(4).order(), 6);
}

TEST(Lobatto, NamesAndFindsFamilies) {
  EXPECT_EQ(name(Family::IIIA), "A");
  EXPECT_EQ(name(Family::IIIB), "B");
  EXPECT_EQ(name(Family::IIIC), "C");
  EXPECT_EQ(name(Family::IIICstar), "C*");
  EXPECT_EQ(name(Family::IIID), "D");
  for (const Family family : all_families) EXPECT_EQ(find_family(name(family)), family);
  EXPECT_FALSE(find_family("E").has_value());
  EXPECT_FALSE(find_family("").has_value());
}

TEST(Lobatto, RejectsStagesOutOfRange) {
  EXPECT_EQ(rejection([] { Lobatto(1); }), "Lobatto coefficients need 2 to 40 stages, not 1");
  EXPECT_EQ(rejection([] { Lobatto(41); }), "Lobatto coefficients need 2 to 40 stages, not 41");
}

}  // namespace
}  // namespace sparkdyn::tableau
