// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <fstream>
#include <iostream>

#include "app/carry_out.hpp"
#include "core/clock.hpp"
#include "job/job.hpp"
#include "output/folder_lock.hpp"
#include "report/envelope.hpp"
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

/// As the page: a pity and no failure.
void write_envelopes(MPI_Comm comm, const input::Case& description, core::Log& log) {
  if (!description.output.envelope || core::rank(comm) != 0) return;
  try {
    for (const auto& folder : report::folders_with_results({description.output.directory})) {
      report::write_envelope(folder);
      log.note("envelope: {}", (folder / "envelope.h5").string());
    }
  } catch (const std::exception& error) {
    log.warn("no envelope was written: {}", error.what());
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

/// In single quotes where a shell would take it for more than a word.
std::string for_shell(const std::string& word) {
  constexpr const char* plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// Of each folder that the run wrote a summary into; load cases have their own.
void print_summaries(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  std::vector<fs::path> files;
  if (fs::exists(folder / "summary.json")) files.push_back(folder / "summary.json");
  if (files.empty())
    for (const auto& entry : fs::directory_iterator(folder))
      if (fs::exists(entry.path() / "summary.json")) files.push_back(entry.path() / "summary.json");
  std::sort(files.begin(), files.end());
  for (const auto& file : files) std::cout << std::ifstream(file).rdbuf();
}

}  // namespace

std::string restart_command(const RunArguments& arguments) {
  std::string line = "sparkdyn run " + for_shell(arguments.case_file);
  for (const auto& item : arguments.overrides) line += " --set " + for_shell(item);
  if (arguments.output) line += " --output " + for_shell(*arguments.output);
  line += " --restart latest";
  if (arguments.restart && arguments.restart->change_method) line += " --change-method";
  if (!arguments.petsc.empty()) line += " --";
  for (const auto& item : arguments.petsc) line += " " + for_shell(item);
  return line;
}

int run(MPI_Comm comm, const RunArguments& arguments) {
  const int status = carry_out(comm, arguments, arguments.restart, input::Purpose::run);
  constexpr int stopped = 3;
  if (status == stopped)
    core::Log(comm, arguments.voice())
        .note("go on with: {}   (on any number of ranks)", restart_command(arguments));
  return status;
}

int carry_out(MPI_Comm comm, const CaseArguments& arguments,
              const std::optional<output::RestartRequest>& restart, input::Purpose purpose) {
  const auto start = core::Clock::now();
  core::Log log(comm, arguments.voice());
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
    write_envelopes(comm, description, log);
    if (has_summary_since(folder, file_start)) write_page(comm, description, log);
    if (arguments.json) core::on_rank_zero(comm, [&] { print_summaries(folder); });
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
