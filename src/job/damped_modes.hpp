// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// `sparkdyn modes --damped`: damped.csv, damped.json and damped.h5 beside those of the undamped
// structure.

#include "job/model_view.hpp"
#include "output/output_folder.hpp"
#include "sparkdyn/core/log.hpp"

namespace sparkdyn::job {

/// @note Collective.
void write_damped_modes(MPI_Comm comm, const mechanics::System& system, const View& view, int count,
                        const output::OutputFolder& folder, core::Log& log);

}  // namespace sparkdyn::job
