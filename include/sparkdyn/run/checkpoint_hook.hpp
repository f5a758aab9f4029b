// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Watches a run from outside: may keep what is needed to go on later, and may end it.

#include "sparkdyn/run/integration.hpp"

namespace sparkdyn::run {

/// All is collective.
class CheckpointHook {
 public:
  virtual ~CheckpointHook() = default;
  /// Before the first step, when the observers have seen the initial or the restored state.
  virtual void at_start(Integration&) {}
  /// After every step, when all observers have seen it. True: the run ends here, with
  /// RunReport::stopped. The same on all ranks.
  virtual bool after_step(Integration& integration) = 0;
  /// A step failed and left all states as they were: they are the last good ones.
  virtual void after_failure(Integration&) {}
};

}  // namespace sparkdyn::run
