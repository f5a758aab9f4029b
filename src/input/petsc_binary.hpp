// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// PETSc's binary format, big-endian: the class id 1211216, rows, columns, nonzeros, the length of
// every row, all column indices, all values; for a vector the class id 1211214, length, values.
// Integers of 4 or 8 bytes, as the PETSc that wrote the file was configured. Unlike MatLoad,
// damaged files are errors, columns need not be sorted, and every rank reads just its rows.

#include "input/matrix_file.hpp"

namespace sparkdyn::input {

/// Whether the file begins with one of PETSc's class ids. Not collective.
bool is_petsc_binary(const std::filesystem::path& file);

/// Throws core::Error (input) on all ranks. @note Collective.
core::Matrix read_petsc_matrix(MPI_Comm comm, const std::filesystem::path& file,
                               const MatrixLayout& layout = {});
core::Vector read_petsc_vector(MPI_Comm comm, const std::filesystem::path& file,
                               const MatrixLayout& layout = {});

}  // namespace sparkdyn::input
