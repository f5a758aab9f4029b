// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What makes a restart the same run.

#include <optional>
#include <string>

#include "sparkdyn/output/facts.hpp"
#include "sparkdyn/run/options.hpp"

namespace sparkdyn::output {

/// What must not change when a run goes on.
class RunIdentity {
 public:
  virtual ~RunIdentity() = default;

  /// The name of a small problem; empty for matrices and structures.
  virtual std::string problem() const { return ""; }
  /// Adds to the facts of a load case whose run began at `start`: what comes after `now` may be
  /// changed. The same on all ranks.
  virtual void describe(int load_case, double start, double now, Facts& facts) const = 0;
  /// Throws core::Error (input) that says what differs between the run that a checkpoint was made
  /// of and this one.
  virtual void require_same(const Facts& before, int load_case, double start, double now,
                            const std::string& checkpoint) const = 0;
};

/// What a checkpoint says of a run besides its state.
struct RunLabel {
  std::string method;  ///< as Stepper::description() has it
  /// With equal steps of this size; empty where the method says how steps are chosen.
  std::optional<run::TimeSpan> span;
  double start = 0;    ///< of the run as the case has it; the span's may be that of a changed step
  double end = 0;      ///< as the case has it
  long plan_step = 0;  ///< of a deck with several steps
  bool last_run = true;  ///< of a plan
};

}  // namespace sparkdyn::output
