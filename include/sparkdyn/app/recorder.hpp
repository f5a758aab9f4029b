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
  std::vector<output::Probe> probes;
  std::shared_ptr<output::MeshResults> mesh = nullptr;
  long total_steps = 0;
  bool progress = true;
  std::string run = {};  ///< its name, see output/run_name.hpp
};

class Recorder {
 public:
  /// Makes the folder and writes the resolved case to it. @note Collective.
  Recorder(MPI_Comm comm, const std::filesystem::path& folder, const input::Case& description,
           RecorderOptions options);

  std::vector<integrate::Observer*> observers();
  const output::OutputFolder& folder() const { return folder_; }

  /// Writes all that waits; what each file needs to go on from here, on rank 0. @note Collective.
  std::map<std::string, std::string> keep();
  /// Before a run that goes on: what keep() gave, with the same names on all ranks. Files that it
  /// does not name are begun anew.
  void set_memory(const std::map<std::string, std::string>& files);

 private:
  output::OutputFolder folder_;
  bool energy_, progress_;
  output::ResultsWriter results_;
  output::HistoryWriter history_;
  output::EnergyWriter energies_;
  output::ProgressObserver line_;
};

/// What is known of a run after it, but for the seconds of setup and the total. @note Collective.
output::Summary summarise(MPI_Comm comm, const input::Case& description, Simulation& simulation,
                          const integrate::RunReport& report, const core::Log& log);

double seconds_since(std::chrono::steady_clock::time_point start);

}  // namespace sparkdyn::app
