// SPDX-License-Identifier: BSD-3-Clause
#include "linear/joint_product.hpp"

#include <algorithm>
#include <deque>
#include <type_traits>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::linear {
namespace {

using core::check;

constexpr PetscInt widest_bundle = 3;

/// N matrices, R adjacent rows from `row` on with the same columns: the first `once` of them as
/// they are, the others also for their mirror images.
template <int R, int N>
void add_rows(PetscInt row, PetscInt count, PetscInt once, const PetscInt* columns,
              const double* values, const double* const (&x)[N], double* const (&y)[N]) {
  double sums[N][R] = {}, own[N][R];
  for (int n = 0; n < N; ++n)
    for (int r = 0; r < R; ++r) own[n][r] = x[n][row + r];
  for (PetscInt k = 0; k < once; ++k, values += N * R)
    for (int n = 0; n < N; ++n) {
      const double entry = x[n][columns[k]];
      for (int r = 0; r < R; ++r) sums[n][r] += values[n * R + r] * entry;
    }
  for (PetscInt k = once; k < count; ++k, values += N * R)
    for (int n = 0; n < N; ++n) {
      const double entry = x[n][columns[k]];
      double mirrored = 0;
      for (int r = 0; r < R; ++r) {
        sums[n][r] += values[n * R + r] * entry;
        mirrored += values[n * R + r] * own[n][r];
      }
      y[n][columns[k]] += mirrored;
    }
  for (int n = 0; n < N; ++n)
    for (int r = 0; r < R; ++r) y[n][row + r] += sums[n][r];
}

/// As add_rows() for two matrices and three rows, where the first one's blocks are m·I.
void add_blocks(PetscInt row, PetscInt count, PetscInt once, const PetscInt* columns,
                const double* values, const double* const (&x)[2], double* const (&y)[2]) {
  constexpr int R = widest_bundle;
  double first[R] = {}, second[R] = {}, own[2][R];
  for (int n = 0; n < 2; ++n)
    for (int r = 0; r < R; ++r) own[n][r] = x[n][row + r];
  for (PetscInt k = 0; k < count; ++k, values += 1 + R * R) {
    const PetscInt column = columns[k];
    const double *left = x[0] + column, *right = x[1] + column;
    for (int r = 0; r < R; ++r) first[r] += values[0] * left[r];
    for (int j = 0; j < R; ++j)
      for (int r = 0; r < R; ++r) second[r] += values[1 + R * j + r] * right[j];
    if (k < once) continue;
    for (int r = 0; r < R; ++r) y[0][column + r] += values[0] * own[0][r];
    for (int j = 0; j < R; ++j) {
      double mirrored = 0;
      for (int r = 0; r < R; ++r) mirrored += values[1 + R * j + r] * own[1][r];
      y[1][column + j] += mirrored;
    }
  }
  for (int r = 0; r < R; ++r) {
    y[0][row + r] += first[r];
    y[1][row + r] += second[r];
  }
}

/// total_i ← total_i + Σ of R rows of left(row, i) (A right)(row, i), for S vectors: the first
/// `once` columns count once, the others twice.
template <int S, int R>
void add_form(PetscInt count, PetscInt once, const PetscInt* columns, const double* values,
              const double* left, const double* right, double* total) {
  double sums[R][S] = {};
  const auto add = [&](PetscInt k) {
    const double* at = right + static_cast<std::size_t>(columns[k]) * S;
    for (int r = 0; r < R; ++r)
      for (int i = 0; i < S; ++i) sums[r][i] += values[k * R + r] * at[i];
  };
  for (PetscInt k = 0; k < once; ++k) add(k);
  for (int r = 0; r < R; ++r)
    for (int i = 0; i < S; ++i) sums[r][i] *= 0.5;
  for (PetscInt k = once; k < count; ++k) add(k);
  for (int r = 0; r < R; ++r)
    for (int i = 0; i < S; ++i) total[i] += 2 * left[r * S + i] * sums[r][i];
}

/// x_i interleaved: all stages of one unknown beside each other.
std::vector<double> interleave(std::span<const double* const> x, PetscInt size) {
  const std::size_t count = x.size();
  std::vector<double> all(count * static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < count; ++i)
    for (PetscInt j = 0; j < size; ++j) all[static_cast<std::size_t>(j) * count + i] = x[i][j];
  return all;
}

}  // namespace

JointProduct::CompressedRows JointProduct::rows_of(Mat matrix) {
  CompressedRows part;
  PetscBool done = PETSC_FALSE;
  check(MatGetRowIJ(matrix, 0, PETSC_FALSE, PETSC_FALSE, &part.rows, &part.begin, &part.columns,
                    &done));
  if (!done) throw core::Error(core::Failure::internal, "a matrix does not show its rows");
  check(MatSeqAIJGetArrayRead(matrix, &part.values));
  // The arrays stay where they are while the matrix does not change.
  const PetscScalar* values = part.values;
  PetscInt rows = part.rows;
  const PetscInt *begin = part.begin, *columns = part.columns;
  check(MatSeqAIJRestoreArrayRead(matrix, &values));
  check(MatRestoreRowIJ(matrix, 0, PETSC_FALSE, PETSC_FALSE, &rows, &begin, &columns, &done));
  return part;
}

