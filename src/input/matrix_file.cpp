// SPDX-License-Identifier: BSD-3-Clause
#include "input/matrix_file.hpp"

#include "input/matrix_market.hpp"
#include "input/petsc_binary.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::input {
namespace {

/// Rank 0 decides, so that all take the same path.
bool binary_on_all(MPI_Comm comm, const std::filesystem::path& file) {
  bool binary = false;
  core::on_rank_zero(comm, [&] { binary = is_petsc_binary(file); });
  return core::any(comm, binary);
}

}  // namespace

core::Matrix read_matrix(MPI_Comm comm, const std::filesystem::path& file,
                         const MatrixLayout& layout) {
  return binary_on_all(comm, file) ? read_petsc_matrix(comm, file, layout)
                                   : read_matrix_market(comm, file, layout);
}

core::Vector read_vector(MPI_Comm comm, const std::filesystem::path& file,
                         const MatrixLayout& layout) {
  return binary_on_all(comm, file) ? read_petsc_vector(comm, file, layout)
                                   : read_matrix_market_vector(comm, file, layout);
}

}  // namespace sparkdyn::input
