// SPDX-License-Identifier: BSD-3-Clause
#include "app/commands.hpp"
#include "input/case_reader.hpp"
#include "job/response.hpp"
#include "job/spectrum.hpp"

namespace sparkdyn::app {
namespace {

/// A case read for one purpose and carried out.
int answer(MPI_Comm comm, const CaseArguments& arguments, input::Purpose purpose,
           void (*carry_out)(MPI_Comm, const input::Case&, core::Log&)) {
  core::Log log(comm, arguments.voice());
  input::Case description =
      input::read_case(comm, arguments.case_file, arguments.overrides, purpose);
  input::place_output(comm, description, arguments.output);
  carry_out(comm, description, log);
  return 0;
}

}  // namespace

int response(MPI_Comm comm, const CaseArguments& arguments) {
  return answer(comm, arguments, input::Purpose::response, job::carry_out_response);
}

int spectrum(MPI_Comm comm, const CaseArguments& arguments) {
  return answer(comm, arguments, input::Purpose::spectrum, job::carry_out_spectrum);
}

}  // namespace sparkdyn::app
