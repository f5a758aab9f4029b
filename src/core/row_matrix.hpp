// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A PETSc matrix made of the rows that each rank has, without copying them: the values are handed
// over, and the columns are shared by all matrices of the same pattern.

#include <memory>
#include <vector>

#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::core {

/// Numbers that begin as zero. A large array costs nothing until it is written, page by page.
class ZeroedArray {
 public:
  ZeroedArray() = default;
  explicit ZeroedArray(std::size_t size);
  double* data() { return data_.get(); }
  const double* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  /// Gives back what lies behind the first `size` numbers.
  void shrink(std::size_t size);

 private:
  struct Free {
    void operator()(double* data) const;
  };
  std::unique_ptr<double[], Free> data_;
  std::size_t size_ = 0;
};

/// Compressed rows: those of row r are columns[first[r]] … columns[first[r + 1] − 1], ascending.
struct RowColumns {
  std::vector<PetscInt> first{0};
  std::vector<PetscInt> columns;
};

/// The columns of a rank's rows, in two parts as PETSc keeps them: those of its own layout, counted
/// from its first one, and those of other ranks, in the numbering of the whole.
struct RowPattern {
  PetscInt own_columns = 0;  ///< of this rank's layout
  RowColumns own, other;
  PetscInt rows() const { return static_cast<PetscInt>(own.first.size()) - 1; }
};

/// One number per entry of a RowPattern.
struct RowValues {
  ZeroedArray own, other;
};

/// @note Collective.
Matrix make_row_matrix(MPI_Comm comm, std::shared_ptr<const RowPattern> pattern, RowValues values);

}  // namespace sparkdyn::core
