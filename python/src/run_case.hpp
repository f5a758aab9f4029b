// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// `sparkdyn run` in this process.

#include <mpi.h>

#include <string>

#include "app/commands.hpp"

namespace sparkdyn::python {

/// Where the results of these arguments go. @note Collective.
std::string output_folder(MPI_Comm comm, const app::RunArguments& arguments);

/// Throws core::Error when the program would end with status 1 or 2. @note Collective.
void run_case(MPI_Comm comm, const app::RunArguments& arguments, bool quiet);

}  // namespace sparkdyn::python
