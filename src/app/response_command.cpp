// SPDX-License-Identifier: BSD-3-Clause
#include "app/commands.hpp"
#include "input/case_reader.hpp"
#include "job/response.hpp"
#include "job/spectrum.hpp"

namespace sparkdyn::app {

int response(MPI_Comm comm, const CaseArguments& arguments) {
  core::Log log(comm, arguments.voice());
  input::Case description =
      input::read_case(comm, arguments.case_file, arguments.overrides, input::Purpose::response);
  input::place_output(comm, description, arguments.output);
  job::carry_out_response(comm, description, log);
  return 0;
}

int spectrum(MPI_Comm comm, const CaseArguments& arguments) {
  core::Log log(comm, arguments.voice());
  input::Case description =
      input::read_case(comm, arguments.case_file, arguments.overrides, input::Purpose::spectrum);
  input::place_output(comm, description, arguments.output);
  job::carry_out_spectrum(comm, description, log);
  return 0;
}

}  // namespace sparkdyn::app
