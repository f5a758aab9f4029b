// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Writes the checkpoints of a run, of large systems and small mechanisms alike: when the schedule
// says so, on a signal, at a wall-clock limit and when a step fails.

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sparkdyn/core/log.hpp"
#include "sparkdyn/output/file_order.hpp"
#include "sparkdyn/output/recorder.hpp"
#include "sparkdyn/output/run_identity.hpp"
#include "sparkdyn/run/checkpoint_hook.hpp"
#include "sparkdyn/run/options.hpp"

namespace sparkdyn::core {
class StopSignals;
}

namespace sparkdyn::output {

class CheckpointSchedule;

/// One run, with what its checkpoints say besides the state.
struct CheckpointedRun {
  const RunIdentity* identity = nullptr;  ///< what tells it from others; borrowed
  const FileOrder* order = nullptr;       ///< of the vectors in the file; borrowed
  RunLabel label;                         ///< method, span, place in a plan
  long offset = 0;                        ///< steps of the runs before it
  std::string case_text;                  ///< the case as resolved
  std::string solver;                     ///< "multigrid" or "factors"; empty for mechanisms
  std::vector<Recorder*> recorders;       ///< one for each load case
  /// What else is kept of a load case; may be empty.
  std::function<void(int load_case, core::Archive&)> more = {};
};

/// Observes nothing, but is asked after every step. Collective, as all hooks.
class Checkpointer final : public run::CheckpointHook {
 public:
  /// `program_start`: the wall-clock limit counts from there.
  Checkpointer(MPI_Comm comm, const run::CheckpointOptions& options, std::filesystem::path folder,
               std::string run_name, std::chrono::steady_clock::time_point program_start,
               core::Log& log);
  ~Checkpointer() override;

  /// Before each run of a plan.
  void watch(CheckpointedRun run) { run_ = std::move(run); }

  void at_start(run::Integration& integration) override;
  bool after_step(run::Integration& integration) override;
  void after_failure(run::Integration& integration) override;

  /// Why the run ended early, and how to go on; empty when it did not.
  const std::string& stop_text() const { return stop_text_; }
  double seconds() const;  ///< spent on checkpoints

 private:
  void write(run::Integration& integration);
  std::filesystem::path file(const run::Integration& integration) const;

  MPI_Comm comm_;
  std::unique_ptr<CheckpointSchedule> schedule_;
  std::filesystem::path folder_;
  std::string run_name_;
  core::Log* log_;
  std::unique_ptr<core::StopSignals> signals_;
  CheckpointedRun run_;
  long written_ = -1;  ///< step of the last one
  std::string stop_text_;
};

}  // namespace sparkdyn::output
