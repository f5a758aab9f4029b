// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A case carried out, whatever it describes: matrices, a structure with its plan of steps, or a
// small problem. What knows of cases and of results lives here; the way is
//
//   input::read_case → build → Job::prepare → Job::run

#include <mpi.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/clock.hpp"
#include "input/case.hpp"
#include "output/report.hpp"
#include "sparkdyn/core/log.hpp"
#include "sparkdyn/output/restart.hpp"

namespace sparkdyn::job {

/// Status of a run that was stopped early and can go on.
inline constexpr int stopped_status = 3;

/// All is collective. Throws core::Error: input for what is wrong with the case, numerics when a
/// step fails.
class Job {
 public:
  virtual ~Job() = default;

  /// Finds where to go on and makes ready what can fail before results are touched.
  virtual void prepare(const std::optional<output::RestartRequest>& restart) = 0;
  /// Steps to the end, or to where a signal or a limit says. 0, or stopped_status.
  virtual int run() = 0;
  /// All that a run does before it steps; leaves nothing. Sentences on what would run.
  virtual std::vector<std::string> check() = 0;
};

/// What a job is given besides its case.
struct JobSurroundings {
  MPI_Comm comm;
  core::Log& log;
  core::Clock::time_point start;      ///< of the program
  std::filesystem::path mesh_folder;  ///< where a .geo is meshed
};

/// Reads what the case names. @note Collective.
std::unique_ptr<Job> build(const JobSurroundings& around, const input::Case& description);

/// Reports the case as it would run; runs nothing and leaves nothing. @note Collective.
void check(MPI_Comm comm, const input::Case& description, output::Report& report, core::Log& log);

}  // namespace sparkdyn::job
