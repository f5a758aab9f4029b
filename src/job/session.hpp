// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What the three kinds of job have in common: going on from a checkpoint, a run that is watched by
// writers and checkpoints, and the summary at its end.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "job/job.hpp"
#include "output/probe_errors.hpp"
#include "output/summary.hpp"
#include "run/rest_integration.hpp"
#include "sparkdyn/output/checkpointer.hpp"
#include "sparkdyn/output/recorder.hpp"
#include "sparkdyn/run/simulation.hpp"

namespace sparkdyn::job {

/// What tells a run from others, and the order in which its checkpoints keep vectors.
struct Kept {
  const output::RunIdentity& identity;
  const output::FileOrder& order;
  /// What else is kept of a load case.
  std::function<void(int load_case, core::Archive&)> more = {};
};

/// A run that is ready for its first step.
struct Leg {
  std::unique_ptr<run::Integration> integration;
  output::RunLabel label;
  std::string solver = {};  ///< see output::CheckpointedRun
};

/// A system at the start of a run, or where the checkpoint was written, with its factors.
struct SystemLeg : Leg {
  std::unique_ptr<run::Simulation> simulation;
};

class Session : public Job {
 public:
  Session(const JobSurroundings& around, input::Case description)
      : comm_(around.comm), case_(std::move(description)), log_(around.log), start_(around.start) {}

 protected:
  void find_restart(const std::optional<output::RestartRequest>& request,
                    const std::filesystem::path& results_folder);
  /// `label.span` is the case's; `restart` may be null.
  SystemLeg make_leg(std::shared_ptr<const mechanics::System> system,
                     std::vector<mechanics::State> states, run::SimulationOptions options,
                     const Kept& kept, output::RunLabel label, const output::Restart* restart);
  /// The step of a case that leaves it to an accuracy: that of the checkpoint, or the one with
  /// which a run has this error. `trial` runs with a step and gives the largest relative error that
  /// was estimated, or nothing where none is. Writes no file. @note Collective.
  using Trial = std::function<std::optional<double>(double step)>;
  void find_step(const Trial& trial, const output::Restart* restart);
  /// What every recorder of the case has.
  output::RecorderOptions recorder_options() const;
  /// Steps through a leg, whose recorders have their files; `offset`: steps of the legs before.
  void carry_out(const Leg& leg, const Kept& kept, const output::Restart* restart,
                 std::vector<output::Recorder*> recorders, const run::Observers& observers,
                 long offset = 0);
  void describe(run::Simulation& simulation);  ///< in the summary
  /// The first state of rest of 'sparkdyn static', and the others to come where loads or supports
  /// vary with time.
  std::unique_ptr<run::RestIntegration> make_rest(const mechanics::System& system,
                                                  std::vector<mechanics::State> states,
                                                  bool varies);
  /// Shows all states of rest; leaves the summary to finish().
  void carry_out_rest(run::RestIntegration& rest, const mechanics::System& system,
                      const run::Observers& observers);
  /// The times of states of rest: one alone where nothing varies.
  run::TimeSpan rest_span(bool varies) const;
  /// Summaries of all load cases, in files and for the user; the status of the program.
  int finish(const std::vector<output::Recorder*>& recorders);
  /// What only the kind of job knows of a load case's summary, and says after it.
  virtual void complete(std::size_t, output::Summary&) {}
  virtual void remark(std::size_t) {}
  virtual std::string load_case_name(std::size_t) const { return ""; }

  MPI_Comm comm_;
  input::Case case_;
  core::Log& log_;
  core::Clock::time_point start_;
  std::optional<output::Restart> restart_;
  std::string run_name_;
  std::unique_ptr<output::Checkpointer> checkpointer_;
  std::vector<run::RunReport> reports_;
  output::Summary summary_;  ///< what all load cases share
  std::string failure_prefix_;
};

/// Those whose errors an accuracy is about: displacements, where any are probed. Velocities of a
/// motion that is not smooth converge slowly; they are reported and do not decide.
std::vector<output::Probe> deciding_probes(const std::vector<output::Probe>& probes);

/// The largest relative error that these watchers of a run see, of all load cases; nothing where
/// none is estimated. Throws core::Error (numerics) when a step fails. @note Collective.
std::optional<double> error_of_run(run::Simulation& simulation, const run::Observers& observers,
                                   const std::vector<output::ProbeErrors*>& watchers);

std::unique_ptr<Job> make_matrix_job(const JobSurroundings& around, const input::Case& description);
std::unique_ptr<Job> make_structure_job(const JobSurroundings& around,
                                        const input::Case& description);
std::unique_ptr<Job> make_problem_job(const JobSurroundings& around,
                                      const input::Case& description);

}  // namespace sparkdyn::job
