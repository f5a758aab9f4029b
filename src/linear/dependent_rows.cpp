// SPDX-License-Identifier: BSD-3-Clause
#include "linear/dependent_rows.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "linear/mumps.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::linear {
namespace {

using core::check;

/// G Gᵀ of G with rows of unit length: the scale of a constraint must not decide its rank.
core::Matrix normalised_gram(Mat G) {
  const core::Matrix unit = core::make_copy(G);
  const core::RowRange rows = core::row_range(G);
  const core::Vector scale = core::make_vector(core::comm_of(G), rows.size());
  {
    core::WriteArray factor(scale);
    core::for_each_row(G, [&](PetscInt row, auto, auto values) {
      double sum = 0;
      for (double x : values) sum += x * x;
      factor[row - rows.begin] = sum > 0 ? 1 / std::sqrt(sum) : 0;
    });
  }
  check(MatDiagonalScale(unit, scale, nullptr));
  core::Matrix transposed, gram;
  check(MatTranspose(unit, MAT_INITIAL_MATRIX, transposed.out()));
  check(MatMatMult(unit, transposed, MAT_INITIAL_MATRIX, PETSC_DEFAULT, gram.out()));
  return gram;
}

Triplets<double> lower_triangle(Mat matrix) {
  Triplets<double> entries;
  core::for_each_row(matrix, [&](PetscInt row, auto columns, auto values) {
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (columns[k] > row) continue;
      entries.rows.push_back(row);
      entries.columns.push_back(columns[k]);
      entries.values.push_back(values[k]);
    }
  });
  return entries;
}

DependentRows significant_rows(const std::vector<double>& combination) {
  double largest = 0;
  for (double x : combination) largest = std::max(largest, std::abs(x));
  DependentRows rows;
  for (std::size_t i = 0; i < combination.size(); ++i)
    if (std::abs(combination[i]) > 1e-6 * largest) rows.push_back(static_cast<PetscInt>(i) + 1);
  return rows;
}

std::string describe_rows(const DependentRows& rows) {
  constexpr std::size_t most = 12;
  if (rows.size() == 1) return fmt::format("row {} is zero", rows[0]);
  std::string list = fmt::format(
      "rows {}", fmt::join(rows.begin(), rows.begin() + std::min(rows.size(), most), ", "));
  if (rows.size() > most) list += fmt::format(" and {} more", rows.size() - most);
  return list + " are linearly dependent";
}

}  // namespace

std::vector<DependentRows> dependent_rows(Mat G) {
  const core::Matrix gram = normalised_gram(G);
  const core::RowRange rows = core::row_range(gram);
  // A pivot of the Gram matrix is the squared distance of a unit row from the span of others.
  MumpsFactor<double> factor(core::comm_of(G), static_cast<int>(rows.global),
                             static_cast<int>(rows.size()), lower_triangle(gram),
                             {.symmetry = Symmetry::symmetric,
                              .prefix = "constraint_rank_",
                              .detect_null_pivots = true,
                              .null_pivot_threshold = 1e-12});
  std::vector<DependentRows> sets;
  for (const auto& combination : factor.null_space()) sets.push_back(significant_rows(combination));
  return sets;
}

void require_independent_rows(Mat G) {
  PetscInt rows = 0, columns = 0;
  check(MatGetSize(G, &rows, &columns));
  if (rows > columns)
    core::input_error("there are {} constraints but only {} degrees of freedom", rows, columns);
  const auto sets = dependent_rows(G);
  if (sets.empty()) return;
  std::string text;
  for (std::size_t k = 0; k < std::min<std::size_t>(sets.size(), 5); ++k)
    text += (k ? "; " : "") + describe_rows(sets[k]);
  if (sets.size() > 5) text += fmt::format("; and {} more sets", sets.size() - 5);
  core::input_error(
      "the constraint matrix does not have full row rank: {}; remove one row of each "
      "set",
      text);
}

}  // namespace sparkdyn::linear
