#pragma once
// The files that one run (or one load case of it) leaves in its folder, and its summary.

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <vector>

#include "sparkdyn/app/simulation.hpp"
#include "sparkdyn/output/energy_writer.hpp"
#include "sparkdyn/output/history_writer.hpp"
#include "sparkdyn/output/output_folder.hpp"
#include "sparkdyn/output/progress_observer.hpp"
#include "sparkdyn/output/results_writer.hpp"
#include "sparkdyn/output/summary.hpp"

namespace sparkdyn::app {

struct RecorderOptions {
  using Files = std::map<std::string, std::string>;
  std::vector<output::Probe> probes;
  std::shared_ptr<output::MeshResults> mesh = nullptr;
  long total_steps = 0;
  bool progress = true;
  std::vector<output::ResultsStep> steps = {};  ///< of a deck
  std::string run = {};                         ///< its name, see output/run_name.hpp
  Files files = {};  ///< what keep() gave, when the run goes on; other files are begun anew
};

class Recorder {
 public:
  /// Makes the folder. Throws core::Error (input) when the run goes on and its files are not what
  /// they were; changes none. @note Collective.
  Recorder(MPI_Comm comm, const std::filesystem::path& folder, const input::Case& description,
           RecorderOptions options);

  /// The case as resolved. @note Collective.
  void write_case() const;
  std::vector<integrate::Observer*> observers();
  const output::OutputFolder& folder() const { return folder_; }

  /// Writes all that waits; what each file needs to go on from here, on rank 0. @note Collective.
  std::map<std::string, std::string> keep();

 private:
  void set_memory(const RecorderOptions::Files& files);

  MPI_Comm comm_;
  std::string case_text_;
  output::OutputFolder folder_;
  bool energy_, progress_;
  output::ResultsWriter results_;
  output::HistoryWriter history_;
  output::EnergyWriter energies_;
  output::ProgressObserver line_;
};

/// What a run was.
struct RunFacts {
  std::string method;
  int order = 0;
  std::string solver;  ///< "strategy: why"
  PetscInt dofs = 0, constraints = 0;
  double end_time = 0;
  double factor_seconds = 0;
};
RunFacts facts_of(Simulation& simulation);

/// What is known of a run after it, but for the seconds of setup and the total. @note Collective.
output::Summary summarise(MPI_Comm comm, const input::Case& description, const RunFacts& facts,
                          const integrate::RunReport& report, const core::Log& log);

}  // namespace sparkdyn::app
