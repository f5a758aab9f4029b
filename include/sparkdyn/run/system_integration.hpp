// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A large system stepped through a span of time, M v' = F(t) − C v − K q − Gᵀλ, all load cases
// together: keeps the energy account, measures the constraints, and refuses steps whose energy
// grows without reason.

#include <memory>
#include <span>
#include <vector>

#include "sparkdyn/integrate/stepper.hpp"
#include "sparkdyn/run/integration.hpp"
#include "sparkdyn/run/options.hpp"

namespace sparkdyn::integrate {
class Acceleration;
}

namespace sparkdyn::run {

class StepControl;

/// One load case: its state, which is moved on, and what moves it. Cases may share a stepper that
/// keeps nothing from step to step, and then share its factors; each has its own Acceleration. All
/// must live as long as the integration.
struct SystemCase {
  integrate::Stepper* stepper = nullptr;            ///< may be shared; borrowed
  integrate::Acceleration* acceleration = nullptr;  ///< its own; borrowed
  mechanics::State* state = nullptr;                ///< moved on; borrowed
};

/// What Simulation::integration() gives.
class SystemIntegration final : public Integration {
 public:
  /// `energy`: count dissipation in the energy account (a product with C per stage). Without it
  /// that is done only where damping may put energy in, so that growth is told from work all the
  /// same. @note Collective.
  SystemIntegration(const mechanics::System& system, std::span<const SystemCase> cases,
                    const TimeSpan& span, bool energy = true);
  ~SystemIntegration() override;

  int load_cases() const override;  ///< one for each state
  long step() const override { return step_; }
  double time() const override;  ///< of the state at hand
  bool done() const override;
  bool resumed() const override { return resumed_; }
  StepOutcome advance() override;
  /// The state at hand; valid until the next step.
  const Frame& frame(int load_case) const override;
  const Frame& between(int load_case, double time) override;
  const Frame* error(int load_case) override;
  bool carry_errors() override;
  void carry(int load_case, core::Archive& archive) override;
  void resume(long step) override;
  /// What was met so far.
  CaseReport report(int load_case) const override;

  /// Of the step that comes next, or is tried first.
  double next_size() const;
  const TimeSpan& span() const { return span_; }  ///< as given, or as go_on() has it
  /// Through another span from the state at hand, which is its first; accounts go on.
  void go_on(const TimeSpan& span);

 private:
  class LoadCase;
  struct SharedStepper;
  StepOutcome try_step();
  StepOutcome take_step();
  double largest_step_error();
  void find_sizes();
  StepOutcome refuse(const integrate::StepResult& result, const LoadCase& at, std::size_t stepped);

  const mechanics::System* system_;
  TimeSpan span_;
  std::vector<std::unique_ptr<LoadCase>> cases_;
  std::vector<SharedStepper> shared_;     ///< cases that share a stepper are stepped together
  std::unique_ptr<StepControl> control_;  ///< null: equal steps
  bool sized_ = false;                    ///< how large displacements will be is known
  bool hard_ = false;                     ///< the last step took many solutions
  long step_ = 0;
  bool resumed_ = false;
};

}  // namespace sparkdyn::run
