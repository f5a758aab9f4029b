// SPDX-License-Identifier: BSD-3-Clause
// Nested dissection: a permutation with little fill, counted right, constraints after what they
// hold.

#include "linear/pivot_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace sparkdyn::linear {
namespace {

struct Matrix {
  int n = 0;
  std::vector<int> rows, columns;
  std::vector<char> without_diagonal;
  Pattern pattern() const { return {n, rows, columns, without_diagonal}; }
  void add(int i, int j) {
    rows.push_back(std::max(i, j));
    columns.push_back(std::min(i, j));
  }
};

/// m³ nodes with three unknowns each, all 27 neighbours coupled; the lower triangle.
Matrix cube(int m) {
  Matrix matrix{3 * m * m * m, {}, {}, {}};
  const auto node = [&](int i, int j, int k) { return (i * m + j) * m + k; };
  const auto near = [&](int i) { return std::pair(std::max(i - 1, 0), std::min(i + 1, m - 1)); };
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < m; ++k)
        for (int a = near(i).first; a <= near(i).second; ++a)
          for (int b = near(j).first; b <= near(j).second; ++b)
            for (int c = near(k).first; c <= near(k).second; ++c)
              for (int p = 0; p < 3; ++p)
                for (int q = 0; q < 3; ++q) {
                  const int row = 3 * node(i, j, k) + p, column = 3 * node(a, b, c) + q;
                  if (column <= row) matrix.add(row, column);
                }
  matrix.without_diagonal.assign(static_cast<std::size_t>(matrix.n), 0);
  return matrix;
}

/// Entries of L and squares of its columns by elimination as it stands in the books.
std::pair<double, double> eliminate(const Matrix& matrix, const std::vector<int>& places) {
  std::vector<std::set<int>> below(static_cast<std::size_t>(matrix.n));
  for (std::size_t k = 0; k < matrix.rows.size(); ++k) {
    const int i = places[matrix.rows[k]], j = places[matrix.columns[k]];
    if (i != j) below[std::min(i, j)].insert(std::max(i, j));
  }
  double entries = 0, operations = 0;
  for (auto& column : below) {
    const double rows = 1.0 + static_cast<double>(column.size());
    entries += rows;
    operations += rows * rows;
    if (column.empty()) continue;
    const int parent = *column.begin();
    below[parent].insert(std::next(column.begin()), column.end());
  }
  return {entries, operations};
}

bool is_permutation(std::vector<int> places) {
  std::sort(places.begin(), places.end());
  for (std::size_t i = 0; i < places.size(); ++i)
    if (places[i] != static_cast<int>(i)) return false;
  return true;
}

TEST(PivotOrder, CountsTheFactorsItMakes) {
  for (const int m : {1, 2, 5, 7}) {
    const Matrix matrix = cube(m);
    const PivotOrder order = nested_dissection(matrix.pattern());
    ASSERT_TRUE(is_permutation(order.places));
    const auto [entries, operations] = eliminate(matrix, order.places);
    EXPECT_EQ(order.entries, entries) << m;
    EXPECT_EQ(order.operations, operations) << m;
  }
}

TEST(PivotOrder, HasLessFillThanTheGivenOrder) {
  const Matrix matrix = cube(9);
  std::vector<int> given(static_cast<std::size_t>(matrix.n));
  std::iota(given.begin(), given.end(), 0);
  EXPECT_LT(nested_dissection(matrix.pattern()).entries, 0.7 * eliminate(matrix, given).first);
}

TEST(PivotOrder, IsTheSameEveryTime) {
  const Matrix matrix = cube(8);
  EXPECT_EQ(nested_dissection(matrix.pattern()).places, nested_dissection(matrix.pattern()).places);
}

TEST(PivotOrder, ConstraintsComeAfterSomethingTheyHold) {
  Matrix matrix = cube(6);
  const int unknowns = matrix.n;
  for (int row = 0; row < 60; ++row) {
    const int multiplier = matrix.n++;
    matrix.add(multiplier, (row * 7) % unknowns);
    matrix.add(multiplier, (row * 31 + 5) % unknowns);
    if (row == 0)
      for (int j = 0; j < unknowns; j += 2) matrix.add(multiplier, j);  // a dense row
    matrix.add(multiplier, multiplier);  // an explicit zero, as the factors have it
    matrix.without_diagonal.push_back(1);
  }
  const PivotOrder order = nested_dissection(matrix.pattern());
  ASSERT_TRUE(is_permutation(order.places));
  std::vector<int> first(static_cast<std::size_t>(matrix.n), matrix.n);
  for (std::size_t k = 0; k < matrix.rows.size(); ++k)
    if (matrix.rows[k] != matrix.columns[k])
      first[matrix.rows[k]] = std::min(first[matrix.rows[k]], order.places[matrix.columns[k]]);
  for (int row = unknowns; row < matrix.n; ++row) EXPECT_GT(order.places[row], first[row]);
}

TEST(PivotOrder, NothingAndDiagonalsAreOrderedToo) {
  EXPECT_TRUE(nested_dissection({}).places.empty());
  const Matrix diagonal{3, {0, 1, 2}, {0, 1, 2}, {0, 0, 0}};
  const PivotOrder order = nested_dissection(diagonal.pattern());
  EXPECT_TRUE(is_permutation(order.places));
  EXPECT_EQ(order.entries, 3);
}

TEST(PivotOrder, OfAPartKeepsTheSequence) {
  const std::vector<int> order{4, 0, 3, 1, 2};
  const std::vector<char> keep{1, 0, 1, 1, 0};
  EXPECT_EQ(order_of_part(order, keep), (std::vector<int>{2, 1, 0}));
}

}  // namespace
}  // namespace sparkdyn::linear
