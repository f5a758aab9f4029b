// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The run loop: steps from start to end and shows every state to the observers.

#include <vector>

#include "sparkdyn/run/checkpoint_hook.hpp"
#include "sparkdyn/run/observer.hpp"
#include "sparkdyn/run/options.hpp"

namespace sparkdyn::run {

/// Who watches each load case, in the order in which they are told.
using Observers = std::vector<std::vector<Observer*>>;

/// What a run of one load case was.
struct RunReport : CaseReport {
  bool done = true;             ///< it went through to its end
  std::string cause;            ///< with step and time, and a hint
  bool stopped = false;         ///< by the hook, before the end
  double step_seconds = 0;      ///< its share of those in steps, without observers
  double observer_seconds = 0;  ///< spent on observers
};

/// All load cases step by step together; when one fails all stop. Observers also see what lies at
/// `times` between steps. A report for each. @note Collective.
std::vector<RunReport> run(Integration& integration, const Observers& observers,
                           CheckpointHook* hook = nullptr, const OutputTimes& times = {});

}  // namespace sparkdyn::run
