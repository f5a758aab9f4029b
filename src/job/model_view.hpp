// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// How probes and stored states see frames of the solver, whether the model is matrices or a
// structure: for whatever finds states that are not those of a run.

#include <filesystem>

#include "input/load_structure.hpp"
#include "job/harmonic_probes.hpp"
#include "sparkdyn/output/structure_frame.hpp"
#include "sparkdyn/run/observer.hpp"

namespace sparkdyn::job {

/// How probes and stored states of a model see a frame of the solver.
struct View {
  std::vector<output::Probe> probes;
  HarmonicProbes::Reader read;
  std::function<std::vector<HarmonicProbes::HeldLoad>(const HarmonicProbes::Reader&)> held_loads;
  /// Stores frames that follow each other; null: nothing is stored.
  std::function<std::unique_ptr<run::Observer>(const std::filesystem::path&)> writer;
};

/// Throws core::Error (input) for a probe that the system does not have. The system must outlive
/// it.
/// @note Collective.
View matrix_view(MPI_Comm comm, const input::Case& description, const mechanics::System& system);

/// The last step of a structure's plan, with one of its load cases.
class StructureView {
 public:
  /// `loaded` must outlive it. @note Collective.
  StructureView(MPI_Comm comm, const input::LoadedStructure& loaded, std::size_t load_case);
  StructureView(const StructureView&) = delete;
  StructureView& operator=(const StructureView&) = delete;

  const View& view() const { return view_; }
  const mechanics::System& system() const { return *assembled_.system; }

 private:
  class Writer;
  std::vector<HarmonicProbes::HeldLoad> held_loads(const HarmonicProbes::Reader& read);
  std::unique_ptr<run::Observer> writer(const std::filesystem::path& file);

  MPI_Comm comm_;
  const input::LoadedStructure* loaded_;
  output::StructureFrame frame_;
  structure::Assembled assembled_;
  std::vector<mechanics::AmplitudePtr> amplitudes_;  // of loads on held components
  int load_case_;
  View view_;
};

}  // namespace sparkdyn::job
