#pragma once
// `sparkdyn run` and `sparkdyn check` for a case that names a problem of `dae`. Such problems are
// small: rank 0 computes, the others wait and share its errors.

#include <mpi.h>

#include <chrono>
#include <optional>

#include "sparkdyn/app/restart.hpp"
#include "sparkdyn/core/log.hpp"
#include "sparkdyn/input/case.hpp"

namespace sparkdyn::app {

/// @note Collective.
int run_problem(MPI_Comm comm, const input::Case& description,
                const std::optional<RestartRequest>& restart, core::Log& log,
                std::chrono::steady_clock::time_point start);
int check_problem(MPI_Comm comm, const input::Case& description, core::Log& log);

}  // namespace sparkdyn::app
