// SPDX-License-Identifier: BSD-3-Clause
#include "distributed_matrix.hpp"

#include <algorithm>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::linear {
namespace {

using core::check;
using Complex = std::complex<double>;

inline void add_product(double& sum, double a, double x) {
  sum += a * x;
}
inline void add_product(Complex& sum, double a, const Complex& x) {
  sum = {sum.real() + a * x.real(), sum.imag() + a * x.imag()};
}
// Written out: the operator of std::complex looks for infinities.
template <typename Real>
inline void add_product(Complex& sum, const std::complex<Real>& a, const Complex& x) {
  const double re = a.real(), im = a.imag();
  sum = {sum.real() + re * x.real() - im * x.imag(), sum.imag() + re * x.imag() + im * x.real()};
}

template <typename Stored, typename Scalar, typename Put>
void for_each_product(const Rows<Stored>& rows, const Scalar* x, Put put) {
  const PetscInt* begin = rows.begin.data();
  for (PetscInt i = 0; i < rows.size(); ++i) {
    Scalar sum = 0;
    for (PetscInt k = begin[i]; k < begin[i + 1]; ++k)
      add_product(sum, rows.values[k], x[rows.columns[k]]);
    put(i, sum);
  }
}

template <typename Stored, typename Scalar>
void spread(const Rows<Stored>& rows, const Scalar* x, Scalar* y) {
  for (PetscInt i = 0; i < rows.size(); ++i)
    for (PetscInt k = rows.begin[i]; k < rows.begin[i + 1]; ++k)
      add_product(y[rows.columns[k]], rows.values[k], x[i]);
}

template <typename Scalar>
MPI_Datatype unit(MPI_Datatype pair) {
  return std::is_same_v<Scalar, double> ? MPI_DOUBLE : pair;
}

bool has_type(Mat matrix, MatType type) {
  PetscBool same = PETSC_FALSE;
  check(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(matrix), type, &same));
  return same == PETSC_TRUE;
}

/// The arrays stay where they are while the matrix does not change.
Rows<double> rows_of(Mat matrix) {
  PetscInt rows = 0;
  const PetscInt *begin = nullptr, *columns = nullptr;
  PetscBool done = PETSC_FALSE;
  check(MatGetRowIJ(matrix, 0, PETSC_FALSE, PETSC_FALSE, &rows, &begin, &columns, &done));
  if (!done) throw core::Error(core::Failure::internal, "a matrix does not show its rows");
  const PetscScalar* values = nullptr;
  check(MatSeqAIJGetArrayRead(matrix, &values));
  Rows<double> result{{begin, static_cast<std::size_t>(rows) + 1}, columns, values};
  check(MatSeqAIJRestoreArrayRead(matrix, &values));
  check(MatRestoreRowIJ(matrix, 0, PETSC_FALSE, PETSC_FALSE, &rows, &begin, &columns, &done));
  return result;
}

struct ColumnRange {
  PetscInt begin = 0, end = 0;
};

ColumnRange column_range(Mat matrix) {
  ColumnRange range;
  check(MatGetOwnershipRangeColumn(matrix, &range.begin, &range.end));
  return range;
}

}  // namespace

Ghosts::Ghosts(MPI_Comm comm, PetscInt owned, const std::vector<PetscInt>& columns)
    : size_(static_cast<PetscInt>(columns.size())) {
  alone_ = !core::any(comm, size_ > 0);
  if (alone_) return;
  PetscLayout layout = nullptr;
  check(PetscLayoutCreateFromSizes(comm, owned, PETSC_DETERMINE, 1, &layout));
  check(PetscSFCreate(comm, &forest_));
  check(PetscSFSetGraphLayout(forest_, layout, size_, nullptr, PETSC_OWN_POINTER, columns.data()));
  check(PetscSFSetUp(forest_));
  check(PetscLayoutDestroy(&layout));
  MPI_Type_contiguous(2, MPI_DOUBLE, &pair_);
  MPI_Type_commit(&pair_);
}

Ghosts::~Ghosts() {
  if (alone_) return;
  PetscSFDestroy(&forest_);
  MPI_Type_free(&pair_);
}

template <typename Scalar>
void Ghosts::fetch(const Scalar* owned, Scalar* ghost) const {
  if (alone_) return;
  check(PetscSFBcastBegin(forest_, unit<Scalar>(pair_), owned, ghost, MPI_REPLACE));
  check(PetscSFBcastEnd(forest_, unit<Scalar>(pair_), owned, ghost, MPI_REPLACE));
}

template <typename Scalar>
void Ghosts::give_back(const Scalar* ghost, Scalar* owned) const {
  if (alone_) return;
  check(PetscSFReduceBegin(forest_, unit<Scalar>(pair_), ghost, owned, MPI_SUM));
  check(PetscSFReduceEnd(forest_, unit<Scalar>(pair_), ghost, owned, MPI_SUM));
}

