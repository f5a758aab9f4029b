#pragma once
// Watches a run from outside: may keep what is needed to go on later, and may end it.

#include <vector>

#include "sparkdyn/integrate/memory.hpp"
#include "sparkdyn/integrate/stepper.hpp"

namespace sparkdyn::integrate {

/// One load case between two steps.
struct CaseView {
  const Frame* frame = nullptr;
  const mechanics::State* state = nullptr;
  Stepper* stepper = nullptr;
  CaseMemory memory;
};

/// A run between two steps.
struct RunView {
  long step = 0;
  double time = 0;
  bool last = false;  ///< the run is at its end
  std::vector<CaseView> cases;
};

/// All is collective.
class Keeper {
 public:
  virtual ~Keeper() = default;
  /// Before the first step, when the observers have seen the initial or the restored state.
  virtual void at_start(const RunView&) {}
  /// After every step, when all observers have seen it. True: the run ends here, with
  /// RunReport::stopped. The same on all ranks.
  virtual bool after_step(const RunView& view) = 0;
  /// A step failed and left all states as they were: they are the last good ones.
  virtual void after_failure(const RunView&) {}
};

}  // namespace sparkdyn::integrate
