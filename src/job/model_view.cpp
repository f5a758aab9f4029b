// SPDX-License-Identifier: BSD-3-Clause
#include "job/model_view.hpp"

#include "job/plan.hpp"
#include "job/structure_outputs.hpp"
#include "output/probe_values.hpp"
#include "output/results_writer.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/version.hpp"
#include "sparkdyn/output/structure_results.hpp"

namespace sparkdyn::job {
namespace {

Eigen::VectorXd summed(MPI_Comm comm, const std::vector<output::Probe>& probes,
                       const run::Frame& frame) {
  Eigen::VectorXd row = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(probes.size()));
  output::add_probe_values(probes, frame, row.data());
  MPI_Allreduce(MPI_IN_PLACE, row.data(), static_cast<int>(row.size()), MPI_DOUBLE, MPI_SUM, comm);
  return row;
}

std::vector<output::VectorTable> complex_tables() {
  return {{output::Quantity::displacement, "real", "real part of the displacements",
           "unit of displacement of the input"},
          {output::Quantity::velocity, "imaginary", "imaginary part of the displacements",
           "unit of displacement of the input"}};
}

}  // namespace

View matrix_view(MPI_Comm comm, const input::Case& description, const mechanics::System& system) {
  View view;
  for (const auto& probe : description.output.probes)
    view.probes.push_back({probe.name, probe.quantity, static_cast<PetscInt>(probe.index - 1)});
  output::require_valid(view.probes, system.dofs(), system.constraints());
  view.read = [comm, probes = view.probes](const run::Frame& frame) {
    return summed(comm, probes, frame);
  };
  view.writer = [comm](const std::filesystem::path& file) -> std::unique_ptr<run::Observer> {
    return std::make_unique<output::ResultsWriter>(
        comm, file,
        output::ResultsOptions{.origin = {.program = "sparkdyn " + core::version()},
                               .tables = complex_tables()});
  };
  return view;
}

/// A writer that looks through the structure's frame.
class StructureView::Writer final : public run::Observer {
 public:
  Writer(output::StructureFrame& frame, std::unique_ptr<output::ResultsWriter> writer)
      : writer_(std::move(writer)), shown_(frame, {writer_.get()}) {
    shown_.expect_last();
  }
  void on_start(const run::Frame& frame) override { shown_.on_start(frame); }
  void on_step(const run::Frame& frame) override { shown_.on_step(frame); }
  void on_finish(const run::Frame& frame) override { shown_.on_finish(frame); }

 private:
  std::unique_ptr<output::ResultsWriter> writer_;
  output::StructureObserver shown_;
};

StructureView::StructureView(MPI_Comm comm, const input::LoadedStructure& loaded,
                             std::size_t load_case)
    : comm_(comm),
      loaded_(&loaded),
      frame_(loaded.structure),
      assembled_(assemble(loaded, loaded.plan.back())),
      load_case_(static_cast<int>(load_case)) {
  // Loads on held components are read one by one.
  for (auto& load : assembled_.held.loads) {
    amplitudes_.push_back(load.amplitude);
    load.amplitude = mechanics::constant_amplitude(0);
  }
  frame_.use(assembled_, loaded.plan.back().conditions[load_case], load_case_);
  view_.probes = probes_of(loaded);
  for (const auto& probe : view_.probes)
    if (probe.quantity == output::Quantity::field)
      core::input_error(
          "probe '{}': stresses and section forces are those of runs and states of rest; here "
          "there "
          "are displacement, velocity, acceleration and reaction",
          probe.name);
  view_.read = [this](const run::Frame& frame) {
    frame_.show(frame, true, true, 0);
    return summed(comm_, view_.probes, frame_);
  };
  view_.held_loads = [this](const HarmonicProbes::Reader& read) { return held_loads(read); };
  view_.writer = [this](const std::filesystem::path& file) { return writer(file); };
}

std::vector<HarmonicProbes::HeldLoad> StructureView::held_loads(
    const HarmonicProbes::Reader& read) {
  std::vector<HarmonicProbes::HeldLoad> result;
  const GivenFrame still(*assembled_.system);
  auto& loads = assembled_.held.loads;
  for (std::size_t k = 0; k < loads.size(); ++k) {
    if (!loads[k].acts_in(load_case_)) continue;
    loads[k].amplitude = mechanics::constant_amplitude(1);
    result.push_back({read(still), amplitudes_[k].get()});
    loads[k].amplitude = mechanics::constant_amplitude(0);
  }
  return result;
}

std::unique_ptr<run::Observer> StructureView::writer(const std::filesystem::path& file) {
  return std::make_unique<Writer>(
      frame_,
      std::make_unique<output::ResultsWriter>(
          comm_, file,
          output::ResultsOptions{.origin = {.program = "sparkdyn " + core::version()},
                                 .tables = complex_tables(),
                                 .mesh = std::make_shared<output::StructureResults>(
                                     loaded_->structure, frame_, output::Fields{.shape = true})}));
}

}  // namespace sparkdyn::job
