// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Natural modes of a structure as a step of its plan holds it, with the files they leave.

#include <filesystem>
#include <optional>
#include <string>

#include "input/load_structure.hpp"
#include "output/modes_writer.hpp"
#include "sparkdyn/core/log.hpp"
#include "sparkdyn/modal/modes.hpp"

namespace sparkdyn::job {

struct ModesOrder {
  int count = 10;
  double shift_frequency = 0;    ///< see modal::ModesOptions
  std::filesystem::path folder;  ///< gets modes.csv, modes.json, modes.h5, shapes.h5, shapes.xdmf
  std::string title = {};
};

/// Finds the modes, writes and prints them; shapes are in the numbering of the step's free
/// components. Directions of the participation are unit translations, and rotations about the
/// centre of gravity. @note Collective.
modal::NaturalModes write_structure_modes(MPI_Comm comm, const input::LoadedStructure& loaded,
                                          const input::PlannedStep& step, const ModesOrder& order,
                                          core::Log& log);

/// Prints the table of modes, and what its reader must know. @note Collective.
void show_modes(core::Log& log, const mechanics::System& system, const output::FoundModes& modes,
                int asked);

/// "step-3": where the modes of a deck's third step are.
std::string step_folder(std::size_t step);

}  // namespace sparkdyn::job
