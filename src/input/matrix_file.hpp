// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Matrices and vectors from files, distributed by rows as PETSc does by default: row i of an m×n
// matrix lives where core::split_rows(m) says, its columns are laid out as core::split_rows(n).
// All ranks read the file, each its own part; none ever holds more than its rows and one block.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::input {

/// What the caller needs of a file; another size is an error.
struct MatrixLayout {
  std::optional<PetscInt> rows = std::nullopt;     ///< any when not given
  std::optional<PetscInt> columns = std::nullopt;  ///< any when not given; vectors always have one
  bool square = false;
  /// How messages about the size call the matrix, "case.yaml:9: stiffness K.mtx"; else the path.
  std::string subject = {};
  /// Ends "… is 5x5 but", e.g. "mass M.mtx is 4x4"; else the size that is needed.
  std::string reason = {};
  std::size_t block = std::size_t{1} << 20;  ///< bytes of text that a rank reads at a time
};

/// Matrix Market or PETSc binary, told apart by content. The rules are those of
/// read_matrix_market() and read_petsc_matrix(). @note Collective.
core::Matrix read_matrix(MPI_Comm comm, const std::filesystem::path& file,
                         const MatrixLayout& layout = {});
/// An n×1 matrix file, or a PETSc binary vector. @note Collective.
core::Vector read_vector(MPI_Comm comm, const std::filesystem::path& file,
                         const MatrixLayout& layout = {});

}  // namespace sparkdyn::input
