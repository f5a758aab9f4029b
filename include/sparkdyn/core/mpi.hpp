// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What every rank must agree on: errors, and small values.

#include <mpi.h>

#include <functional>
#include <string>

#include "sparkdyn/core/handle.hpp"

namespace sparkdyn::core {

/// How a Communicator is freed.
struct CommunicatorFree {
  static MPI_Comm null() { return MPI_COMM_NULL; }  ///< what owns nothing
  /// Ends the communicator. @note Collective.
  static void destroy(MPI_Comm comm) { MPI_Comm_free(&comm); }
};
/// A communicator of our own, freed at the end.
using Communicator = Handle<MPI_Comm, CommunicatorFree>;

/// The same ranks with messages apart from all others. @note Collective.
Communicator duplicate(MPI_Comm comm);

int rank(MPI_Comm comm);  ///< of this process in `comm`
int size(MPI_Comm comm);  ///< number of ranks in `comm`

/// Runs `body` on every rank, then lets all ranks agree: when it threw a core::Error on any,
/// every rank throws the error of the lowest such rank. The body must hold no collective call, so
/// that a rank that fails early cannot leave others waiting.
/// @note Collective.
void collectively(MPI_Comm comm, const std::function<void()>& body);

/// As collectively(), but the body runs on rank 0 only.
/// @note Collective.
void on_rank_zero(MPI_Comm comm, const std::function<void()>& body);

/// The string of rank `root` on every rank. @note Collective.
std::string broadcast(MPI_Comm comm, std::string text, int root = 0);

double sum(MPI_Comm comm, double value);      ///< @note Collective.
double maximum(MPI_Comm comm, double value);  ///< @note Collective.
double minimum(MPI_Comm comm, double value);  ///< @note Collective.
bool any(MPI_Comm comm, bool value);          ///< @note Collective.

/// `{value, owner's index}` of the largest value over ranks; ties go to the smallest index.
struct Located {
  double value = 0;      ///< what is compared
  long long index = -1;  ///< whose it is
};
Located maximum_location(MPI_Comm comm, Located mine);  ///< @note Collective.

}  // namespace sparkdyn::core
