// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A system wired up, M v' = F(t) − C v − K q − Gᵀλ, 0 = Gq − c(t): checked, made consistent and
// given a stepper, ready to run. What a program that has matrices of its own needs:
//
//   run::Simulation simulation(system, std::move(states),
//                              {.method = run::lobatto(3, 0.8), .span = {0, 2, 0.01}}, log);
//   const auto reports = simulation.run({{&observer}});

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sparkdyn/core/log.hpp"
#include "sparkdyn/integrate/stepper.hpp"
#include "sparkdyn/run/method.hpp"
#include "sparkdyn/run/run.hpp"
#include "sparkdyn/run/system_integration.hpp"

namespace sparkdyn::integrate {
class Acceleration;
}
namespace sparkdyn::modal {
class Basis;
}

namespace sparkdyn::run {

/// What a simulation is made of besides its system and its states.
struct SimulationOptions {
  MethodOptions method = {};       ///< three stages on Gauss nodes when nothing is said
  linear::SolverWish solver = {};  ///< `auto` when nothing is said
  /// Solves the equations of the stages instead of the library's; what it gives is checked.
  stage::SolverMaker own_solver = {};
  bool project = false;  ///< move the initial values onto the constraints
  /// Rows of G may be dependent; those of a structure have been checked before.
  bool check_constraints = true;
  /// The states are those of a checkpoint: taken as they are, to the last bit.
  bool restored = false;
  /// Of the run. Where a solver is chosen its set-up is divided among the steps.
  TimeSpan span = {};
  /// Where the span is only the beginning: about how many steps there will be in all.
  long expected_steps = 0;
  /// What the run that a restart goes on with used, factors or multigrid: strategy `auto` stays
  /// with it, whatever this machine would choose.
  std::optional<bool> multigrid_before = std::nullopt;
  /// Carry an estimate of the error along (Stepper::estimate_errors), shown to Observer::on_error.
  bool estimate_errors = false;
  /// Given, the method is the superposition of these modes.
  std::shared_ptr<const modal::Basis> modal = nullptr;
};

/// Owns states, steppers and factors; shares the system.
class Simulation {
 public:
  /// One state for each load case. Throws core::Error (input) for whatever is wrong; creates no
  /// files. @note Collective.
  Simulation(std::shared_ptr<const mechanics::System> system, std::vector<mechanics::State> initial,
             SimulationOptions options, core::Log& log);
  ~Simulation();

  const mechanics::System& system() const { return *system_; }  ///< shared with whoever made it
  /// Where the run has got to; owned here, one for each load case.
  std::vector<mechanics::State>& states() { return states_; }
  /// Of the first load case, owned here.
  integrate::Stepper& stepper() { return *steppers_.front(); }
  /// Load cases may share one.
  integrate::Stepper& stepper_of(std::size_t load_case) {
    return *steppers_[std::min(load_case, steppers_.size() - 1)];
  }
  const TimeSpan& span() const { return options_.span; }  ///< as the options have it
  /// The stepper's, and why it was chosen.
  std::string solver_description() const;
  /// Whether systems are solved by multigrid and not by factors.
  bool multigrid() const;
  /// Whether frames have accelerations: false when [M Gᵀ; G 0] is singular. @note Collective.
  bool has_acceleration();

  /// Factors what the step after number `from` needs, so that failures come before earlier results
  /// are touched. @note Collective.
  void prepare(const TimeSpan& span, long from);
  /// From the states as they are, at the span's start; to be carried through run::run(). The
  /// simulation must outlive it. @note Collective.
  std::unique_ptr<SystemIntegration> integration(const TimeSpan& span, bool energy = true);
  /// All at once: prepares, and steps through the options' span. A failed step is in the reports,
  /// and the states are then the last good ones. @note Collective.
  std::vector<RunReport> run(const Observers& observers = {}, CheckpointHook* hook = nullptr);

 private:
  void check_system(core::Log& log);
  void look_at_massless(core::Log& log);
  linear::StepDemand demand() const;
  void make_consistent(core::Log& log);
  void superpose(core::Log& log);
  void settle(core::Log& log);

  std::shared_ptr<const mechanics::System> system_;
  std::vector<mechanics::State> states_;
  SimulationOptions options_;
  std::shared_ptr<stage::MassSolver> mass_;
  std::vector<std::unique_ptr<integrate::Stepper>> steppers_;  ///< one, or one per load case
  std::vector<std::unique_ptr<integrate::Acceleration>> accelerations_;
};

}  // namespace sparkdyn::run
