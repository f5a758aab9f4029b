// SPDX-License-Identifier: BSD-3-Clause
// `sparkdyn check` and `sparkdyn check --deep`.

#include <iostream>

#include "app/commands.hpp"
#include "check/deep.hpp"
#include "input/case_reader.hpp"
#include "job/job.hpp"
#include "job/problem_setup.hpp"
#include "output/output_folder.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/version.hpp"

namespace sparkdyn::app {
namespace {

output::Report begin(const CheckArguments& arguments, core::Log& log) {
  output::Report report(check::label_width, &log);
  report.fact("program", "sparkdyn " + core::version()).fact("case", arguments.case_file);
  return report;
}

/// For rank 0.
void write_json(const CheckArguments& arguments, const output::Report& report) {
  if (!arguments.report) return;
  if (*arguments.report == "-")
    std::cout << report.json() << '\n';
  else
    output::write_text_atomically(*arguments.report, report.json());
}

int deep_check(MPI_Comm comm, const CheckArguments& arguments, core::Log& log) {
  input::Case description = input::read_case(comm, arguments.case_file, arguments.overrides);
  if (arguments.output) description.output.directory = *arguments.output;
  log.note("sparkdyn {}: deep check of {}, {} rank{}", core::version(), arguments.case_file,
           core::size(comm), core::size(comm) == 1 ? "" : "s");
  if (!description.title.empty()) log.note("{}", description.title);
  output::Report report = begin(arguments, log);
  if (description.problem)
    core::on_rank_zero(comm, [&] {
      job::ProblemSetup setup = job::set_up(description);
      check::check_mechanism(setup.problem, setup.steps(), setup.moved,
                             description.problem->time.step, report);
    });
  else if (description.model)
    check::check_structure(comm, description, report);
  else
    check::check_matrices(comm, description, report);
  int status = 0;
  core::on_rank_zero(comm, [&] {
    status = check::conclude(report);
    write_json(arguments, report);
  });
  MPI_Bcast(&status, 1, MPI_INT, 0, comm);
  return status;
}

}  // namespace

int check(MPI_Comm comm, const CheckArguments& arguments) {
  core::Log log(comm, arguments.voice());
  if (arguments.deep) return deep_check(comm, arguments, log);
  input::Case description = input::read_case(comm, arguments.case_file, arguments.overrides);
  input::place_output(comm, description, arguments.output);
  output::Report report = begin(arguments, log);
  job::check(comm, description, report, log);
  core::on_rank_zero(comm, [&] { write_json(arguments, report); });
  return 0;
}

}  // namespace sparkdyn::app
