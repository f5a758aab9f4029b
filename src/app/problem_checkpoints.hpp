#pragma once
// Checkpoints of a problem: the same files as those of a structure, with the point as vectors q, v
// and lambda, and in files/ what the run, its step control and stepper, and the recorder carry.

#include <filesystem>
#include <string>

#include "problem_recorder.hpp"
#include "sparkdyn/app/checkpoint_schedule.hpp"
#include "sparkdyn/app/restart.hpp"
#include "sparkdyn/core/log.hpp"
#include "sparkdyn/dae/integrate.hpp"

namespace sparkdyn::app {

/// What must not change when a run goes on, but the method when that is asked for.
struct ProblemIdentity {
  std::string equations;  ///< name, parameters, initial values
  std::string method;     ///< with its steps, but not where they end
};
ProblemIdentity identity_of(const input::ProblemSpec& spec, const dae::Problem& problem,
                            const std::string& method);

class ProblemCheckpoints {
 public:
  ProblemCheckpoints(const input::Case& description, const std::filesystem::path& folder,
                     std::string run_name, ProblemIdentity identity,
                     CheckpointSchedule::Clock::time_point program_start, core::Log& log);

  void at_start(dae::Run& run, ProblemRecorder& recorder);
  /// Whether the run stops here.
  bool after_step(dae::Run& run, ProblemRecorder& recorder);
  void after_failure(dae::Run& run, ProblemRecorder& recorder);

  const std::string& stop_text() const { return stop_text_; }  ///< empty when it did not
  double seconds() const { return schedule_.seconds(); }

 private:
  void write(dae::Run& run, ProblemRecorder& recorder);
  std::string file_of(const ProblemRecorder& recorder) const;

  CheckpointSchedule schedule_;
  std::filesystem::path folder_;
  std::string run_name_;
  ProblemIdentity identity_;
  std::string case_text_, problem_;
  core::Log* log_;
  long written_ = -1;
  std::string stop_text_;
};

/// Where a run goes on.
class ProblemRestart {
 public:
  /// Throws core::Error (input) when the checkpoint is of something else, or past the end.
  ProblemRestart(const Restart& restart, const ProblemIdentity& identity,
                 const input::ProblemSpec& spec, bool change_method);

  /// Another method than before, as asked for: the run starts at the point, with nothing to carry.
  bool changes_method() const { return changes_method_; }
  const dae::Point& point() const { return point_; }
  /// Takes both to where the checkpoint was written; the run only when the method is the same.
  void resume(dae::Run& run, ProblemRecorder& recorder) const;

 private:
  bool changes_method_ = false;
  dae::Point point_;
  std::vector<double> run_, recorder_;
  std::map<std::string, std::string> files_;  ///< none when the results begin anew
};

}  // namespace sparkdyn::app
