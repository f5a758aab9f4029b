// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// sparkdyn run | check | modes | method | report: parses the command line and calls one function
// per command.

#include <string>
#include <vector>

#include "sparkdyn/core/version.hpp"

namespace sparkdyn::app {

/// Everything after `--` is for PETSc.
struct Arguments {
  std::vector<std::string> own;
  std::vector<std::string> petsc;
};
Arguments split_arguments(int argc, char** argv);

/// Runs the command and returns the exit status: 0 done, 1 the numerics failed, 2 the input is
/// wrong. Starts MPI and PETSc. Only rank 0 prints.
int run_command_line(const Arguments& arguments);

using core::version;

}  // namespace sparkdyn::app
