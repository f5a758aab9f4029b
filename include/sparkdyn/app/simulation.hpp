#pragma once
// A case wired up: files read, checked and made into a stepper, ready to run.

#include <memory>
#include <vector>

#include "sparkdyn/core/log.hpp"
#include "sparkdyn/input/load_system.hpp"
#include "sparkdyn/integrate/acceleration.hpp"
#include "sparkdyn/integrate/run.hpp"
#include "sparkdyn/integrate/stepper.hpp"
#include "sparkdyn/output/history_writer.hpp"

namespace sparkdyn::app {

class Simulation {
 public:
  /// Throws core::Error (input) for whatever is wrong; creates no files. @note Collective.
  Simulation(MPI_Comm comm, const input::Case& description, core::Log& log);

  const mechanics::System& system() const { return *loaded_.system; }
  mechanics::State& state() { return loaded_.initial; }
  integrate::Stepper& stepper() { return *stepper_; }
  integrate::Acceleration& acceleration() { return *acceleration_; }
  integrate::TimeSpan span() const;
  const std::vector<output::Probe>& probes() const { return probes_; }

 private:
  void check_system(core::Log& log);
  void make_consistent(core::Log& log);
  void check_probes();

  const input::Case* case_;
  input::LoadedSystem loaded_;
  std::shared_ptr<stage::MassSolver> mass_;
  std::unique_ptr<integrate::Stepper> stepper_;
  std::unique_ptr<integrate::Acceleration> acceleration_;
  std::vector<output::Probe> probes_;
};

}  // namespace sparkdyn::app
