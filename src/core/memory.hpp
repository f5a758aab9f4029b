// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// How much memory there is to take: of the machine (MemAvailable) and of the control group that a
// container or a batch system put the program into, whichever is less.

#include <mpi.h>

namespace sparkdyn::core {

/// Bytes that this machine can still give to this program; infinite where nothing says.
double available_memory();

/// Of all machines of the ranks together, each counted once; the same on all ranks.
/// @note Collective.
double available_memory(MPI_Comm comm);

}  // namespace sparkdyn::core
