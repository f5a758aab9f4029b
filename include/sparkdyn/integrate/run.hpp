#pragma once
// The run loop: steps from start to end, shows every state to the observers, keeps the energy
// account and watches the constraints.

#include <memory>
#include <span>
#include <vector>

#include "sparkdyn/integrate/acceleration.hpp"
#include "sparkdyn/integrate/observer.hpp"
#include "sparkdyn/integrate/stepper.hpp"

namespace sparkdyn::integrate {

struct TimeSpan {
  double start = 0, end = 1, step = 0.01;

  /// Whole steps, plus a shorter last one when the span is not a multiple of the step (to 1e-9).
  long steps() const;
  double time(long step) const;  ///< exact at the end, never accumulated
  double size(long step) const;  ///< of the step that ends at time(step)
};

struct RunOptions {
  TimeSpan span;
  bool energy = true;  ///< keep the energy account (costs a product with C per stage)
};

struct RunReport {
  bool done = true;
  std::string cause;  ///< with step and time, and a hint
  long steps = 0;
  long iterations = 0;
  int most_iterations = 0;  ///< in one step
  Violations largest;
  Energies energies;        ///< at the end
  double step_seconds = 0;  ///< in steps, without observers
  double observer_seconds = 0;
};

/// One load case of a run: its state, which is moved on (after a failure it is the last good one),
/// and who watches it. Cases may share a stepper that keeps nothing from step to step, and then
/// share its factors; each has its own Acceleration.
struct RunCase {
  Stepper* stepper = nullptr;
  Acceleration* acceleration = nullptr;
  mechanics::State* state = nullptr;
  std::vector<Observer*> observers;
};

/// All cases step by step together; when one fails all stop. A report for each. @note Collective.
std::vector<RunReport> run(const mechanics::System& system, std::span<const RunCase> cases,
                           const RunOptions& options);

/// A single one. @note Collective.
RunReport run(const mechanics::System& system, Stepper& stepper, Acceleration& acceleration,
              mechanics::State& state, const RunOptions& options,
              const std::vector<Observer*>& observers);

}  // namespace sparkdyn::integrate
