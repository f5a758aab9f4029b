// SPDX-License-Identifier: BSD-3-Clause
// Tables 1–3 of Jay (1998), as the fractions printed there, and the 25-digit reference.
#include <gtest/gtest.h>

#include "reference_coefficients.hpp"
#include "sparkdyn/tableau/lobatto.hpp"
#include "support.hpp"

namespace sparkdyn::tableau {
namespace {

constexpr double rounding = 2e-16;

TEST(PaperTables, Table1TwoStages) {
  const Lobatto lobatto(2);
  const Matrix A{{0, 0}, {1.0 / 2, 1.0 / 2}};
  const Matrix B{{1.0 / 2, 0}, {1.0 / 2, 0}};
  const Matrix C{{1.0 / 2, -1.0 / 2}, {1.0 / 2, 1.0 / 2}};
  const Matrix Cstar{{0, 0}, {1, 0}};
  EXPECT_LT(distance(lobatto.A(), A), rounding);
  EXPECT_LT(distance(lobatto.B(), B), rounding);
  EXPECT_LT(distance(lobatto.C(), C), rounding);
  EXPECT_LT(distance(lobatto.Cstar(), Cstar), rounding);
  EXPECT_LT(distance(lobatto.b(), Vector{{1.0 / 2, 1.0 / 2}}), rounding);
  EXPECT_EQ(lobatto.c(), (Vector{{0, 1}}));
}

TEST(PaperTables, Table2ThreeStages) {
  const Lobatto lobatto(3);
  const Matrix A{{0, 0, 0}, {5.0 / 24, 1.0 / 3, -1.0 / 24}, {1.0 / 6, 2.0 / 3, 1.0 / 6}};
  const Matrix B{{1.0 / 6, -1.0 / 6, 0}, {1.0 / 6, 1.0 / 3, 0}, {1.0 / 6, 5.0 / 6, 0}};
  const Matrix C{
      {1.0 / 6, -1.0 / 3, 1.0 / 6}, {1.0 / 6, 5.0 / 12, -1.0 / 12}, {1.0 / 6, 2.0 / 3, 1.0 / 6}};
  const Matrix Cstar{{0, 0, 0}, {1.0 / 4, 1.0 / 4, 0}, {0, 1, 0}};
  EXPECT_LT(distance(lobatto.A(), A), rounding);
  EXPECT_LT(distance(lobatto.B(), B), rounding);
  EXPECT_LT(distance(lobatto.C(), C), rounding);
  EXPECT_LT(distance(lobatto.Cstar(), Cstar), rounding);
  EXPECT_LT(distance(lobatto.b(), Vector{{1.0 / 6, 2.0 / 3, 1.0 / 6}}), rounding);
  EXPECT_EQ(lobatto.c(), (Vector{{0, 0.5, 1}}));
}

TEST(PaperTables, Table3LobattoD) {
  const Matrix two{{1.0 / 4, -1.0 / 4}, {3.0 / 4, 1.0 / 4}};
  const Matrix three{{1.0 / 12, -1.0 / 6, 1.0 / 12},
                     {5.0 / 24, 1.0 / 3, -1.0 / 24},
                     {1.0 / 12, 5.0 / 6, 1.0 / 12}};
  EXPECT_LT(distance(Lobatto(2).D(), two), rounding);
  EXPECT_LT(distance(Lobatto(3).D(), three), rounding);
}

Matrix by_rows(const std::vector<double>& entries, int s) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const RowMajor>(entries.data(), s, s);
}

Vector vector(const std::vector<double>& entries) {
  return Eigen::Map<const Vector>(entries.data(), static_cast<Eigen::Index>(entries.size()));
}

class ReferenceTable : public testing::TestWithParam<int> {};

TEST_P(ReferenceTable, AgreesToRounding) {
  const int s = GetParam();
  const reference::Coefficients table = reference::coefficients(s);
  const Lobatto lobatto(s);
  EXPECT_LT(distance(lobatto.b(), vector(table.b)), rounding);
  EXPECT_LT(distance(lobatto.c(), vector(table.c)), rounding);
  ASSERT_EQ(table.matrices.size(), all_families.size());
  for (const auto& [family, entries] : table.matrices) {
    EXPECT_LT(distance(lobatto.matrix(family), by_rows(entries, s)), rounding) << name(family);
  }
}

INSTANTIATE_TEST_SUITE_P(Stages, ReferenceTable, testing::Range(2, 6), stages_name);

}  // namespace
}  // namespace sparkdyn::tableau