template <typename Stored>
struct DistributedMatrix<Stored>::Storage {
  Entries own, ghost;
  MatrixPtr kept;
};

template <typename Stored>
DistributedMatrix<Stored>::DistributedMatrix(MPI_Comm comm, PetscInt first_column, PetscInt columns,
                                             Entries entries)
    : columns_(columns) {
  const PetscInt end = first_column + columns;
  const auto mine = [&](PetscInt c) { return c >= first_column && c < end; };
  std::vector<PetscInt> others;
  for (const PetscInt c : entries.columns)
    if (!mine(c)) others.push_back(c);
  std::sort(others.begin(), others.end());
  others.erase(std::unique(others.begin(), others.end()), others.end());
  auto storage = std::make_shared<Storage>();
  if (others.empty()) {
    storage->own = std::move(entries);
    for (PetscInt& c : storage->own.columns) c -= first_column;
    storage->ghost.begin.assign(storage->own.begin.size(), 0);
  } else {
    for (std::size_t row = 0; row + 1 < entries.begin.size(); ++row) {
      for (PetscInt k = entries.begin[row]; k < entries.begin[row + 1]; ++k) {
        const PetscInt c = entries.columns[k];
        Entries& part = mine(c) ? storage->own : storage->ghost;
        part.columns.push_back(
            mine(c) ? c - first_column
                    : static_cast<PetscInt>(std::lower_bound(others.begin(), others.end(), c) -
                                            others.begin()));
        part.values.push_back(entries.values[k]);
      }
      for (Entries* part : {&storage->own, &storage->ghost})
        part->begin.push_back(static_cast<PetscInt>(part->columns.size()));
    }
  }
  own_ = {storage->own.begin, storage->own.columns.data(), storage->own.values.data()};
  ghost_ = {storage->ghost.begin, storage->ghost.columns.data(), storage->ghost.values.data()};
  entries_ = storage->own.values.size() + storage->ghost.values.size();
  storage_ = std::move(storage);
  ghosts_ = std::make_shared<Ghosts>(comm, columns, others);
}

template <typename Stored>
DistributedMatrix<Stored> DistributedMatrix<Stored>::view(
    const MatrixPtr& matrix) requires std::is_same_v<Stored, double> {
  DistributedMatrix result;
  Mat whole = *matrix, own = whole, others = nullptr;
  const PetscInt* columns = nullptr;
  if (!has_type(whole, MATSEQAIJ)) {
    if (!has_type(whole, MATMPIAIJ))
      throw core::Error(core::Failure::internal, "multigrid takes matrices of type AIJ only");
    check(MatMPIAIJGetSeqAIJ(whole, &own, &others, &columns));
  }
  auto storage = std::make_shared<Storage>();
  storage->kept = matrix;
  result.own_ = rows_of(own);
  check(MatGetLocalSize(whole, nullptr, &result.columns_));
  result.entries_ = static_cast<std::size_t>(result.own_.begin.back());
  std::vector<PetscInt> ghosts;
  if (others) {
    result.ghost_ = rows_of(others);
    result.entries_ += static_cast<std::size_t>(result.ghost_.begin.back());
    PetscInt count = 0;
    check(MatGetLocalSize(others, nullptr, &count));
    ghosts.assign(columns, columns + count);
  } else {
    storage->ghost.begin.assign(result.own_.begin.size(), 0);
    result.ghost_.begin = storage->ghost.begin;
  }
  result.ghosts_ = std::make_shared<Ghosts>(core::comm_of(whole), result.columns_, ghosts);
  result.storage_ = std::move(storage);
  return result;
}

template <typename Stored>
template <typename Scalar>
void DistributedMatrix<Stored>::multiply(const Scalar* x, Scalar* y) const {
  std::vector<Scalar> ghost(static_cast<std::size_t>(ghosts_->size()));
  ghosts_->fetch(x, ghost.data());
  for_each_product(own_, x, [&](PetscInt i, const Scalar& sum) { y[i] = sum; });
  if (!ghost.empty())
    for_each_product(ghost_, ghost.data(), [&](PetscInt i, const Scalar& sum) { y[i] += sum; });
}

template <typename Stored>
template <typename Scalar>
void DistributedMatrix<Stored>::multiply_add(Scalar c, const Scalar* x, Scalar* y) const {
  std::vector<Scalar> ghost(static_cast<std::size_t>(ghosts_->size()));
  ghosts_->fetch(x, ghost.data());
  const auto add = [&](PetscInt i, const Scalar& sum) { add_product(y[i], c, sum); };
  for_each_product(own_, x, add);
  if (!ghost.empty()) for_each_product(ghost_, ghost.data(), add);
}

