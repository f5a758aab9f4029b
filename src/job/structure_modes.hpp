// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Natural modes of a structure as a step of its plan holds it, with the files they leave.

#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "input/load_structure.hpp"
#include "modal/participation.hpp"
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

/// Directions of the participation.
inline constexpr std::array<const char*, 6> direction_names{"x", "y", "z", "rx", "ry", "rz"};

/// Writes and prints modes of `system`, whose shapes are about the state `around` of a nonlinear
/// model. @note Collective.
void write_modes(MPI_Comm comm, const structure::Distributed& structure, std::size_t conditions,
                 const mechanics::System& system, const modal::NaturalModes& found,
                 std::span<const modal::Direction> directions, const ModesOrder& order,
                 core::Log& log, Vec around = nullptr);

/// Prints the table of modes, and what its reader must know. @note Collective.
void show_modes(core::Log& log, const mechanics::System& system, const output::FoundModes& modes,
                int asked);

/// "step-3": where the modes of a deck's third step are.
std::string step_folder(std::size_t step);

}  // namespace sparkdyn::job
