// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Entries (i, j, a) found anywhere in a file, brought to the rank that owns row i and built into a
// matrix or vector with exact preallocation. Entries given twice are summed, in the order of the
// file whatever the number of ranks.

#include <vector>

#include "input/matrix_file.hpp"
#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::input {

struct Entry {
  PetscInt row;  ///< counts from 0, as does column
  PetscInt column;
  double value;
};

class RowEntries {
 public:
  /// @note Collective.
  RowEntries(MPI_Comm comm, PetscInt rows, PetscInt columns);

  const core::RowRange& rows() const { return rows_; }

  /// Takes entries of any row from every rank. @note Collective.
  void exchange(const std::vector<Entry>& found);
  /// Takes an entry of a row that this rank owns.
  void keep(const Entry& entry) { kept_.push_back(entry); }

  /// Uses up the entries. @note Collective.
  core::Matrix matrix();
  /// The first column. @note Collective.
  core::Vector vector() const;

 private:
  int owner(PetscInt row) const;

  MPI_Comm comm_;
  core::RowRange rows_;
  core::RowRange columns_;
  std::vector<PetscInt> ends_;  ///< of the rows of every rank
  std::vector<Entry> kept_;
};

/// Throws core::Error (input) when the size is not what the layout asks for. `entries` bounds what
/// a size that nothing else confirms may claim, so that a small file cannot ask for much memory.
void require_size(const MatrixLayout& layout, const std::filesystem::path& file, long long rows,
                  long long columns, long long entries);

}  // namespace sparkdyn::input