template <typename Stored>
template <typename Scalar>
void DistributedMatrix<Stored>::multiply_transposed_add(const Scalar* x, Scalar* y) const {
  std::vector<Scalar> ghost(static_cast<std::size_t>(ghosts_->size()), Scalar(0));
  spread(own_, x, y);
  if (!ghost.empty()) spread(ghost_, x, ghost.data());
  ghosts_->give_back(ghost.data(), y);
}

template <typename Stored>
DistributedMatrix<Stored> copy_of(Mat matrix) {
  typename DistributedMatrix<Stored>::Entries entries;
  core::for_each_row(matrix, [&](PetscInt, auto columns, auto values) {
    entries.columns.insert(entries.columns.end(), columns.begin(), columns.end());
    for (const double value : values) entries.values.push_back(static_cast<Stored>(value));
    entries.begin.push_back(static_cast<PetscInt>(entries.columns.size()));
  });
  const ColumnRange range = column_range(matrix);
  return {core::comm_of(matrix), range.begin, range.end - range.begin, std::move(entries)};
}

template <typename Stored, typename Scalar>
DistributedMatrix<Stored> combination(std::span<const Mat> matrices,
                                      std::span<const Scalar> coefficients, Scalar fill) {
  typename DistributedMatrix<Stored>::Entries entries;
  const core::RowRange rows = core::row_range(matrices.front());
  std::vector<PetscInt> columns, merged_columns;
  std::vector<Scalar> sums, merged_sums;
  for (PetscInt row = rows.begin; row < rows.end; ++row) {
    columns.assign(1, row);
    sums.assign(1, Scalar(0));
    bool empty = true;
    for (std::size_t k = 0; k < matrices.size(); ++k) {
      PetscInt count = 0;
      const PetscInt* at = nullptr;
      const PetscScalar* values = nullptr;
      check(MatGetRow(matrices[k], row, &count, &at, &values));
      empty = empty && count == 0;
      const Scalar c = coefficients[k];
      merged_columns.clear();
      merged_sums.clear();
      std::size_t i = 0;
      for (PetscInt j = 0; j < count || i < columns.size();) {
        const bool first = i < columns.size() && (j == count || columns[i] <= at[j]);
        const bool second = j < count && (i == columns.size() || at[j] <= columns[i]);
        merged_columns.push_back(first ? columns[i] : at[j]);
        Scalar sum = first ? sums[i] : Scalar(0);
        if (second) sum += c * values[j];
        merged_sums.push_back(sum);
        i += first ? 1 : 0;
        j += second ? 1 : 0;
      }
      columns.swap(merged_columns);
      sums.swap(merged_sums);
      check(MatRestoreRow(matrices[k], row, &count, &at, &values));
    }
    if (empty) sums.front() = fill;
    entries.columns.insert(entries.columns.end(), columns.begin(), columns.end());
    for (const Scalar& sum : sums) entries.values.push_back(static_cast<Stored>(sum));
    entries.begin.push_back(static_cast<PetscInt>(entries.columns.size()));
  }
  return {core::comm_of(matrices.front()), rows.begin, rows.size(), std::move(entries)};
}

template class DistributedMatrix<double>;
template class DistributedMatrix<float>;
template class DistributedMatrix<std::complex<float>>;

template void DistributedMatrix<double>::multiply(const double*, double*) const;
template void DistributedMatrix<double>::multiply_add(double, const double*, double*) const;
template void DistributedMatrix<double>::multiply_transposed_add(const double*, double*) const;
template void DistributedMatrix<double>::multiply(const Complex*, Complex*) const;
template void DistributedMatrix<double>::multiply_add(Complex, const Complex*, Complex*) const;
template void DistributedMatrix<double>::multiply_transposed_add(const Complex*, Complex*) const;
template void DistributedMatrix<float>::multiply(const double*, double*) const;
template void DistributedMatrix<float>::multiply_add(double, const double*, double*) const;
template void DistributedMatrix<float>::multiply_transposed_add(const double*, double*) const;
template void DistributedMatrix<float>::multiply(const Complex*, Complex*) const;
template void DistributedMatrix<float>::multiply_add(Complex, const Complex*, Complex*) const;
template void DistributedMatrix<float>::multiply_transposed_add(const Complex*, Complex*) const;
template void DistributedMatrix<std::complex<float>>::multiply(const Complex*, Complex*) const;
template void DistributedMatrix<std::complex<float>>::multiply_add(Complex, const Complex*,
                                                                   Complex*) const;
template void DistributedMatrix<std::complex<float>>::multiply_transposed_add(const Complex*,
                                                                              Complex*) const;

template DistributedMatrix<float> copy_of(Mat);
template DistributedMatrix<double> copy_of(Mat);
template DistributedMatrix<float> combination(std::span<const Mat>, std::span<const double>,
                                              double);
template DistributedMatrix<std::complex<float>> combination(std::span<const Mat>,
                                                            std::span<const Complex>, Complex);

}  // namespace sparkdyn::linear
