// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A case read, carried out and reported on, by whatever command.

#include "app/commands.hpp"
#include "input/case_reader.hpp"

namespace sparkdyn::app {

/// The status of the program. @note Collective.
int carry_out(MPI_Comm comm, const CaseArguments& arguments,
              const std::optional<output::RestartRequest>& restart, input::Purpose purpose);

}  // namespace sparkdyn::app
