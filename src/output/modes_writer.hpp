// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Natural modes as a report to read and as files: modes.csv and modes.json with frequencies and
// participation, modes.h5 with /frequency [k], /omega [k] and /shape [k×n], columns in the input's
// own numbering whatever the number of ranks.

#include <span>
#include <string>

#include "modal/participation.hpp"
#include "output/output_folder.hpp"
#include "output/report.hpp"

namespace sparkdyn::output {

/// What is known of one structure's modes.
struct FoundModes {
  const modal::NaturalModes& found;
  std::span<const modal::Participation> participation;
  std::string title;
  std::string program = "sparkdyn";  ///< name and version
};

/// 1/f: infinite for a rigid-body mode, NaN for an unstable one.
double period(const modal::Mode& mode);

/// The table for the reader, and modes.json.
Report report_of(const FoundModes& modes);
std::string modes_csv(const FoundModes& modes);

/// Each file is whole or not there. Throws core::Error on all ranks. @note Collective.
void write_modes(MPI_Comm comm, const OutputFolder& folder, const FoundModes& modes);

}  // namespace sparkdyn::output
