// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// How fast memory is: the bytes per second that all ranks together move in a ← b + 3 c. Solvers
// that read large matrices at every step are bound by it.

#include <mpi.h>

namespace sparkdyn::core {

/// The median of `repeats`, with arrays of `bytes` in all, which should be well above the caches;
/// the same on all ranks. @note Collective.
double memory_bandwidth(MPI_Comm comm, double bytes, int repeats);

}  // namespace sparkdyn::core
