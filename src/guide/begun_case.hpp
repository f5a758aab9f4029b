// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A case to be filled in, from what a mesh or a deck has.

#include <mpi.h>

#include <filesystem>
#include <string>

namespace sparkdyn::guide {

/// YAML with comments, on rank 0; `folder` is where it will lie. It is a right case as it stands,
/// but for what only its author can know. @note Collective.
std::string begun_case(MPI_Comm comm, const std::filesystem::path& source,
                       const std::filesystem::path& folder);

}  // namespace sparkdyn::guide
