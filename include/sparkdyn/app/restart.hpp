#pragma once
// Going on from a checkpoint: which one, whether it fits the case, and its state.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "sparkdyn/app/file_order.hpp"
#include "sparkdyn/app/run_identity.hpp"
#include "sparkdyn/app/simulation.hpp"
#include "sparkdyn/core/log.hpp"
#include "sparkdyn/integrate/run.hpp"
#include "sparkdyn/output/checkpoint.hpp"

namespace sparkdyn::app {

struct RestartRequest {
  std::string which;           ///< "latest" or a file
  bool change_method = false;  ///< another method or step is what the user wants
};

class Restart {
 public:
  /// "latest": the last good checkpoint in `folder` of the run that wrote `results`; damaged ones
  /// are passed over with a warning. None when there is none: the run has to start. A file that is
  /// named must be good. Throws core::Error (input). @note Collective.
  static std::optional<Restart> find(MPI_Comm comm, const RestartRequest& request,
                                     const std::filesystem::path& folder,
                                     const std::filesystem::path& results, core::Log& log);

  const std::string& run_name() const { return reader_->label().run; }
  long plan_step() const { return reader_->facts().integer("plan_step"); }
  long offset() const { return reader_->facts().integer("offset"); }
  long step() const { return reader_->facts().integer("step"); }
  double time() const { return reader_->facts().number("time"); }
  /// Whether the run solved by multigrid; those that do not say had factors.
  bool multigrid() const {
    const output::Facts& facts = reader_->facts();
    return facts.has("solver") && facts.text("solver") == "multigrid";
  }
  std::string file() const { return reader_->path().string(); }
  const output::CheckpointReader& reader() const { return *reader_; }
  /// "goes on from step 100, t = 0.1, …", for the user.
  std::string text() const;

  /// The checkpoint's state in place of the initial ones. Throws core::Error (input) when the
  /// checkpoint is of another model. @note Collective.
  void read_states(const ModelIdentity& model, const FileOrder& order,
                   std::vector<mechanics::State>& states) const;
  /// The case's span from the checkpoint on. Throws core::Error (input) when the checkpoint is past
  /// its end (of the `last_run`), or the method or step is another and that was not asked for.
  integrate::TimeSpan span(const integrate::TimeSpan& of_case, const std::string& method,
                           bool last_run) const;
  /// Gives the steppers back what they carried, unless the method is another. @note Collective.
  void read_steppers(Simulation& simulation, const FileOrder& order) const;
  integrate::ResumePoint resume_point() const;
  /// What the writers of a load case need to go on, when the results in the output folder are the
  /// run's; else nothing.
  std::map<std::string, std::string> files(int load_case) const;
  /// Before results are taken back to the checkpoint: those written after it in the run's folder
  /// belong to results that are then gone. @note Collective.
  void forget_later_ones(MPI_Comm comm) const;

 private:
  Restart(output::CheckpointReader reader, RestartRequest request, std::filesystem::path folder);
  bool same_method(const std::string& method, double step) const;

  std::shared_ptr<output::CheckpointReader> reader_;
  RestartRequest request_;
  std::filesystem::path folder_;  ///< of the results that go on; empty when they begin anew
};

}  // namespace sparkdyn::app
