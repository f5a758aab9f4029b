// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Owners of PETSc objects, and PETSc's error codes as exceptions.

#include <petscksp.h>

#include <memory>
#include <source_location>
#include <span>
#include <vector>

#include "sparkdyn/core/handle.hpp"

namespace sparkdyn::core {

/// Throws core::Error (numerics) with PETSc's own message when `code` is not zero.
/// Never call it inside a PETSc callback: there, return the code.
void check(PetscErrorCode code, std::source_location where = std::source_location::current());

/// How a Handle of PETSc's is destroyed.
template <typename T, PetscErrorCode (*DestroyFunction)(T*)>
struct PetscDestroy {
  static T null() { return nullptr; }  ///< what owns nothing
  /// One owner less.
  static void destroy(T object) { DestroyFunction(&object); }
};

using Matrix = Handle<Mat, PetscDestroy<Mat, MatDestroy>>;  ///< owns a matrix
/// Shared by all that use the matrix; nobody changes it.
using MatrixPtr = std::shared_ptr<const Matrix>;
using Vector = Handle<Vec, PetscDestroy<Vec, VecDestroy>>;        ///< owns a vector
using LinearSolver = Handle<KSP, PetscDestroy<KSP, KSPDestroy>>;  ///< owns a solver
using IndexSet = Handle<IS, PetscDestroy<IS, ISDestroy>>;         ///< owns an index set
/// Owns a scatter.
using Scatter = Handle<VecScatter, PetscDestroy<VecScatter, VecScatterDestroy>>;
/// Owns a viewer.
using Viewer = Handle<PetscViewer, PetscDestroy<PetscViewer, PetscViewerDestroy>>;

/// The layout of rows [begin, end) that PETSc gives this rank, of `global` in all.
struct RowRange {
  PetscInt begin = 0;                            ///< first row here
  PetscInt end = 0;                              ///< one after the last row here
  PetscInt global = 0;                           ///< number of all rows
  PetscInt size() const { return end - begin; }  ///< rows of this rank
};

/// @note Collective. PETSc's default split of `global` rows over `comm`.
RowRange split_rows(MPI_Comm comm, PetscInt global);
RowRange row_range(Mat matrix);  ///< of the rows
RowRange row_range(Vec vector);  ///< of the entries
/// The first row of each rank and, after them, the number of all. @note Collective.
std::vector<PetscInt> first_rows(MPI_Comm comm, const RowRange& mine);
/// The rank that has a row.
int owner(const std::vector<PetscInt>& first_rows, PetscInt row);

/// @note Collective. A zero vector with the given number of local entries.
Vector make_vector(MPI_Comm comm, PetscInt local);
/// @note Collective. A zero vector of the same layout.
Vector make_like(Vec other);
/// @note Collective. A copy.
Vector make_copy(Vec other);
Matrix make_copy(Mat other);  ///< @note Collective. A copy.
/// y ← x. @note Collective.
void copy(Vec from, Vec to);

MPI_Comm comm_of(Vec vector);  ///< the ranks that share it
MPI_Comm comm_of(Mat matrix);  ///< the ranks that share it

double norm(Vec vector);           ///< @note Collective. Euclidean.
double norm_infinity(Vec vector);  ///< @note Collective.
double dot(Vec a, Vec b);          ///< @note Collective.
/// One entry, by its number in the whole vector, on all ranks. @note Collective.
double entry(Vec vector, PetscInt index);
/// Σ|a_ii|/n; 0 of an empty matrix. @note Collective.
double mean_diagonal(Mat matrix);

/// Calls visit(row, columns, values) with spans for each row this rank holds.
template <typename Visit>
void for_each_row(Mat matrix, Visit visit) {
  const RowRange rows = row_range(matrix);
  for (PetscInt row = rows.begin; row < rows.end; ++row) {
    PetscInt count = 0;
    const PetscInt* columns = nullptr;
    const PetscScalar* values = nullptr;
    check(MatGetRow(matrix, row, &count, &columns, &values));
    visit(row, std::span(columns, count), std::span(values, count));
    check(MatRestoreRow(matrix, row, &count, &columns, &values));
  }
}

/// This rank's entries for reading, given back on destruction.
class ReadArray {
 public:
  /// `vector` must outlive it.
  explicit ReadArray(Vec vector);
  ~ReadArray() { VecRestoreArrayRead(vector_, &data_); }
  ReadArray(const ReadArray&) = delete;
  ReadArray& operator=(const ReadArray&) = delete;
  const double* data() const { return data_; }  ///< size() entries
  /// `i` counts from this rank's first entry.
  double operator[](PetscInt i) const { return data_[i]; }
  PetscInt size() const { return size_; }  ///< entries of this rank

 private:
  Vec vector_;
  const PetscScalar* data_ = nullptr;
  PetscInt size_ = 0;
};

/// This rank's entries for writing, given back on destruction.
class WriteArray {
 public:
  /// `vector` must outlive it.
  explicit WriteArray(Vec vector);
  ~WriteArray() { VecRestoreArray(vector_, &data_); }
  WriteArray(const WriteArray&) = delete;
  WriteArray& operator=(const WriteArray&) = delete;
  double* data() const { return data_; }  ///< size() entries
  /// `i` counts from this rank's first entry.
  double& operator[](PetscInt i) const { return data_[i]; }
  PetscInt size() const { return size_; }  ///< entries of this rank

 private:
  Vec vector_;
  PetscScalar* data_ = nullptr;
  PetscInt size_ = 0;
};

}  // namespace sparkdyn::core
