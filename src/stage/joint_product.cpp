#include "sparkdyn/stage/joint_product.hpp"

#include <algorithm>
#include <deque>
#include <type_traits>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::stage {
namespace {

using core::check;

constexpr PetscInt widest_group = 3;

/// Rows of R adjacent value arrays, each `count` long, times gathered entries of x.
template <int R>
void add_rows(PetscInt count, const PetscInt* columns, const double* values, const double* x,
              double* y) {
  double sums[R] = {};
  for (PetscInt k = 0; k < count; ++k) {
    const double entry = x[columns[k]];
    for (int r = 0; r < R; ++r) sums[r] += values[r * count + k] * entry;
  }
  for (int r = 0; r < R; ++r) y[r] = sums[r];
}

template <int R>
void add_both(PetscInt count, const PetscInt* columns, const double* a, const double* b,
              const double* x, const double* z, double* y, double* w) {
  double first[R] = {}, second[R] = {};
  for (PetscInt k = 0; k < count; ++k) {
    const double left = x[columns[k]], right = z[columns[k]];
    for (int r = 0; r < R; ++r) {
      first[r] += a[r * count + k] * left;
      second[r] += b[r * count + k] * right;
    }
  }
  for (int r = 0; r < R; ++r) y[r] = first[r], w[r] = second[r];
}

/// x_i interleaved: all stages of one unknown beside each other.
std::vector<double> interleave(std::span<const double* const> x, PetscInt size) {
  const std::size_t count = x.size();
  std::vector<double> all(count * static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < count; ++i)
    for (PetscInt j = 0; j < size; ++j) all[static_cast<std::size_t>(j) * count + i] = x[i][j];
  return all;
}

/// Σ over rows of Σ_i b_i left(row, i) (A right)(row, i), for S vectors.
template <int S>
double form(PetscInt rows, const PetscInt* begin, const PetscInt* columns, const double* values,
            const double* left, const double* right, const double* b) {
  double total[S] = {};
  for (PetscInt row = 0; row < rows; ++row) {
    double sums[S] = {};
    for (PetscInt k = begin[row]; k < begin[row + 1]; ++k) {
      const double a = values[k];
      const double* at = right + static_cast<std::size_t>(columns[k]) * S;
      for (int i = 0; i < S; ++i) sums[i] += a * at[i];
    }
    for (int i = 0; i < S; ++i) total[i] += left[static_cast<std::size_t>(row) * S + i] * sums[i];
  }
  double result = 0;
  for (int i = 0; i < S; ++i) result += b[i] * total[i];
  return result;
}

}  // namespace

JointProduct::Part JointProduct::part_of(Mat matrix) {
  Part part;
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

JointProduct::Matrix JointProduct::matrix_of(Mat matrix) {
  PetscBool sequential = PETSC_FALSE;
  check(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(matrix), MATSEQAIJ, &sequential));
  Matrix result;
  if (sequential) {
    result.own = part_of(matrix);
    return result;
  }
  Mat own = nullptr, others = nullptr;
  const PetscInt* columns = nullptr;
  check(MatMPIAIJGetSeqAIJ(matrix, &own, &others, &columns));
  result.own = part_of(own);
  result.others = part_of(others);
  PetscInt count = 0;
  check(MatGetLocalSize(others, nullptr, &count));
  core::Vector like;
  core::IndexSet from;
  check(MatCreateVecs(matrix, like.out(), nullptr));
  check(ISCreateGeneral(PETSC_COMM_SELF, count, columns, PETSC_COPY_VALUES, from.out()));
  check(VecCreateSeq(PETSC_COMM_SELF, count, result.ghost.out()));
  check(VecScatterCreate(like, from, result.ghost, nullptr, result.to_ghost.out()));
  return result;
}

JointProduct::JointProduct(mechanics::MatrixPtr first, mechanics::MatrixPtr second)
    : kept_(std::move(first)), second_kept_(std::move(second)) {
  first_ = matrix_of(*kept_);
  group_rows();
  if (!second_kept_) return;
  second_ = matrix_of(*second_kept_);
  const Part &a = first_.own, &b = second_.own;
  const bool here = std::equal(a.begin, a.begin + a.rows + 1, b.begin) &&
                    std::equal(a.columns, a.columns + a.begin[a.rows], b.columns);
  // All ranks go the same way: the products are collective.
  const MPI_Comm comm = PetscObjectComm(reinterpret_cast<PetscObject>(Mat(*kept_)));
  same_columns_ = core::minimum(comm, here ? 1.0 : 0.0) > 0;
}

