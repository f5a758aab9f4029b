// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// case.yaml, with `--set time.step=0.01` overrides, to a Case. Every mistake is a core::Error
// (input) that says where it is, what is wrong and what is allowed:
//   case.yaml:12: unknown key 'stepp' in 'time'; allowed: start, end, step; did you mean 'step'?

#include <mpi.h>

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "input/case.hpp"

namespace sparkdyn::input {

/// Modes, states of rest and responses over frequency need no times; a run does.
enum class Purpose { run, modes, rest, response, spectrum };

/// Reads and checks the case, including that every file it names exists. An override is
/// "key.sub=value" with the value in YAML; list items count from 0 ("output.probes.0.dof=3").
/// Rank 0 reads, so the file need not be visible elsewhere; all ranks get the same case or error.
/// @note Collective.
Case read_case(MPI_Comm comm, const std::filesystem::path& file,
               std::span<const std::string> overrides = {}, Purpose purpose = Purpose::run);

/// Does what read_case() does for text that is already there; `file` is what messages call it and
/// what relative paths are relative to. Does not look for the files named in the case. Not
/// collective.
Case parse_case(std::string_view text, const std::filesystem::path& file,
                std::span<const std::string> overrides = {}, Purpose purpose = Purpose::run);

/// Decides where results go: `chosen`, which the command line names, or else what the case says. A
/// case may come from somebody else, so what it says must lie below the folder of the case file,
/// with symbolic links followed; elsewhere is an error, unless `--set` said so. @note Collective.
void place_output(MPI_Comm comm, Case& description,
                  const std::optional<std::filesystem::path>& chosen);

}  // namespace sparkdyn::input
