// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/core/petsc.hpp"

#include <algorithm>
#include <cmath>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::core {

void check(PetscErrorCode code, std::source_location where) {
  if (code == 0) return;
  const char* text = nullptr;
  char* specific = nullptr;
  PetscErrorMessage(code, &text, &specific);
  std::string message = fmt::format("PETSc: {}", text ? text : "unknown error");
  if (specific && *specific) message += fmt::format(": {}", specific);
  throw Error(Failure::numerics, message, where);
}

RowRange split_rows(MPI_Comm comm, PetscInt global) {
  PetscInt local = PETSC_DECIDE;
  check(PetscSplitOwnership(comm, &local, &global));
  PetscInt end = 0;
  MPI_Scan(&local, &end, 1, MPIU_INT, MPI_SUM, comm);
  return {end - local, end, global};
}

RowRange row_range(Mat matrix) {
  RowRange range;
  check(MatGetOwnershipRange(matrix, &range.begin, &range.end));
  check(MatGetSize(matrix, &range.global, nullptr));
  return range;
}

std::vector<PetscInt> first_rows(MPI_Comm comm, const RowRange& mine) {
  std::vector<PetscInt> first(size(comm) + 1);
  MPI_Allgather(&mine.begin, 1, MPIU_INT, first.data(), 1, MPIU_INT, comm);
  first.back() = mine.global;
  return first;
}

int owner(const std::vector<PetscInt>& first_rows, PetscInt row) {
  const auto after = std::upper_bound(first_rows.begin(), first_rows.end(), row);
  return static_cast<int>(after - first_rows.begin()) - 1;
}

RowRange row_range(Vec vector) {
  RowRange range;
  check(VecGetOwnershipRange(vector, &range.begin, &range.end));
  check(VecGetSize(vector, &range.global));
  return range;
}

Vector make_vector(MPI_Comm comm, PetscInt local) {
  Vector vector;
  check(VecCreate(comm, vector.out()));
  check(VecSetSizes(vector, local, PETSC_DETERMINE));
  check(VecSetType(vector, VECSTANDARD));
  check(VecSet(vector, 0.0));
  return vector;
}

Vector make_like(Vec other) {
  Vector vector;
  check(VecDuplicate(other, vector.out()));
  check(VecSet(vector, 0.0));
  return vector;
}

Vector make_copy(Vec other) {
  Vector vector;
  check(VecDuplicate(other, vector.out()));
  check(VecCopy(other, vector));
  return vector;
}

Matrix make_copy(Mat other) {
  Matrix matrix;
  check(MatDuplicate(other, MAT_COPY_VALUES, matrix.out()));
  return matrix;
}

void copy(Vec from, Vec to) {
  check(VecCopy(from, to));
}

MPI_Comm comm_of(Vec vector) {
  return PetscObjectComm(reinterpret_cast<PetscObject>(vector));
}
MPI_Comm comm_of(Mat matrix) {
  return PetscObjectComm(reinterpret_cast<PetscObject>(matrix));
}

double norm(Vec vector) {
  PetscReal value = 0;
  check(VecNorm(vector, NORM_2, &value));
  return value;
}

double norm_infinity(Vec vector) {
  // NaN when any entry is: VecNorm may lose it among several ranks.
  const ReadArray values(vector);
  double largest = 0;
  for (PetscInt i = 0; i < values.size() && !std::isnan(largest); ++i)
    if (!(std::abs(values[i]) <= largest)) largest = std::abs(values[i]);
  return maximum(comm_of(vector), largest);
}

double entry(Vec vector, PetscInt index) {
  const RowRange rows = row_range(vector);
  if (index < 0 || index >= rows.global)
    throw Error(Failure::input,
                fmt::format("there is no entry {} in a vector of {}", index, rows.global));
  const bool here = index >= rows.begin && index < rows.end;
  return sum(comm_of(vector), here ? ReadArray(vector)[index - rows.begin] : 0.0);
}

double dot(Vec a, Vec b) {
  PetscScalar value = 0;
  check(VecDot(a, b, &value));
  return value;
}

double mean_diagonal(Mat matrix) {
  Vector diagonal;
  check(MatCreateVecs(matrix, nullptr, diagonal.out()));
  check(MatGetDiagonal(matrix, diagonal));
  PetscReal sum = 0;
  check(VecNorm(diagonal, NORM_1, &sum));
  const PetscInt n = row_range(Vec(diagonal)).global;
  return n > 0 ? sum / static_cast<double>(n) : 0.0;
}

ReadArray::ReadArray(Vec vector) : vector_(vector) {
  check(VecGetLocalSize(vector, &size_));
  check(VecGetArrayRead(vector, &data_));
}

WriteArray::WriteArray(Vec vector) : vector_(vector) {
  check(VecGetLocalSize(vector, &size_));
  check(VecGetArray(vector, &data_));
}

}  // namespace sparkdyn::core
