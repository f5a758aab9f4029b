// SPDX-License-Identifier: BSD-3-Clause
// Rows of G that depend on each other are found, whatever their scale and on every number of ranks.

#include "linear/dependent_rows.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "support/manufactured.hpp"

namespace sparkdyn {
namespace {

using Eigen::MatrixXd;

TEST(DependentRows, AreFoundWhateverTheirScale) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  MatrixXd G = MatrixXd::NullaryExpr(9, 14, [&] { return normal(random); });
  EXPECT_TRUE(linear::dependent_rows(support::distribute(G)).empty());
  for (int i = 0; i < 9; ++i) G.row(i) *= std::pow(10.0, i - 4);
  EXPECT_TRUE(linear::dependent_rows(support::distribute(G)).empty());
  G.row(7) = 3e3 * G.row(1) - 2 * G.row(4);
  const auto sets = linear::dependent_rows(support::distribute(G));
  ASSERT_EQ(sets.size(), 1u);
  EXPECT_EQ(sets[0], (linear::DependentRows{2, 5, 8}));
}

TEST(DependentRows, SeveralSets) {
  MatrixXd G = MatrixXd::Zero(6, 8);
  G(0, 0) = G(3, 0) = 1;                      // rows 1 and 4
  G(1, 1) = G(1, 2) = G(2, 2) = G(5, 1) = 2;  // rows 2, 3, 6
  G(4, 7) = 1;
  const auto sets = linear::dependent_rows(support::distribute(G));
  ASSERT_EQ(sets.size(), 2u);
  for (const auto& set : sets)
    EXPECT_TRUE(set == (linear::DependentRows{1, 4}) || set == (linear::DependentRows{2, 3, 6}));
}

TEST(DependentRows, ManyIndependentRowsArePassed) {
  const int m = 300;
  MatrixXd G = MatrixXd::Zero(m, 2 * m);
  for (int i = 0; i < m; ++i) {
    G(i, 2 * i) = 1;
    G(i, (2 * i + 3) % (2 * m)) = -1;
  }
  EXPECT_TRUE(linear::dependent_rows(support::distribute(G)).empty());
}

}  // namespace
}  // namespace sparkdyn
