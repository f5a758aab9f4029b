#include <algorithm>

#include "sparkdyn/app/command_line.hpp"
#include "sparkdyn/app/commands.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/log.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/input/case_reader.hpp"
#include "sparkdyn/input/load_structure.hpp"
#include "sparkdyn/input/load_system.hpp"
#include "sparkdyn/input/matrix_file.hpp"
#include "sparkdyn/integrate/modes.hpp"
#include "sparkdyn/mechanics/validate.hpp"
#include "sparkdyn/output/modes_writer.hpp"
#include "sparkdyn/output/results_writer.hpp"
#include "sparkdyn/output/structure_results.hpp"
#include "sparkdyn/structure/assemble.hpp"
#include "sparkdyn/structure/column_map.hpp"

namespace sparkdyn::app {
namespace {

/// What the modes are computed from, wherever it came from.
struct ModesSource {
  std::shared_ptr<const mechanics::System> system;
  std::vector<integrate::Direction> directions;
  std::shared_ptr<input::LoadedStructure> loaded = nullptr;  ///< null for matrices
  std::size_t step = 0;                                      ///< whose conditions hold
  int count = 10;                                            ///< unless the command line says more
};

/// "x=rx.mtx".
integrate::Direction read_direction(MPI_Comm comm, const std::string& item, PetscInt dofs) {
  const auto equals = item.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == item.size())
    core::input_error("--direction {}: write NAME=FILE, e.g. x=rx.mtx", item);
  const std::string file = item.substr(equals + 1);
  const input::MatrixLayout layout{.rows = dofs,
                                   .columns = 1,
                                   .subject = "--direction " + item,
                                   .reason = fmt::format("there are {} degrees of freedom", dofs)};
  core::Vector vector = input::read_vector(comm, file, layout);
  mechanics::require_finite(vector, layout.subject);
  return {item.substr(0, equals), std::move(vector)};
}

std::vector<integrate::Direction> read_directions(MPI_Comm comm,
                                                  const std::vector<std::string>& items,
                                                  PetscInt dofs) {
  std::vector<integrate::Direction> directions;
  for (const auto& item : items) {
    directions.push_back(read_direction(comm, item, dofs));
    const auto& name = directions.back().name;
    if (std::any_of(directions.begin(), directions.end() - 1,
                    [&](const auto& other) { return other.name == name; }))
      core::input_error("--direction {}: another direction is called '{}' already", item, name);
  }
  return directions;
}

/// A case given by matrices: its directions are files named on the command line.
ModesSource matrix_source(MPI_Comm comm, const input::Case& description,
                          const ModesArguments& arguments) {
  ModesSource source;
  source.system = input::load_system(comm, *description.system, description.time.start).system;
  source.directions = read_directions(comm, arguments.directions, source.system->dofs());
  return source;
}

/// The step whose conditions hold: a deck's *FREQUENCY step, else the first.
const input::PlannedStep& modes_step(const input::LoadedStructure& loaded) {
  for (const auto& step : loaded.plan)
    if (step.kind == input::PlannedStep::Kind::frequency) return step;
  return loaded.plan.front();
}

/// Directions are unit translations, and rotations about the centre of gravity.
ModesSource structure_source(MPI_Comm comm, const input::Case& description,
                             const ModesArguments& arguments, core::Log& log) {
  if (!arguments.directions.empty())
    core::input_error("--direction goes with a 'system' of matrices; a structure has x, y and z");
  ModesSource source;
  source.loaded = std::make_shared<input::LoadedStructure>(
      input::load_structure(comm, description, description.output.directory));
  const auto& structure = source.loaded->structure;
  for (const auto& warning : structure.warnings) log.warn("{}", warning);
  for (const auto& note : source.loaded->notes) log.note("{}", note);
  const auto& step = modes_step(*source.loaded);
  source.step = step.conditions.front();
  if (step.kind == input::PlannedStep::Kind::frequency) source.count = step.modes;
  source.system = structure::assemble(structure, source.step).system;
  const auto properties = structure::mass_properties(structure);
  auto motions = structure::rigid_motions(structure, source.step, properties.centre);
  const char* names[] = {"x", "y", "z", "rx", "ry", "rz"};
  for (std::size_t i = 0; i < motions.size(); ++i)
    source.directions.push_back({names[i], std::move(motions[i])});
  return source;
}

/// A shape as if it were a state, so that it is stored as one; the time is the frequency.
class ShapeFrame final : public integrate::Frame {
 public:
  ShapeFrame(const integrate::NaturalModes& found, std::size_t mode, Vec zero)
      : found_(&found), mode_(mode), zero_(zero) {}
  long step() const override { return static_cast<long>(mode_); }
  double time() const override { return found_->modes[mode_].frequency; }
  bool first() const override { return mode_ == 0; }
  bool last() const override { return mode_ + 1 == found_->modes.size(); }
  Vec q() const override { return found_->modes[mode_].shape; }
  Vec v() const override { return zero_; }
  Vec acceleration() const override { return nullptr; }
  Vec multiplier() const override { return nullptr; }
  const integrate::Energies& energies() const override { return energies_; }
  const integrate::Violations& violations() const override { return violations_; }

