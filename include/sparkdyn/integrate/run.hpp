#pragma once
// The run loop: steps from start to end, shows every state to the observers, keeps the energy
// account and watches the constraints.

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sparkdyn/integrate/acceleration.hpp"
#include "sparkdyn/integrate/keeper.hpp"
#include "sparkdyn/integrate/observer.hpp"
#include "sparkdyn/integrate/stepper.hpp"

namespace sparkdyn::integrate {

struct TimeSpan {
  double start = 0, end = 1, step = 0.01;
  long first =
      0;  ///< number of the state at `start`; not zero when the step was changed on the way

  /// Whole steps, plus a shorter last one when the span is not a multiple of the step (to 1e-9).
  long steps() const;            ///< number of the last state
  double time(long step) const;  ///< exact at the end, never accumulated
  double size(long step) const;  ///< of the step that ends at time(step)
};

/// Where a run goes on: after `step`, with what each load case remembers. The states are those of
/// that step, and the steppers have their memories back.
struct ResumePoint {
  long step = 0;
  std::vector<CaseMemory> cases;
};

struct RunOptions {
  TimeSpan span;
  /// Count dissipation in the energy account (a product with C per stage). Without it that is done
  /// only where damping may put energy in, so that growth is told from work all the same.
  bool energy = true;
  Keeper* keeper = nullptr;
  std::optional<ResumePoint> resume = std::nullopt;
};

struct RunReport {
  bool done = true;
  std::string cause;     ///< with step and time, and a hint
  bool stopped = false;  ///< by the keeper, before the end
  long steps = 0;        ///< number of the last state
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
