// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The progress line of a run, drawn by rank 0 on a terminal.

#include <iosfwd>
#include <optional>

#include "core/progress.hpp"
#include "sparkdyn/run/observer.hpp"

namespace sparkdyn::output {

class ProgressObserver : public run::Observer {
 public:
  /// `total_steps` of the whole run; 0 when not known, as with step control. Draws on standard
  /// error, if that is a terminal.
  ProgressObserver(MPI_Comm comm, long total_steps);
  /// For tests: draws on `stream` on rank 0.
  ProgressObserver(MPI_Comm comm, long total_steps, std::ostream& stream);

  void on_start(const run::Frame& frame) override;
  void on_resume(const run::Frame& frame) override { on_start(frame); }
  void on_step(const run::Frame& frame) override;
  void on_finish(const run::Frame& frame) override;

 private:
  std::ostream* stream_;
  bool visible_;
  long total_;
  long first_ = 0;  ///< a restarted run starts later; rates count from there
  std::optional<core::Progress> progress_;
};

}  // namespace sparkdyn::output
