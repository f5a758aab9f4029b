// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "app/command_line.hpp"
#include "app/commands.hpp"
#include "input/case_reader.hpp"
#include "input/load_structure.hpp"
#include "input/load_system.hpp"
#include "input/matrix_file.hpp"
#include "job/state_modes.hpp"
#include "mechanics/validate.hpp"
#include "modal/participation.hpp"
#include "output/modes_writer.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/log.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::app {
namespace {

/// "x=rx.mtx".
modal::Direction read_direction(MPI_Comm comm, const std::string& item, PetscInt dofs) {
  const auto equals = item.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == item.size())
    core::input_error("--direction {}: write NAME=FILE, e.g. x=rx.mtx", item);
  const std::string file = item.substr(equals + 1);
  const input::MatrixLayout layout{.rows = dofs,
                                   .columns = 1,
                                   .subject = "--direction " + item,
                                   .reason = fmt::format("there are {} degrees of freedom", dofs)};
  core::Vector vector = input::read_vector(comm, file, layout);
  mechanics::require_finite(vector, layout.subject);
  return {item.substr(0, equals), std::move(vector)};
}

std::vector<modal::Direction> read_directions(MPI_Comm comm, const std::vector<std::string>& items,
                                              PetscInt dofs) {
  std::vector<modal::Direction> directions;
  for (const auto& item : items) {
    directions.push_back(read_direction(comm, item, dofs));
    const auto& name = directions.back().name;
    if (std::any_of(directions.begin(), directions.end() - 1,
                    [&](const auto& other) { return other.name == name; }))
      core::input_error("--direction {}: another direction is called '{}' already", item, name);
  }
  return directions;
}

/// A case given by matrices: its directions are files named on the command line.
void matrix_modes(MPI_Comm comm, const input::Case& description, const ModesArguments& arguments,
                  core::Log& log) {
  const auto system = input::load_system(comm, *description.system, description.time.start).system;
  const auto directions = read_directions(comm, arguments.directions, system->dofs());
  const int count = arguments.count.value_or(job::ModesOrder{}.count);
  const auto found =
      modal::natural_modes(*system, {.count = count, .shift_frequency = arguments.shift_frequency});
  const auto parts = modal::participation(*system, found.modes, directions);
  const output::OutputFolder folder(comm, description.output.directory);
  const output::FoundModes modes{.found = found,
                                 .participation = parts,
                                 .title = description.title,
                                 .program = "sparkdyn " + core::version()};
  if (!description.title.empty()) log.note("{}", description.title);
  job::show_modes(log, *system, modes, count);
  output::write_modes(comm, folder, modes);
  log.note("modes: {}", folder.path().string());
}

/// The steps whose conditions hold: all *FREQUENCY steps of a deck, else the first step.
std::vector<std::size_t> modes_steps(const input::LoadedStructure& loaded) {
  std::vector<std::size_t> steps;
  for (std::size_t i = 0; i < loaded.plan.size(); ++i)
    if (loaded.plan[i].kind == input::PlannedStep::Kind::frequency) steps.push_back(i);
  if (steps.empty()) steps.push_back(0);
  return steps;
}

void structure_modes(MPI_Comm comm, const input::Case& description, const ModesArguments& arguments,
                     core::Log& log) {
  if (!arguments.directions.empty())
    core::input_error("--direction goes with a 'system' of matrices; a structure has x, y and z");
  const auto& directory = description.output.directory;
  const auto loaded = input::load_structure(comm, description, directory);
  for (const auto& warning : loaded.structure.warnings) log.warn("{}", warning);
  for (const auto& note : loaded.notes) log.note("{}", note);
  if (!description.title.empty()) log.note("{}", description.title);
  if (loaded.structure.nonlinear)
    return job::write_state_modes(comm, loaded, description,
                                  {.count = arguments.count.value_or(job::ModesOrder{}.count),
                                   .shift_frequency = arguments.shift_frequency,
                                   .folder = directory,
                                   .title = description.title},
                                  log);
  const auto steps = modes_steps(loaded);
  for (const std::size_t i : steps) {
    const auto& step = loaded.plan[i];
    const bool counted = step.kind == input::PlannedStep::Kind::frequency;
    const bool several = steps.size() > 1;
    if (several) log.note("step {}, {}", i + 1, step.where);
    job::write_structure_modes(
        comm, loaded, step,
        {.count = arguments.count.value_or(counted ? step.modes : job::ModesOrder{}.count),
         .shift_frequency = arguments.shift_frequency,
         .folder = several ? directory / job::step_folder(i + 1) : directory,
         .title = description.title},
        log);
  }
}

}  // namespace

int modes(MPI_Comm comm, const ModesArguments& arguments) {
  core::Log log(comm, arguments.voice());
  input::Case description =
      input::read_case(comm, arguments.case_file, arguments.overrides, input::Purpose::modes);
  input::place_output(comm, description, arguments.output);
  if (description.model)
    structure_modes(comm, description, arguments, log);
  else
    matrix_modes(comm, description, arguments, log);
  return 0;
}

}  // namespace sparkdyn::app
