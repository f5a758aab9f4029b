#pragma once
// A system wired up: checked, made consistent and given a stepper, ready to run.

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sparkdyn/core/log.hpp"
#include "sparkdyn/input/case.hpp"
#include "sparkdyn/integrate/acceleration.hpp"
#include "sparkdyn/integrate/modal_stepper.hpp"
#include "sparkdyn/integrate/run.hpp"
#include "sparkdyn/integrate/stepper.hpp"
#include "sparkdyn/output/history_writer.hpp"

namespace sparkdyn::app {

struct SimulationOptions {
  input::MethodSpec method;
  linear::SolverWish solver;
  bool project = false;  ///< move the initial values onto the constraints
  /// Rows of G from files may be dependent; those of a structure have been checked before.
  bool check_constraints = true;
  /// The states are those of a checkpoint: taken as they are, to the last bit.
  bool restored = false;
  /// Of the run: its set-up is divided among them where a solver is chosen.
  long steps = 1;
  double end = 0, step = 0;  ///< of the run, in time
  /// What the run that a restart goes on with used, factors or multigrid: strategy `auto` stays
  /// with it, whatever this machine would choose.
  std::optional<bool> multigrid_before = std::nullopt;
  /// Given, the method is the superposition of these modes.
  std::shared_ptr<const integrate::ModalBasis> modal = nullptr;
};

class Simulation {
 public:
  /// One state for each load case. Throws core::Error (input) for whatever is wrong; creates no
  /// files. @note Collective.
  Simulation(std::shared_ptr<const mechanics::System> system, std::vector<mechanics::State> initial,
             SimulationOptions options, core::Log& log);

  const mechanics::System& system() const { return *system_; }
  std::vector<mechanics::State>& states() { return states_; }
  integrate::Stepper& stepper() { return *steppers_.front(); }
  integrate::Stepper& stepper_of(std::size_t load_case) {
    return *steppers_[std::min(load_case, steppers_.size() - 1)];
  }
  /// The stepper's, and why it was chosen.
  std::string solver_description() const;
  /// Whether systems are solved by multigrid and not by factors.
  bool multigrid() const { return mass_->spaces() != nullptr; }
  integrate::Acceleration& acceleration() { return *accelerations_.front(); }

  /// Factors what the step after number `from` needs, so that failures come before earlier results
  /// are touched. @note Collective.
  void prepare(const integrate::TimeSpan& span, long from);
  /// Observers for each load case. @note Collective.
  std::vector<integrate::RunReport> run(
      const integrate::RunOptions& options,
      const std::vector<std::vector<integrate::Observer*>>& observers);

 private:
  void check_system(core::Log& log);
  bool one_invertible_matrix() const;  ///< for all forces, of the method's splitting
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

/// Probes of a system of matrices, by number. Throws core::Error (input) for one that the system
/// does not have. @note Collective.
std::vector<output::Probe> matrix_probes(const input::Case& description, Simulation& simulation);

}  // namespace sparkdyn::app
