// SPDX-License-Identifier: BSD-3-Clause
#include "app/carry_out.hpp"
#include "core/clock.hpp"
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

/// Whether a summary was written since then: a run that failed before its first step leaves none.
bool has_summary_since(const std::filesystem::path& folder, std::filesystem::file_time_type since) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const auto fresh = [&](const fs::path& path) {
    const auto file = path / "summary.json";
    return fs::is_regular_file(file, ignored) && fs::last_write_time(file, ignored) >= since;
  };
  if (fresh(folder)) return true;
  for (const auto& entry : fs::directory_iterator(folder, ignored))  // load cases
    if (entry.is_directory(ignored) && fresh(entry.path())) return true;
  return false;
}

}  // namespace

int run(MPI_Comm comm, const RunArguments& arguments) {
  return carry_out(comm, arguments, arguments.restart, input::Purpose::run);
}

int carry_out(MPI_Comm comm, const CaseArguments& arguments,
              const std::optional<output::RestartRequest>& restart, input::Purpose purpose) {
  const auto start = core::Clock::now();
  core::Log log(comm);
  input::Case description =
      input::read_case(comm, arguments.case_file, arguments.overrides, purpose);
  input::place_output(comm, description, arguments.output);
  const auto& folder = description.output.directory;
  const output::FolderLock lock(comm, folder, arguments.case_file, log);
  const auto file_start = std::filesystem::file_time_type::clock::now() - std::chrono::seconds(1);
  auto job = job::build({comm, log, start, folder}, description);
  job->prepare(restart);
  try {
    const int status = job->run();
    job.reset();  // closes the files that the page is made of
    if (has_summary_since(folder, file_start)) write_page(comm, description, log);
    return status;
  } catch (const core::Error& error) {
    if (error.kind() == core::Failure::numerics) {  // on all ranks, unlike an internal error
      job.reset();
      if (has_summary_since(folder, file_start)) write_page(comm, description, log);
    }
    throw;
  }
}

}  // namespace sparkdyn::app