JointProduct::Matrix JointProduct::matrix_of(MatrixPtr matrix) {
  Matrix result;
  result.kept = std::move(matrix);
  const Mat whole = *result.kept;
  PetscBool sequential = PETSC_FALSE;
  check(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(whole), MATSEQAIJ, &sequential));
  if (sequential) {
    result.own = rows_of(whole);
    return result;
  }
  Mat own = nullptr, others = nullptr;
  const PetscInt* columns = nullptr;
  check(MatMPIAIJGetSeqAIJ(whole, &own, &others, &columns));
  result.own = rows_of(own);
  result.others = rows_of(others);
  PetscInt count = 0;
  check(MatGetLocalSize(others, nullptr, &count));
  core::Vector like;
  core::IndexSet from;
  check(MatCreateVecs(whole, like.out(), nullptr));
  check(ISCreateGeneral(PETSC_COMM_SELF, count, columns, PETSC_COPY_VALUES, from.out()));
  check(VecCreateSeq(PETSC_COMM_SELF, count, result.ghost.out()));
  check(VecScatterCreate(like, from, result.ghost, nullptr, result.to_ghost.out()));
  return result;
}

JointProduct::JointProduct(MatrixPtr first, MatrixPtr second, bool symmetric)
    : first_(matrix_of(std::move(first))) {
  if (second) second_ = matrix_of(std::move(second));
  if (second_.kept && !same_columns()) {
    apart_ = std::make_unique<JointProduct>(std::move(second_.kept), nullptr, symmetric);
    second_ = {};
  }
  pack(symmetric);
}

/// Of the own parts, on all ranks: the products are collective.
bool JointProduct::same_columns() const {
  const CompressedRows &a = first_.own, &b = second_.own;
  const bool here = std::equal(a.begin, a.begin + a.rows + 1, b.begin) &&
                    std::equal(a.columns, a.columns + a.begin[a.rows], b.columns);
  return !core::any(core::comm_of(Mat(*first_.kept)), !here);
}

void JointProduct::pack(bool symmetric) {
  const CompressedRows& part = first_.own;
  const auto columns = [&](PetscInt row) {
    return std::span(part.columns + part.begin[row], part.columns + part.begin[row + 1]);
  };
  const auto same = [&](PetscInt row, PetscInt other) {
    return std::ranges::equal(columns(row), columns(other));
  };
  std::vector<const double*> matrices{part.values};
  if (second_.kept) matrices.push_back(second_.own.values);
  const auto entries = static_cast<std::size_t>(part.begin[part.rows]);
  values_.reserve(matrices.size() * (symmetric ? entries / 2 + 2 * part.rows : entries));
  for (PetscInt row = 0; row < part.rows;) {
    const bool three = row + widest_bundle <= part.rows && same(row, row + 1) && same(row, row + 2);
    const PetscInt rows = three ? widest_bundle : 1;
    const auto all = columns(row);
    const auto place = [&](PetscInt column) {
      return static_cast<PetscInt>(std::ranges::lower_bound(all, column) - all.begin());
    };
    const auto end = static_cast<PetscInt>(all.size());
    const PetscInt from = symmetric ? place(row) : 0, once = symmetric ? place(row + rows) : end;
    bundles_.push_back({row, rows, end - from, once - from, columns_.size(), values_.size()});
    if (three && in_blocks(row, from, once, end)) {
      pack_blocks(bundles_.back(), from);
      bundles_.back().blocks = true;
      bundles_.back().count /= widest_bundle;
      bundles_.back().once /= widest_bundle;
      row += rows;
      continue;
    }
    for (PetscInt k = from; k < end; ++k) {
      columns_.push_back(all[static_cast<std::size_t>(k)]);
      for (const double* values : matrices)
        for (PetscInt r = 0; r < rows; ++r) values_.push_back(values[part.begin[row + r] + k]);
    }
    row += rows;
  }
}

/// Whether three rows from `row` on are blocks of three columns, the first matrix' ones m·I.
bool JointProduct::in_blocks(PetscInt row, PetscInt from, PetscInt once, PetscInt end) const {
  constexpr PetscInt R = widest_bundle;
  if (!second_.kept || (end - from) % R != 0 || (once - from) % R != 0) return false;
  const CompressedRows& part = first_.own;
  const PetscInt* columns = part.columns + part.begin[row];
  for (PetscInt k = from; k < end; k += R) {
    const double m = part.values[part.begin[row] + k];
    for (PetscInt j = 0; j < R; ++j) {
      if (columns[k + j] != columns[k] + j) return false;
      for (PetscInt r = 0; r < R; ++r)
        if (part.values[part.begin[row + r] + k + j] != (r == j ? m : 0.0)) return false;
    }
  }
  return true;
}

