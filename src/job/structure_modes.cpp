// SPDX-License-Identifier: BSD-3-Clause
#include "job/structure_modes.hpp"

#include "output/hourglass_watch.hpp"
#include "output/results_writer.hpp"
#include "sparkdyn/core/version.hpp"
#include "sparkdyn/output/structure_results.hpp"
#include "sparkdyn/structure/assemble.hpp"

namespace sparkdyn::job {
namespace {

/// A shape as if it were a state, so that it is stored as one; the time is the frequency.
class ShapeFrame final : public run::Frame {
 public:
  ShapeFrame(const modal::NaturalModes& found, std::size_t mode, Vec shape, Vec zero)
      : found_(&found), mode_(mode), shape_(shape), zero_(zero) {}
  long step() const override { return static_cast<long>(mode_); }
  double time() const override { return found_->modes[mode_].frequency; }
  bool first() const override { return mode_ == 0; }
  bool last() const override { return mode_ + 1 == found_->modes.size(); }
  Vec q() const override { return shape_; }
  Vec v() const override { return zero_; }
  Vec acceleration() const override { return nullptr; }
  Vec multiplier() const override { return nullptr; }
  const run::Energies& energies() const override { return energies_; }
  const run::Violations& violations() const override { return violations_; }

 private:
  const modal::NaturalModes* found_;
  std::size_t mode_;
  Vec shape_, zero_;
  run::Energies energies_;
  run::Violations violations_;
};

/// `shapes.h5` with /VTKHDF and `shapes.xdmf`: one step per mode.
void write_mesh_shapes(MPI_Comm comm, const output::OutputFolder& folder,
                       const structure::Distributed& structure, output::StructureFrame& frame,
                       const modal::NaturalModes& found) {
  if (found.modes.empty()) return;
  output::ResultsWriter writer(comm, folder.file("shapes.h5"),
                               {.origin = {.program = "sparkdyn " + core::version()},
                                .tables = {},
                                .mesh = std::make_shared<output::StructureResults>(
                                    structure, frame, output::Fields{.shape = true})});
  output::StructureObserver observer(frame, {&writer});
  observer.expect_last();
  const core::Vector zero = core::make_like(found.modes.front().shape);
  for (std::size_t k = 0; k < found.modes.size(); ++k) {
    const ShapeFrame shape(found, k, found.modes[k].shape, zero);
    if (k == 0)
      observer.on_start(shape);
    else
      observer.on_step(shape);
    if (shape.last()) observer.on_finish(shape);
  }
}

/// Shapes in the input's numbering, held components included.
modal::NaturalModes expanded(output::StructureFrame& frame, const modal::NaturalModes& found) {
  modal::NaturalModes result;
  result.verified = found.verified;
  for (std::size_t k = 0; k < found.modes.size(); ++k) {
    const modal::Mode& mode = found.modes[k];
    const core::Vector zero = core::make_like(mode.shape);
    const auto shown = [&](Vec part) {
      const ShapeFrame shape(found, k, part, zero);
      frame.show(shape, false, false, 0);
      return core::make_copy(frame.q());
    };
    modal::Mode& mine = result.modes.emplace_back();
    mine.eigenvalue = mode.eigenvalue;
    mine.omega = mode.omega;
    mine.frequency = mode.frequency;
    mine.shape = shown(mode.shape);
    mine.residual = mode.residual;
    if (!mode.quadrature.empty()) mine.quadrature = shown(mode.quadrature);
    mine.growth = mode.growth;
  }
  return result;
}

}  // namespace

void show_modes(core::Log& log, const mechanics::System& system, const output::FoundModes& modes,
                int asked) {
  log.note("{} degrees of freedom, {} constraints", system.dofs(), system.constraints());
  log.note("{}", report_of(modes).text());
  const modal::NaturalModes& found = modes.found;
  const auto count = found.modes.size();
  if (count < static_cast<std::size_t>(asked))
    log.note("{} modes were asked for; the structure has {} of finite frequency", asked, count);
  if (!found.verified)
    log.warn(
        "whether modes are missing was not checked: the solver chosen by PETSc options cannot "
        "count eigenvalues");
  if (count > 0 && found.modes.front().omega < 0)
    log.warn(
        "the structure is unstable: a mode with negative frequency f grows as exp(2 pi |f| t)");
}

std::string step_folder(std::size_t step) {
  return fmt::format("step-{}", step);
}

void write_modes(MPI_Comm comm, const structure::Distributed& structure, std::size_t conditions,
                 const mechanics::System& system, const modal::NaturalModes& found,
                 std::span<const modal::Direction> directions, const ModesOrder& order,
                 core::Log& log, Vec around) {
  const auto parts = modal::participation(system, found.modes, directions);
  const output::OutputFolder folder(comm, order.folder);
  output::StructureFrame frame(structure);
  const structure::Assembled none{};
  frame.use(none, conditions, 0);
  frame.show_changes_of(around);
  write_mesh_shapes(comm, folder, structure, frame, found);
  const auto in_input = expanded(frame, found);
  const output::FoundModes modes{.found = in_input,
                                 .participation = parts,
                                 .title = order.title,
                                 .program = "sparkdyn " + core::version()};
  show_modes(log, system, modes, order.count);
  if (!around) output::report_hourglass_modes(structure, in_input.modes, log);
  output::write_modes(comm, folder, modes);
  log.note("modes: {}", folder.path().string());
}

modal::NaturalModes write_structure_modes(MPI_Comm comm, const input::LoadedStructure& loaded,
                                          const input::PlannedStep& step, const ModesOrder& order,
                                          core::Log& log) {
  const auto& structure = loaded.structure;
  const std::size_t conditions = step.conditions.front();
  const auto system = structure::assemble(structure, conditions).system;
  const auto properties = structure::mass_properties(structure);
  auto motions = structure::rigid_motions(structure, conditions, properties.centre);
  std::vector<modal::Direction> directions;
  for (std::size_t i = 0; i < motions.size(); ++i)
    directions.push_back({direction_names[i], std::move(motions[i])});
  auto found = modal::natural_modes(
      *system, {.count = order.count, .shift_frequency = order.shift_frequency});
  write_modes(comm, structure, conditions, *system, found, directions, order, log);
  return found;
}

}  // namespace sparkdyn::job
