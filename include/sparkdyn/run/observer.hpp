// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Results, histories, energies and progress watch a run through this interface.

#include "sparkdyn/run/frame.hpp"

namespace sparkdyn::run {

/// Every method is collective: all ranks call it, with frames of the same step.
class Observer {
 public:
  virtual ~Observer() = default;
  /// The initial state.
  virtual void on_start(const Frame&) {}
  /// Instead of on_start() when a run goes on from a checkpoint: the frame it had stopped at.
  virtual void on_resume(const Frame&) {}
  /// At a time that was asked for, within a step that has just been taken; on_step() of its end
  /// follows.
  virtual void on_between(const Frame&) {}
  /// The state after a step.
  virtual void on_step(const Frame&) {}
  /// Where errors are estimated: q and v are those of an earlier state, whose time the frame has;
  /// it has nothing else. Those of the last states come before on_finish().
  virtual void on_error(const Frame&) {}
  /// Also called, with the last good frame, when a run ends early.
  virtual void on_finish(const Frame&) {}
};

}  // namespace sparkdyn::run
