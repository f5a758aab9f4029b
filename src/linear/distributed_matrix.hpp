// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Sparse matrices that multiply real and complex vectors alike, which PETSc's real build cannot:
// rows of this rank with its own and other ranks' columns apart. The entries may be PETSc's own or
// a copy in another precision. Vectors are this rank's entries as plain arrays.

#include <petscsf.h>

#include <complex>
#include <memory>
#include <span>
#include <vector>

#include "sparkdyn/linear/operators.hpp"

namespace sparkdyn::linear {

/// Entries of a distributed vector that live on other ranks.
class Ghosts {
 public:
  /// `owned` entries live here; `columns` (global, ascending) elsewhere. @note Collective.
  Ghosts(MPI_Comm comm, PetscInt owned, const std::vector<PetscInt>& columns);
  ~Ghosts();
  Ghosts(const Ghosts&) = delete;
  Ghosts& operator=(const Ghosts&) = delete;

  PetscInt size() const { return size_; }
  /// ghost ← the owners' entries. @note Collective.
  template <typename Scalar>
  void fetch(const Scalar* owned, Scalar* ghost) const;
  /// The owners' entries ← themselves + ghost. @note Collective.
  template <typename Scalar>
  void give_back(const Scalar* ghost, Scalar* owned) const;

 private:
  PetscSF forest_ = nullptr;
  PetscInt size_ = 0;
  bool alone_ = true;  // no rank has ghosts: nothing to exchange
  MPI_Datatype pair_ = MPI_DATATYPE_NULL;
};

/// Compressed rows; `values` may be real or complex, single or double.
template <typename Stored>
struct Rows {
  std::span<const PetscInt> begin;  ///< of each row, and the end
  const PetscInt* columns = nullptr;
  const Stored* values = nullptr;
  PetscInt size() const { return static_cast<PetscInt>(begin.size()) - 1; }
};

template <typename Stored>
class DistributedMatrix {
 public:
  DistributedMatrix() = default;
  /// This rank's rows with ascending global columns; `columns` of them live here. @note Collective.
  struct Entries {
    std::vector<PetscInt> begin{0}, columns;
    std::vector<Stored> values;
  };
  DistributedMatrix(MPI_Comm comm, PetscInt first_column, PetscInt columns, Entries entries);

  PetscInt rows() const { return own_.size(); }
  PetscInt columns() const { return columns_; }
  double entries() const { return static_cast<double>(entries_); }  ///< on this rank

  /// y ← A x. @note Collective.
  template <typename Scalar>
  void multiply(const Scalar* x, Scalar* y) const;
  /// y ← y + c A x. @note Collective.
  template <typename Scalar>
  void multiply_add(Scalar c, const Scalar* x, Scalar* y) const;
  /// y ← y + Aᵀx. @note Collective.
  template <typename Scalar>
  void multiply_transposed_add(const Scalar* x, Scalar* y) const;

  /// PETSc's own arrays, not copied; keeps the matrix. @note Collective.
  static DistributedMatrix view(const MatrixPtr& matrix) requires std::is_same_v<Stored, double>;

 private:
  struct Storage;
  Rows<Stored> own_, ghost_;
  PetscInt columns_ = 0;
  std::size_t entries_ = 0;
  std::shared_ptr<const Storage> storage_;
  std::shared_ptr<const Ghosts> ghosts_;
};

/// A copy of a PETSc matrix in another precision. @note Collective.
template <typename Stored>
DistributedMatrix<Stored> copy_of(Mat matrix);

/// Σ c_k B_k, each row's diagonal always with a place; `fill` goes there in rows without entries.
/// @note Collective.
template <typename Stored, typename Scalar>
DistributedMatrix<Stored> combination(std::span<const Mat> matrices,
                                      std::span<const Scalar> coefficients, Scalar fill);

extern template class DistributedMatrix<double>;
extern template class DistributedMatrix<float>;
extern template class DistributedMatrix<std::complex<float>>;

}  // namespace sparkdyn::linear
