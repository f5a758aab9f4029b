// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// `sparkdyn spectrum`: the largest answer of each probe to shaking known by its spectra, with its
// files spectrum.csv and summary.json.

#include <mpi.h>

#include "input/case.hpp"
#include "sparkdyn/core/log.hpp"

namespace sparkdyn::job {

/// @note Collective.
void carry_out_spectrum(MPI_Comm comm, const input::Case& description, core::Log& log);

}  // namespace sparkdyn::job
