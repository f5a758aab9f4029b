// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What the load cases of a structure write: a folder each, with the states of all steps of the plan
// in one set of files.

#include <memory>
#include <string>
#include <vector>

#include "input/load_structure.hpp"
#include "output/hourglass_watch.hpp"
#include "output/implied_watch.hpp"
#include "output/motion_watch.hpp"
#include "sparkdyn/output/recorder.hpp"
#include "sparkdyn/output/restart.hpp"
#include "sparkdyn/output/structure_frame.hpp"
#include "sparkdyn/output/structure_results.hpp"
#include "sparkdyn/run/run.hpp"

namespace sparkdyn::job {

std::vector<output::Probe> probes_of(const input::LoadedStructure& loaded);
/// What is stored besides the motion.
output::Fields fields_of(const input::LoadedStructure& loaded);

class StructureOutputs {
 public:
  StructureOutputs(MPI_Comm comm, const input::Case& description,
                   const input::LoadedStructure& loaded)
      : comm_(comm), case_(&description), loaded_(&loaded) {}

  bool made() const { return !cases_.empty(); }
  /// Makes folders and writers, which go on with their files where the run is restarted.
  /// @note Collective.
  void make(const output::RecorderOptions& usual, const output::Restart* restart, core::Log& log);

  /// The next frames are of this step of the plan. @note Collective.
  void use(std::size_t plan_step, const structure::Assembled& assembled);
  void expect_last();

  /// For a run: one list for each load case.
  run::Observers observers() const;
  std::vector<output::Recorder*> recorders() const;
  output::StructureObserver& observer(std::size_t load_case) { return *cases_[load_case].observer; }
  output::StructureFrame& frame(std::size_t load_case) { return *cases_[load_case].frame; }
  /// States shown before the run at hand.
  long offset() const { return cases_.front().observer->offset(); }
  /// Says what a reader of a load case's results must know.
  void report(std::size_t load_case, core::Log& log) const;
  /// Writes all that waits. @note Collective.
  void flush();

  std::filesystem::path folder_of(std::size_t load_case) const;

 private:
  struct CaseOutput {
    std::unique_ptr<output::StructureFrame> frame;
    std::unique_ptr<output::Recorder> recorder;
    std::unique_ptr<output::HourglassWatch> hourglass;
    std::unique_ptr<output::ImpliedWatch> implied;
    std::unique_ptr<output::MotionWatch> motion;
    std::unique_ptr<output::StructureObserver> observer;
  };

  MPI_Comm comm_;
  const input::Case* case_;
  const input::LoadedStructure* loaded_;
  std::vector<CaseOutput> cases_;
};

}  // namespace sparkdyn::job
