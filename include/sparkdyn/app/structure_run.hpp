#pragma once
// Runs and checks of structures: a mesh with elements, or a deck with its steps.

#include <mpi.h>

#include <chrono>

#include "sparkdyn/app/restart.hpp"
#include "sparkdyn/core/log.hpp"
#include "sparkdyn/input/load_structure.hpp"

namespace sparkdyn::app {

/// @note Collective.
int run_structure(MPI_Comm comm, const input::Case& description,
                  const std::optional<RestartRequest>& restart, core::Log& log,
                  std::chrono::steady_clock::time_point start);
/// @note Collective.
int check_structure(MPI_Comm comm, const input::Case& description, core::Log& log);

}  // namespace sparkdyn::app
