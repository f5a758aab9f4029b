// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Going on from a checkpoint: which one, whether it fits the run, and what it gives back.

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "sparkdyn/core/log.hpp"
#include "sparkdyn/output/file_order.hpp"
#include "sparkdyn/output/recorder.hpp"
#include "sparkdyn/output/run_identity.hpp"
#include "sparkdyn/run/integration.hpp"

namespace sparkdyn::output {

class CheckpointReader;

/// What `--restart` asks for.
struct RestartRequest {
  std::string which;           ///< "latest" or a file
  bool change_method = false;  ///< another method or step is what the user wants
};

/// A checkpoint that was found good, open for reading.
class Restart {
 public:
  /// "latest": the last good checkpoint in `folder` of the run that wrote `results`; damaged ones
  /// are passed over with a warning. None when there is none: the run has to start. A file that is
  /// named must be good. Throws core::Error (input). @note Collective.
  static std::optional<Restart> find(MPI_Comm comm, const RestartRequest& request,
                                     const std::filesystem::path& folder,
                                     const std::filesystem::path& results, core::Log& log);

  const std::string& run_name() const;                             ///< of the run that goes on
  long plan_step() const { return facts().integer("plan_step"); }  ///< of a deck with several steps
  long offset() const { return facts().integer("offset"); }        ///< steps of the runs before
  long step() const { return facts().integer("step"); }            ///< of its run
  double time() const { return facts().number("time"); }           ///< of the state
  /// Whether the run solved by multigrid; those that do not say had factors.
  bool multigrid() const;
  std::string file() const;  ///< the checkpoint
  /// "goes on from step 100, t = 0.1, …", for the user.
  std::string text() const;

  /// Throws core::Error (input) when the checkpoint is of another model or problem, or has another
  /// number of load cases. @note Collective.
  void require_same(const RunIdentity& identity, std::size_t load_cases) const;
  /// The step of the run that wrote it; nothing when it chose its steps as it went.
  std::optional<double> step_size() const;
  /// The span of a run of equal steps from the checkpoint on. Throws core::Error (input) when the
  /// checkpoint is past the run's end (of the last run of a plan), or the method or step is another
  /// and that was not asked for.
  run::TimeSpan span(const RunLabel& label) const;
  /// The state and all that is remembered; what belongs to another method is left out.
  /// @note Collective.
  void give_back(run::Integration& integration, const FileOrder& order,
                 const RunLabel& label) const;
  /// Where the files of a load case go on, unless they begin anew. Throws core::Error (input) when
  /// they are not what they were; changes none. @note Collective.
  void give_back(Recorder& recorder, int load_case) const;
  /// Anything else that was kept of a load case. @note Collective.
  void give_back(const std::function<void(core::Archive&)>& carry, int load_case,
                 const FileOrder& order) const;
  /// Before results are taken back to the checkpoint: those written after it in the run's folder
  /// belong to results that are then gone. @note Collective.
  void forget_later_ones(MPI_Comm comm) const;

 private:
  Restart(CheckpointReader reader, RestartRequest request, std::filesystem::path folder);
  const Facts& facts() const;
  bool same_method(const RunLabel& label) const;

  std::shared_ptr<CheckpointReader> reader_;
  RestartRequest request_;
  std::filesystem::path folder_;  ///< of the results that go on; empty when they begin anew
};

}  // namespace sparkdyn::output
