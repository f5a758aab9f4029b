// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// When a run writes a checkpoint and when it ends early: every so many steps, every so many
// seconds, on a signal (of core::StopSignals, which must live), at a wall-clock limit.

#include <mpi.h>

#include <chrono>
#include <string>

#include "sparkdyn/run/options.hpp"

namespace sparkdyn::output {

class CheckpointSchedule {
 public:
  using Clock = std::chrono::steady_clock;
  struct Decision {
    bool due = false;
    int signal = 0;
    bool limit = false;

    bool stop() const { return signal != 0 || limit; }
  };

  /// The wall-clock limit counts from `program_start`.
  CheckpointSchedule(MPI_Comm comm, const run::CheckpointOptions& spec,
                     Clock::time_point program_start);

  bool given() const { return spec_.given; }
  int keep() const { return spec_.keep; }
  /// Whatever comes next is a step.
  void step_begins() { last_step_ = Clock::now(); }
  /// After a step. The same on all ranks: each may have had a signal, and their clocks differ.
  /// @note Collective.
  Decision decide(long step);
  /// A checkpoint that was begun at `start`.
  void wrote(Clock::time_point start);
  double seconds() const { return seconds_; }  ///< spent on checkpoints

  /// For the user of a run that stops.
  std::string stop_text(const Decision& decision, long step, double time,
                        const std::string& file) const;

 private:
  bool limit_is_near() const;

  MPI_Comm comm_;
  run::CheckpointOptions spec_;
  Clock::time_point program_start_, last_written_, last_step_;
  double longest_step_ = 0, longest_write_ = 0, seconds_ = 0;
};

}  // namespace sparkdyn::output
