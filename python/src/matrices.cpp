// SPDX-License-Identifier: BSD-3-Clause
#include "matrices.hpp"

#include <algorithm>

#include "core/gather.hpp"
#include "mechanics/validate.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::python {
namespace {

using core::check;

/// Throws unless all entries are finite. @note Collective.
Matrix described(core::Matrix matrix, const std::string& what) {
  mechanics::require_finite(matrix, what);
  Matrix result;
  result.rows = core::row_range(matrix);
  check(MatGetSize(matrix, nullptr, &result.columns));
  result.handle = std::make_shared<const core::Matrix>(std::move(matrix));
  return result;
}

bool stored_by_rows(Mat matrix) {
  PetscBool rows = PETSC_FALSE;
  check(PetscObjectTypeCompareAny(reinterpret_cast<PetscObject>(matrix), &rows, MATSEQAIJ,
                                  MATMPIAIJ, ""));
  return rows == PETSC_TRUE;
}

void require_same_ranks(MPI_Comm comm, Mat matrix, const std::string& what) {
  int result = MPI_UNEQUAL;
  MPI_Comm_compare(comm, core::comm_of(matrix), &result);
  if (result == MPI_IDENT || result == MPI_CONGRUENT) return;
  core::input_error("{} is on {} rank{} in other order or number than the {} of the communicator",
                    what, core::size(core::comm_of(matrix)),
                    core::size(core::comm_of(matrix)) == 1 ? "" : "s", core::size(comm));
}

}  // namespace

Matrix borrow(MPI_Comm comm, std::uintptr_t pointer, const std::string& what) {
  Mat raw = reinterpret_cast<Mat>(pointer);
  if (!raw) core::input_error("{} has been destroyed, or was never created", what);
  core::collectively(comm, [&] {
    require_same_ranks(comm, raw, what);
    PetscBool assembled = PETSC_FALSE;
    check(MatAssembled(raw, &assembled));
    if (!assembled) core::input_error("{} is not assembled: call its assemble()", what);
  });
  core::Matrix matrix;
  if (stored_by_rows(raw)) {
    check(PetscObjectReference(reinterpret_cast<PetscObject>(raw)));
    matrix = core::Matrix(raw);
  } else if (MatConvert(raw, MATAIJ, MAT_INITIAL_MATRIX, matrix.out()) != 0) {
    MatType type = nullptr;
    check(MatGetType(raw, &type));
    core::input_error("{} is of PETSc's type '{}', which cannot become one stored by rows (aij)",
                      what, type);
  }
  return described(std::move(matrix), what);
}

Matrix from_rows(MPI_Comm comm, PetscInt local_columns, const Indices& starts,
                 const Indices& columns, const Numbers& values, const std::string& what) {
  core::Matrix matrix;
  check(MatCreate(comm, matrix.out()));
  check(MatSetSizes(matrix, static_cast<PetscInt>(starts.size()) - 1, local_columns,
                    PETSC_DETERMINE, PETSC_DETERMINE));
  check(MatSetType(matrix, MATAIJ));
  // Each does nothing for the other's type.
  check(MatSeqAIJSetPreallocationCSR(matrix, starts.data(), columns.data(), values.data()));
  check(MatMPIAIJSetPreallocationCSR(matrix, starts.data(), columns.data(), values.data()));
  return described(std::move(matrix), what);
}

core::Vector make_vector(MPI_Comm comm, const Numbers& mine) {
  core::Vector vector = core::make_vector(comm, static_cast<PetscInt>(mine.size()));
  const core::WriteArray entries(vector);
  std::copy_n(mine.data(), mine.size(), entries.data());
  return vector;
}

Numbers local_copy(Vec vector) {
  const core::ReadArray entries(vector);
  return Numbers(entries.size(), entries.data());
}

Numbers gathered(Vec vector) {
  const core::ReadArray entries(vector);
  const core::RankShares shares(core::comm_of(vector), static_cast<std::size_t>(entries.size()));
  Numbers all(shares.total());
  shares.gather(core::comm_of(vector), entries.data(), all.mutable_data());
  return all;
}

}  // namespace sparkdyn::python
