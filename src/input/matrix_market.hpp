// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Matrix Market exchange format (Boisvert, Pozo, Remington, NISTIR 5935, 1996):
//   %%MatrixMarket matrix coordinate|array real|integer|pattern general|symmetric|skew-symmetric
// Beyond the standard: blank lines, comments anywhere, CR LF, and Fortran's 1.0D0 are read too.

#include "input/matrix_file.hpp"

namespace sparkdyn::input {

/// Entries given twice are summed; symmetric storage is mirrored; explicit zeros of a coordinate
/// file stay in the sparsity pattern, those of an array file do not. Throws core::Error (input)
/// "file:line: …" on all ranks, for the first mistake in the file. @note Collective.
core::Matrix read_matrix_market(MPI_Comm comm, const std::filesystem::path& file,
                                const MatrixLayout& layout = {});
/// The file must be n×1. @note Collective.
core::Vector read_matrix_market_vector(MPI_Comm comm, const std::filesystem::path& file,
                                       const MatrixLayout& layout = {});

}  // namespace sparkdyn::input
