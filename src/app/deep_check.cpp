// SPDX-License-Identifier: BSD-3-Clause
// `sparkdyn check --deep`.

#include "app/command_line.hpp"
#include "app/commands.hpp"
#include "check/deep.hpp"
#include "input/case_reader.hpp"
#include "job/problem_setup.hpp"
#include "output/output_folder.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::app {

int deep_check(MPI_Comm comm, const RunArguments& arguments,
               const std::optional<std::string>& json) {
  core::Log log(comm);
  input::Case description = input::read_case(comm, arguments.case_file, arguments.overrides);
  if (arguments.output) description.output.directory = *arguments.output;
  log.note("sparkdyn {}: deep check of {}, {} rank{}", core::version(), arguments.case_file,
           core::size(comm), core::size(comm) == 1 ? "" : "s");
  if (!description.title.empty()) log.note("{}", description.title);
  check::Report report(log);
  if (description.problem)
    core::on_rank_zero(comm, [&] {
      job::ProblemSetup setup = job::set_up(description);
      check::check_mechanism(setup.problem, setup.stepper, setup.moved,
                             description.problem->time.step, report);
    });
  else if (description.model)
    check::check_structure(comm, description, report);
  else
    check::check_matrices(comm, description, report);
  int status = 0;
  core::on_rank_zero(comm, [&] {
    status = report.finish();
    if (json)
      output::write_text_atomically(
          *json, report.json("sparkdyn " + core::version(), arguments.case_file));
  });
  MPI_Bcast(&status, 1, MPI_INT, 0, comm);
  return status;
}

}  // namespace sparkdyn::app
