// SPDX-License-Identifier: BSD-3-Clause
#include "app/commands.hpp"
#include "core/clock.hpp"
#include "input/case_reader.hpp"
#include "job/job.hpp"
#include "output/folder_lock.hpp"
#include "report/page.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/log.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::app {
namespace {

/// A page that cannot be written is a pity and no failure: the run has its results.
void write_page(MPI_Comm comm, const input::Case& description, core::Log& log) {
  if (!description.output.report || core::rank(comm) != 0) return;
  const auto& folder = description.output.directory;
  const auto file = folder / "report.html";
  try {
    report::write_report({folder}, file);
    log.note("report: {}", file.string());
  } catch (const std::exception& error) {
    log.warn("no report was written: {}", error.what());
  }
}

}  // namespace

int run(MPI_Comm comm, const RunArguments& arguments) {
  const auto start = core::Clock::now();
  core::Log log(comm);
  input::Case description = input::read_case(comm, arguments.case_file, arguments.overrides);
  input::place_output(comm, description, arguments.output);
  const auto& folder = description.output.directory;
  const output::FolderLock lock(comm, folder, arguments.case_file, log);
  auto job = job::build({comm, log, start, folder}, description);
  job->prepare(arguments.restart);
  try {
    const int status = job->run();
    job.reset();  // closes the files that the page is made of
    write_page(comm, description, log);
    return status;
  } catch (const core::Error& error) {
    if (error.kind() == core::Failure::numerics) {  // on all ranks, unlike an internal error
      job.reset();
      write_page(comm, description, log);
    }
    throw;
  }
}

}  // namespace sparkdyn::app
