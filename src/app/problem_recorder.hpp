#pragma once
// Follows a run of a problem: writes `results.h5`, `history.csv` and `energy.csv`, draws progress,
// and keeps the extremes for the report. Lives on one rank.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "problem_report.hpp"
#include "problem_setup.hpp"
#include "sparkdyn/core/progress.hpp"
#include "sparkdyn/dae/consistency.hpp"
#include "sparkdyn/dae/memory.hpp"
#include "sparkdyn/output/csv_file.hpp"
#include "sparkdyn/output/output_folder.hpp"
#include "sparkdyn/output/pace.hpp"
#include "sparkdyn/output/results_file.hpp"

namespace sparkdyn::app {

class ProblemRecorder {
 public:
  /// `total_steps`: 0 when not known. Creates nothing before the first point.
  ProblemRecorder(const input::Case& description, ProblemSetup& setup,
                  const output::OutputFolder& folder, std::string run_name, long total_steps);

  /// To be called with the start and with every accepted point, right after its step.
  void operator()(const dae::Point& at);
  /// Before each point: the automatic damping of each region.
  void set_damping(const std::map<std::string, double>& damping) { damping_ = damping; }
  /// Stores the last point and what still waits.
  void finish();

  /// What it knows of the run so far, besides its files.
  void carry(dae::Memory& memory);
  /// What the files need to go on, by name.
  std::map<std::string, std::string> keep_files();
  /// In place of the first point. Without files they begin at the point the memory is of.
  void resume(dae::Memory& memory, const std::map<std::string, std::string>& files);

  const dae::Point& latest() const { return latest_; }
  long step() const { return step_; }              ///< −1 before the first point
  double last_step() const { return last_step_; }  ///< its size; 0 before the first
  double seconds() const { return seconds_; }      ///< spent in here
  /// Steps, violations, quantities, errors.
  void fill(ProblemReport& report) const;

 private:
  /// Anew, or where `files` says that they are.
  void open(const dae::Point& at, const std::map<std::string, std::string>& files = {});
  void record(const dae::Point& at);
  void store(const dae::Point& at);
  void write_out();
  /// After a failed write nothing more is written: what was flushed stays readable.
  void guarded(const std::function<void()>& body);
  void measure(const dae::Point& at);
  void compare(const dae::Point& at);
  double probed(const input::ProblemProbe& probe, const dae::Point& at) const;
  const dae::System& system() const { return *setup_.problem.system; }

  const input::Case& case_;
  ProblemSetup& setup_;
  const output::OutputFolder& folder_;
  std::string run_name_;
  output::Pace pace_;
  core::Progress progress_;
  std::unique_ptr<output::ResultsFile> results_;
  std::optional<output::CsvFile> history_;
  std::optional<output::CsvFile> energy_;

  dae::Point latest_;
  long step_ = -1;
  double last_step_ = 0;
  bool stored_ = false;  ///< whether `latest_` is in the results
  double seconds_ = 0;
  Eigen::VectorXd values_;  ///< of the quantities at `latest_`
  std::vector<QuantityReport> quantities_;
  dae::ConstraintResiduals residuals_;  ///< at `latest_`
  dae::ConstraintResiduals largest_;
  std::vector<AnswerReport> answers_;
  dae::Independence independence_;
  std::map<std::string, double> damping_;
  Eigen::MatrixXd tangents_;
  double wedge_ = 0;
  double first_wedge_ = 0;
  double wedge_drift_ = 0;
};

}  // namespace sparkdyn::app