 private:
  const integrate::NaturalModes* found_;
  std::size_t mode_;
  Vec zero_;
  integrate::Energies energies_;
  integrate::Violations violations_;
};

/// `shapes.h5` with /VTKHDF and `shapes.xdmf`: one step per mode.
void write_mesh_shapes(MPI_Comm comm, const output::OutputFolder& folder, const ModesSource& source,
                       const integrate::NaturalModes& found) {
  if (found.modes.empty()) return;
  const auto& structure = source.loaded->structure;
  output::StructureFrame frame(structure);
  const structure::Assembled none{};
  frame.use(none, source.step, 0);
  output::ResultsWriter writer(comm, folder.file("shapes.h5"),
                               {.origin = {.program = "sparkdyn " + version()},
                                .vectors = false,
                                .mesh = std::make_shared<output::StructureResults>(
                                    structure, frame, output::Fields::shape)});
  output::StructureObserver observer(frame, {&writer});
  observer.expect_last();
  const core::Vector zero = source.system->make_displacement();
  for (std::size_t k = 0; k < found.modes.size(); ++k) {
    const ShapeFrame shape(found, k, zero);
    if (k == 0)
      observer.on_start(shape);
    else
      observer.on_step(shape);
    if (shape.last()) observer.on_finish(shape);
  }
}

/// Shapes in the input's numbering, held components included.
void expand_shapes(const ModesSource& source, integrate::NaturalModes& found) {
  const structure::ColumnMap map(source.loaded->structure, source.step);
  for (auto& mode : found.modes) {
    core::Vector columns = map.make_columns();
    map.expand(mode.shape, columns);
    mode.shape = std::move(columns);
  }
}

/// What a reader of the table must know.
void remark(core::Log& log, const integrate::NaturalModes& found, int asked) {
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

}  // namespace

int modes(MPI_Comm comm, const ModesArguments& arguments) {
  core::Log log(comm);
  input::Case description =
      input::read_case(comm, arguments.case_file, arguments.overrides, input::Purpose::modes);
  input::place_output(comm, description, arguments.output);
  const ModesSource source = description.model ? structure_source(comm, description, arguments, log)
                                               : matrix_source(comm, description, arguments);
  const int count = arguments.count.value_or(source.count);
  auto found = integrate::natural_modes(
      *source.system, {.count = count, .shift_frequency = arguments.shift_frequency});
  const auto parts = integrate::participation(*source.system, found.modes, source.directions);
  const output::OutputFolder folder(comm, description.output.directory);
  if (source.loaded) {
    write_mesh_shapes(comm, folder, source, found);
    expand_shapes(source, found);
  }
  const output::ModesReport report{.found = found,
                                   .participation = parts,
                                   .title = description.title,
                                   .program = "sparkdyn " + version()};
  if (!description.title.empty()) log.note("{}", description.title);
  log.note("{} degrees of freedom, {} constraints", source.system->dofs(),
           source.system->constraints());
  log.note("{}", output::modes_text(report));
  remark(log, found, count);
  output::write_modes(comm, folder, report);
  log.note("modes: {}", folder.path().string());
  return 0;
}

}  // namespace sparkdyn::app
