// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The files that one run (or one load case of it) leaves in its folder: results.h5, history.csv,
// energy.csv and case.yaml; and the line of progress.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "sparkdyn/core/archive.hpp"
#include "sparkdyn/output/mesh_results.hpp"
#include "sparkdyn/output/tables.hpp"
#include "sparkdyn/run/observer.hpp"
#include "sparkdyn/run/options.hpp"

namespace sparkdyn::output {

/// A name that no other run has, the same on all ranks: a checkpoint belongs to the results that
/// have the same. @note Collective.
std::string make_run_name(MPI_Comm comm);

/// What is written, and how often.
struct RecorderOptions {
  long every = 1;  ///< steps between stored states
  /// Given, states are stored and probes written at these times instead, and not at steps.
  run::OutputTimes times = {};
  bool energy = true;                                ///< write energy.csv
  std::vector<Probe> probes = {};                    ///< the columns of history.csv
  std::vector<VectorTable> tables = usual_tables();  ///< of results.h5
  bool errors = false;                               ///< watch what is estimated of probes
  std::shared_ptr<MeshResults> mesh = nullptr;       ///< for ParaView, if given
  long total_steps = 0;                              ///< 0: not known
  bool progress = true;                              ///< a line on the terminal
  std::vector<ResultsStep> steps = {};               ///< of a deck
  std::string run = {};                              ///< its name: make_run_name()
  std::string case_text = {};                        ///< the case as resolved
};

/// Owns the writers; their observers must not outlive it.
class Recorder {
 public:
  /// Makes the folder; no file before the run starts. @note Collective.
  Recorder(MPI_Comm comm, const std::filesystem::path& folder, RecorderOptions options);
  /// What a run that was not finished has stored stays. @note Collective.
  ~Recorder();

  /// The case as resolved, with the version that ran it. @note Collective.
  void write_case() const;
  /// For run::run() or Simulation::run(), in this order; owned here.
  std::vector<run::Observer*> observers();
  const std::filesystem::path& folder() const;  ///< where the files are

  /// What was estimated of the probes; none where nothing was. @note Collective.
  std::vector<ProbeError> errors();

  /// Of the fields on the mesh, at the states stored in this run and those before.
  /// @note Collective.
  std::vector<FieldPeak> peaks() const;

  /// Where the files stand. Kept, all that waits is written; given back before the run starts, they
  /// go on there. Throws core::Error (input) when they are not what they were, and changes none.
  /// @note Collective.
  void carry(core::Archive& archive);

 private:
  struct Files;

  MPI_Comm comm_;
  std::string case_text_;
  bool energy_, progress_, watches_;
  std::unique_ptr<Files> files_;
};

}  // namespace sparkdyn::output
