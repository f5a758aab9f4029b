// SPDX-License-Identifier: BSD-3-Clause
// Factors held by some of the ranks, used by all.

#include "linear/group_factor.hpp"

#include <gtest/gtest.h>
#include <petscsys.h>

#include <Eigen/Dense>
#include <random>

#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::linear {
namespace {

using Dense = Eigen::MatrixXd;

Triplets<double> lower_rows(const Dense& A, const core::RowRange& rows) {
  Triplets<double> entries;
  for (PetscInt i = rows.begin; i < rows.end; ++i)
    for (PetscInt j = 0; j <= i; ++j) {
      entries.rows.push_back(i);
      entries.columns.push_back(j);
      entries.values.push_back(A(i, j));
    }
  return entries;
}

Dense symmetric(int n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const Dense A = Dense::NullaryExpr(n, n, [&] { return uniform(random); });
  return A + A.transpose();
}

std::vector<RankGroup> all_groups(int ranks) {
  std::vector<RankGroup> groups;
  for (int first = 0; first < ranks; ++first)
    for (int count = 1; first + count <= ranks; ++count) groups.push_back({first, count});
  return groups;
}

TEST(GroupFactor, EveryGroupSolvesForAllRanks) {
  constexpr int n = 29, count = 3;
  const auto rows = core::split_rows(PETSC_COMM_WORLD, n);
  for (const RankGroup group : all_groups(core::size(PETSC_COMM_WORLD))) {
    const Dense A = symmetric(n, 7), X = symmetric(n, 8).leftCols(count);
    GroupFactor<double> factor(PETSC_COMM_WORLD, group, n, rows.size(), lower_rows(A, rows), {});
    factor.factor();
    factor.agree();
    Dense mine = (A * X).middleRows(rows.begin, rows.size());
    const std::span<double> values(mine.data(), static_cast<std::size_t>(mine.size()));
    factor.send(values, count);
    factor.solve();
    factor.receive(values, count);
    EXPECT_LT((mine - X.middleRows(rows.begin, rows.size())).cwiseAbs().sum(), 1e-10)
        << "group " << group.first << " + " << group.count;
    EXPECT_GT(factor.factor_entries(), n);
  }
}

TEST(GroupFactor, TwoAreUsedAtTheSameTime) {
  constexpr int n = 17;
  const int last = core::size(PETSC_COMM_WORLD) - 1;
  const auto rows = core::split_rows(PETSC_COMM_WORLD, n);
  const Dense A = symmetric(n, 1), B = symmetric(n, 2), x = symmetric(n, 3).leftCols(1);
  GroupFactor<double> one(PETSC_COMM_WORLD, {0, 1}, n, rows.size(), lower_rows(A, rows), {});
  GroupFactor<double> other(PETSC_COMM_WORLD, {last, 1}, n, rows.size(), lower_rows(B, rows), {});
  one.factor();
  other.factor();
  one.agree();
  other.agree();
  Dense a = (A * x).middleRows(rows.begin, rows.size());
  Dense b = (B * x).middleRows(rows.begin, rows.size());
  const auto span = [](Dense& values) {
    return std::span<double>(values.data(), static_cast<std::size_t>(values.size()));
  };
  one.send(span(a));
  other.send(span(b));
  one.solve();
  other.solve();
  other.receive(span(b));
  one.receive(span(a));
  const Dense exact = x.middleRows(rows.begin, rows.size());
  EXPECT_LT((a - exact).cwiseAbs().sum() + (b - exact).cwiseAbs().sum(), 1e-10);
}

TEST(GroupFactor, AllRanksLearnThatAMatrixIsSingular) {
  constexpr int n = 9;
  const auto rows = core::split_rows(PETSC_COMM_WORLD, n);
  const Dense A = Dense::Zero(n, n);
  GroupFactor<double> factor(PETSC_COMM_WORLD, {core::size(PETSC_COMM_WORLD) - 1, 1}, n,
                             rows.size(), lower_rows(A, rows), {});
  factor.factor();
  EXPECT_THROW(factor.agree(), core::Error);
}

}  // namespace
}  // namespace sparkdyn::linear
