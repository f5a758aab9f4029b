// SPDX-License-Identifier: BSD-3-Clause
#include "checkpoint_schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/signals.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {
namespace {

double in_seconds(CheckpointSchedule::Clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

}  // namespace

CheckpointSchedule::CheckpointSchedule(MPI_Comm comm, const run::CheckpointOptions& spec,
                                       Clock::time_point program_start)
    : comm_(comm),
      spec_(spec),
      program_start_(program_start),
      last_written_(Clock::now()),
      last_step_(Clock::now()) {}

CheckpointSchedule::Decision CheckpointSchedule::decide(long step) {
  const auto now = Clock::now();
  longest_step_ = std::max(longest_step_, in_seconds(now - last_step_));
  const bool by_time = spec_.seconds > 0 && in_seconds(now - last_written_) >= spec_.seconds;
  std::array<int, 3> found{core::StopSignals::received(), limit_is_near() ? 1 : 0, by_time ? 1 : 0};
  if (core::size(comm_) > 1) MPI_Allreduce(MPI_IN_PLACE, found.data(), 3, MPI_INT, MPI_MAX, comm_);
  const bool by_steps = spec_.every > 0 && step % spec_.every == 0;
  return {by_steps || found[2] != 0, found[0], found[1] != 0};
}

/// There must be time for one more step and a checkpoint, both as slow as the slowest so far.
bool CheckpointSchedule::limit_is_near() const {
  if (spec_.wall_clock_limit <= 0) return false;
  const double used = in_seconds(Clock::now() - program_start_);
  return used + longest_step_ + 2 * longest_write_ >= spec_.wall_clock_limit;
}

void CheckpointSchedule::wrote(Clock::time_point start) {
  last_written_ = Clock::now();
  const double took = in_seconds(last_written_ - start);
  longest_write_ = std::max(longest_write_, took);
  seconds_ += took;
}

std::string CheckpointSchedule::stop_text(const Decision& decision, long step, double time,
                                          const std::string& file) const {
  const std::string why =
      decision.signal != 0
          ? fmt::format("{} was received", core::StopSignals::name(decision.signal))
          : fmt::format("the wall-clock limit of {:.6g} s is near", spec_.wall_clock_limit);
  return fmt::format(
      "stopped at step {}, t = {:.9g}: {}; '{}' is written, --restart latest goes on", step, time,
      why, file);
}

}  // namespace sparkdyn::output
