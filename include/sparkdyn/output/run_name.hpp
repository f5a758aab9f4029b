// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The name of a run, which all its files carry: a checkpoint belongs to the results that have the
// same.

#include <mpi.h>

#include <filesystem>
#include <string>

namespace sparkdyn::output {

/// One that no other run has, the same on all ranks. @note Collective.
std::string make_run_name(MPI_Comm comm);
/// The run that a results file belongs to; empty when it does not say. Reads bytes, since the file
/// may be damaged. For one rank.
std::string run_name_of(const std::filesystem::path& file);

}  // namespace sparkdyn::output
