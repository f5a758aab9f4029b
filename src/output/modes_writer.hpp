// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Natural modes as a table to read and as files: modes.csv and modes.json with frequencies and
// participation, modes.h5 with /frequency [k], /omega [k] and /shape [k×n], columns in the input's
// own numbering whatever the number of ranks.

#include <span>
#include <string>

#include "modal/participation.hpp"
#include "output/output_folder.hpp"

namespace sparkdyn::output {

/// What is known of one structure's modes.
struct ModesReport {
  const modal::NaturalModes& found;
  std::span<const modal::Participation> participation;
  std::string title;
  std::string program = "sparkdyn";  ///< name and version
};

/// 1/f: infinite for a rigid-body mode, NaN for an unstable one.
double period(const modal::Mode& mode);

/// For the terminal, without the last line break.
std::string modes_text(const ModesReport& report);
std::string modes_csv(const ModesReport& report);
std::string modes_json(const ModesReport& report);

/// Each file is whole or not there. Throws core::Error on all ranks. @note Collective.
void write_modes(MPI_Comm comm, const OutputFolder& folder, const ModesReport& report);

}  // namespace sparkdyn::output
