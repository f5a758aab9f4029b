#pragma once
// Writes the checkpoints of a run, when its schedule says so and when a step fails.

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "sparkdyn/app/checkpoint_schedule.hpp"
#include "sparkdyn/app/file_order.hpp"
#include "sparkdyn/app/recorder.hpp"
#include "sparkdyn/app/run_identity.hpp"
#include "sparkdyn/core/log.hpp"
#include "sparkdyn/core/signals.hpp"
#include "sparkdyn/integrate/keeper.hpp"
#include "sparkdyn/integrate/run.hpp"
#include "sparkdyn/output/checkpoint.hpp"

namespace sparkdyn::app {

/// One run, with what its checkpoints say besides the state.
struct CheckpointedRun {
  const ModelIdentity* model = nullptr;
  const FileOrder* order = nullptr;
  integrate::TimeSpan span;
  double start = 0;    ///< of the run as the case has it; the span's may be that of a changed step
  long plan_step = 0;  ///< of a deck with several steps
  long offset = 0;     ///< steps of the runs before it
  bool last_run = true;
  std::string case_text;
  std::string method;
  bool multigrid = false;            ///< instead of factors
  std::vector<Recorder*> recorders;  ///< one for each load case
};

class Checkpointer final : public integrate::Keeper {
 public:
  using Clock = std::chrono::steady_clock;

  /// `program_start`: the wall-clock limit counts from there.
  Checkpointer(MPI_Comm comm, const input::CheckpointSpec& spec, std::filesystem::path folder,
               std::string run_name, Clock::time_point program_start, core::Log& log);

  /// Before each run of a plan.
  void watch(CheckpointedRun run, bool resumed);

  void at_start(const integrate::RunView& view) override;
  bool after_step(const integrate::RunView& view) override;
  void after_failure(const integrate::RunView& view) override;

  /// Why the run ended early, and how to go on; empty when it did not.
  const std::string& stop_text() const { return stop_text_; }
  double seconds() const { return schedule_.seconds(); }  ///< spent on checkpoints

 private:
  void write(const integrate::RunView& view);
  output::CheckpointCase describe(const integrate::RunView& view, std::size_t k,
                                  std::vector<core::Vector>& vectors);

  MPI_Comm comm_;
  CheckpointSchedule schedule_;
  std::filesystem::path folder_;
  std::string run_name_;
  core::Log* log_;
  core::StopSignals signals_;
  CheckpointedRun run_;
  bool resumed_ = false;
  long written_ = -1;  ///< step of the last one
  std::string stop_text_;
};

}  // namespace sparkdyn::app
