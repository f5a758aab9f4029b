// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a run is asked to do, as plain data with defaults: over what time, with which
// checkpoints. The method has a header of its own, run/method.hpp, and so has what is wished of the
// solvers, linear/wish.hpp.

#include <vector>

namespace sparkdyn::run {

/// Steps of equal size; the last is cut to end in time. With a tolerance errors decide: `step` is
/// the first that is tried, and the counts below are what it alone would give.
struct TimeSpan {
  double start = 0, end = 1, step = 0.01;  ///< t₀, the end, h
  /// Number of the state at `start`; not zero when the step was changed on the way.
  long first = 0;
  /// Of the error of the run, relative to the largest displacement; 0: equal steps.
  double tolerance = 0;

  /// Whole steps, plus a shorter last one when the span is not a multiple of the step (to 1e-9).
  long steps() const;            ///< number of the last state
  double time(long step) const;  ///< exact at the end, never accumulated
  double size(long step) const;  ///< of the step that ends at time(step)
};

/// When a run keeps what it needs to go on later; see docs/restart.md.
/// Times at which states are shown besides, or instead of, those of the steps: between steps they
/// are interpolated (Stepper::between).
struct OutputTimes {
  std::vector<double> listed = {};  ///< increasing
  double start = 0, interval = 0;   ///< and start + k·interval, k = 0, 1, …; 0: none
  double step = 0;                  ///< of the run: times within 1e-9 of it are the same

  /// Whether there are any.
  bool any() const { return interval > 0 || !listed.empty(); }
  /// Those strictly inside a step, in order.
  std::vector<double> within(double from, double to) const;
  /// Whether the end of a step is one of them.
  bool at(double time) const;
};

/// When a run keeps its state.
struct CheckpointOptions {
  bool given = false;           ///< whether any are written
  long every = 0;               ///< steps; 0: not by steps
  double seconds = 0;           ///< of wall-clock time between them; 0: not by time
  int keep = 2;                 ///< how many stay
  double wall_clock_limit = 0;  ///< seconds since the program's start; 0: none
};

}  // namespace sparkdyn::run
