// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// `sparkdyn response`: the steady state of a case at each frequency of its range, with its files.

#include <mpi.h>

#include "input/case.hpp"
#include "sparkdyn/core/log.hpp"

namespace sparkdyn::job {

/// Of matrices or of a structure, with each of its load cases in a folder of its own. Throws
/// core::Error as modal::FrequencyResponse. @note Collective.
void carry_out_response(MPI_Comm comm, const input::Case& description, core::Log& log);

}  // namespace sparkdyn::job
