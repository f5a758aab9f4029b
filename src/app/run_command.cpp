// SPDX-License-Identifier: BSD-3-Clause
#include "app/commands.hpp"
#include "core/clock.hpp"
#include "input/case_reader.hpp"
#include "job/job.hpp"
#include "output/folder_lock.hpp"
#include "sparkdyn/core/log.hpp"

namespace sparkdyn::app {
int run(MPI_Comm comm, const RunArguments& arguments) {
  const auto start = core::Clock::now();
  core::Log log(comm);
  input::Case description = input::read_case(comm, arguments.case_file, arguments.overrides);
  input::place_output(comm, description, arguments.output);
  const auto& folder = description.output.directory;
  const output::FolderLock lock(comm, folder, arguments.case_file, log);
  const auto job = job::build({comm, log, start, folder}, description);
  job->prepare(arguments.restart);
  return job->run();
}

}  // namespace sparkdyn::app