void JointProduct::pack_blocks(const Bundle& bundle, PetscInt from) {
  constexpr PetscInt R = widest_bundle;
  const CompressedRows &first = first_.own, &second = second_.own;
  const PetscInt begin = first.begin[bundle.row];
  for (PetscInt k = from; k < from + bundle.count; k += R) {
    columns_.push_back(first.columns[begin + k]);
    values_.push_back(first.values[begin + k]);
    for (PetscInt j = 0; j < R; ++j)
      for (PetscInt r = 0; r < R; ++r)
        values_.push_back(second.values[second.begin[bundle.row + r] + k + j]);
  }
}

std::vector<double> JointProduct::Matrix::fetch(Vec x) const {
  if (to_ghost.empty()) return {};
  check(VecScatterBegin(to_ghost, x, ghost, INSERT_VALUES, SCATTER_FORWARD));
  check(VecScatterEnd(to_ghost, x, ghost, INSERT_VALUES, SCATTER_FORWARD));
  const core::ReadArray values(ghost);
  return {values.data(), values.data() + values.size()};
}

void JointProduct::Matrix::add_others(Vec x, double* y) const {
  const std::vector<double> from = fetch(x);
  for (PetscInt row = 0; row < others.rows && !from.empty(); ++row)
    for (PetscInt k = others.begin[row]; k < others.begin[row + 1]; ++k)
      y[row] += others.values[k] * from[others.columns[k]];
}

/// Calls visit(bundle, rows) with the number of rows as a constant.
template <typename Visit>
void JointProduct::for_each_bundle(Visit visit) const {
  for (const Bundle& bundle : bundles_)
    if (bundle.rows == widest_bundle)
      visit(bundle, std::integral_constant<int, widest_bundle>{});
    else
      visit(bundle, std::integral_constant<int, 1>{});
}

template <int N>
void JointProduct::multiply_own(const double* const (&x)[N], double* const (&y)[N]) const {
  for (double* to : y) std::fill_n(to, first_.own.rows, 0.0);
  for_each_bundle([&](const Bundle& g, auto rows) {
    if constexpr (N == 2) {
      if (g.blocks)
        return add_blocks(g.row, g.count, g.once, columns_.data() + g.columns,
                          values_.data() + g.values, x, y);
    }
    add_rows<decltype(rows)::value, N>(g.row, g.count, g.once, columns_.data() + g.columns,
                                       values_.data() + g.values, x, y);
  });
}

void JointProduct::multiply(Vec x, Vec y, Vec z, Vec w) const {
  const core::ReadArray left(x);
  const core::WriteArray first(y);
  if (second_.kept) {
    const core::ReadArray right(z);
    const core::WriteArray second(w);
    multiply_own<2>({left.data(), right.data()}, {first.data(), second.data()});
    second_.add_others(z, second.data());
  } else {
    multiply_own<1>({left.data()}, {first.data()});
  }
  first_.add_others(x, first.data());
  if (apart_) apart_->multiply(z, w);
}

template <int S>
double JointProduct::form(std::span<const Vec> x, std::span<const double> b) const {
  std::deque<core::ReadArray> arrays;
  std::vector<const double*> mine, ghost;
  std::vector<std::vector<double>> fetched;
  for (Vec one : x) {
    mine.push_back(arrays.emplace_back(one).data());
    fetched.push_back(first_.fetch(one));
  }
  for (const auto& each : fetched) ghost.push_back(each.data());
  const std::vector<double> own = interleave(mine, first_.own.rows);
  const std::vector<double> other =
      interleave(ghost, static_cast<PetscInt>(fetched.front().size()));
  const auto of_row = [&](PetscInt row) { return own.data() + static_cast<std::size_t>(row) * S; };
  double total[S] = {};
  for_each_bundle([&](const Bundle& g, auto rows) {
    add_form<S, decltype(rows)::value>(g.count, g.once, columns_.data() + g.columns,
                                       values_.data() + g.values, of_row(g.row), own.data(), total);
  });
  const CompressedRows& others = first_.others;
  for (PetscInt row = 0; row < others.rows && !other.empty(); ++row) {
    const PetscInt begin = others.begin[row], count = others.begin[row + 1] - begin;
    add_form<S, 1>(count, count, others.columns + begin, others.values + begin, of_row(row),
                   other.data(), total);
  }
  double sum = 0;
  for (int i = 0; i < S; ++i) sum += b[i] * total[i];
  return sum;
}

double JointProduct::quadratic_form(std::span<const Vec> x, std::span<const double> b) const {
  switch (x.size()) {
    case 1:
      return form<1>(x, b);
    case 2:
      return form<2>(x, b);
    case 3:
      return form<3>(x, b);
    case 4:
      return form<4>(x, b);
    default: {  // up to four, and what is left, never one alone
      const std::size_t head = std::min<std::size_t>(4, x.size() - 2);
      return quadratic_form(x.first(head), b.first(head)) +
             quadratic_form(x.subspan(head), b.subspan(head));
    }
  }
}

}  // namespace sparkdyn::linear
