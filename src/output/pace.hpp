// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// "About every second", the same answer on all ranks, without asking each other at every step:
// rank 0 foresees from the rate so far after how many calls the time will be up.

#include <mpi.h>

#include <chrono>

namespace sparkdyn::output {

class Pace {
 public:
  Pace(MPI_Comm comm, double seconds);

  /// True when the time is up since it was last true. @note Collective: all ranks make the same
  /// calls; only few of them communicate.
  bool due();

  /// Says how long the work took that due() started: at most two per cent of the time go there.
  void spent(double seconds);

 private:
  using Clock = std::chrono::steady_clock;
  struct Answer {
    long due = 0;
    long calls_until_next = 1;
  };
  Answer decide();

  MPI_Comm comm_;
  bool decides_;
  double shortest_;
  double interval_;
  long calls_ = 0;
  long ask_at_ = 1;
  Clock::time_point last_due_;
  Clock::time_point last_asked_;
};

}  // namespace sparkdyn::output