void JointProduct::group_rows() {
  const Part& part = first_.own;
  const auto same = [&](PetscInt row, PetscInt other) {
    return std::equal(part.columns + part.begin[row], part.columns + part.begin[row + 1],
                      part.columns + part.begin[other], part.columns + part.begin[other + 1]);
  };
  for (PetscInt row = 0; row < part.rows;) {
    groups_.push_back(row);
    const bool three = row + widest_group <= part.rows && same(row, row + 1) && same(row, row + 2);
    row += three ? widest_group : 1;
  }
  groups_.push_back(part.rows);
}

std::vector<double> JointProduct::Matrix::fetch(Vec x) const {
  if (to_ghost.empty()) return {};
  check(VecScatterBegin(to_ghost, x, ghost, INSERT_VALUES, SCATTER_FORWARD));
  check(VecScatterEnd(to_ghost, x, ghost, INSERT_VALUES, SCATTER_FORWARD));
  const core::ReadArray values(ghost);
  return {values.data(), values.data() + values.size()};
}

namespace {

/// y ← y + (rows of other ranks' columns) · ghost.
void add_others(PetscInt rows, const PetscInt* begin, const PetscInt* columns, const double* values,
                const std::vector<double>& ghost, double* y) {
  for (PetscInt row = 0; row < rows && !ghost.empty(); ++row)
    for (PetscInt k = begin[row]; k < begin[row + 1]; ++k) y[row] += values[k] * ghost[columns[k]];
}

}  // namespace

void JointProduct::multiply(Vec x, Vec y) const {
  const core::ReadArray from(x);
  const core::WriteArray to(y);
  const Part& own = first_.own;
  for (std::size_t g = 0; g + 1 < groups_.size(); ++g) {
    const PetscInt row = groups_[g], begin = own.begin[row], count = own.begin[row + 1] - begin;
    if (groups_[g + 1] - row == widest_group)
      add_rows<widest_group>(count, own.columns + begin, own.values + begin, from.data(),
                             to.data() + row);
    else
      add_rows<1>(count, own.columns + begin, own.values + begin, from.data(), to.data() + row);
  }
  const Part& others = first_.others;
  add_others(others.rows, others.begin, others.columns, others.values, first_.fetch(x), to.data());
}

void JointProduct::multiply(Vec x, Vec y, Vec z, Vec w) const {
  if (!same_columns_) {
    multiply(x, y);
    check(MatMult(*second_kept_, z, w));
    return;
  }
  const core::ReadArray left(x), right(z);
  const core::WriteArray first(y), second(w);
  const Part& own = first_.own;
  for (std::size_t g = 0; g + 1 < groups_.size(); ++g) {
    const PetscInt row = groups_[g], begin = own.begin[row], count = own.begin[row + 1] - begin;
    const PetscInt* columns = own.columns + begin;
    const double *a = own.values + begin, *b = second_.own.values + begin;
    if (groups_[g + 1] - row == widest_group)
      add_both<widest_group>(count, columns, a, b, left.data(), right.data(), first.data() + row,
                             second.data() + row);
    else
      add_both<1>(count, columns, a, b, left.data(), right.data(), first.data() + row,
                  second.data() + row);
  }
  const auto rest = [](const Matrix& matrix, Vec from, double* to) {
    const Part& others = matrix.others;
    add_others(others.rows, others.begin, others.columns, others.values, matrix.fetch(from), to);
  };
  rest(first_, x, first.data());
  rest(second_, z, second.data());
}

double JointProduct::quadratic_form(std::span<const Vec> x, std::span<const double> b) const {
  std::deque<core::ReadArray> arrays;
  std::vector<const double*> own, ghost;
  std::vector<std::vector<double>> fetched;
  for (Vec one : x) {
    own.push_back(arrays.emplace_back(one).data());
    fetched.push_back(first_.fetch(one));
  }
  for (const auto& each : fetched) ghost.push_back(each.data());
  const std::vector<double> left = interleave(own, first_.own.rows);
  const std::vector<double> other =
      interleave(ghost, static_cast<PetscInt>(fetched.front().size()));
  const auto of = [&](const Part& part, const std::vector<double>& right, auto stages) {
    return part.rows == 0 || right.empty()
               ? 0.0
               : form<decltype(stages)::value>(part.rows, part.begin, part.columns, part.values,
                                               left.data(), right.data(), b.data());
  };
  const auto both = [&](auto stages) {
    return of(first_.own, left, stages) + of(first_.others, other, stages);
  };
  switch (x.size()) {
    case 2:
      return both(std::integral_constant<int, 2>{});
    case 3:
      return both(std::integral_constant<int, 3>{});
    case 4:
      return both(std::integral_constant<int, 4>{});
    default: {  // four, and what is left
      const std::size_t head = x.size() == 1 ? 0 : std::min<std::size_t>(4, x.size() - 2);
      if (head == 0) return both(std::integral_constant<int, 1>{});
      return quadratic_form(x.first(head), b.first(head)) +
             quadratic_form(x.subspan(head), b.subspan(head));
    }
  }
}

}  // namespace sparkdyn::stage
