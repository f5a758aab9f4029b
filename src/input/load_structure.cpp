// SPDX-License-Identifier: BSD-3-Clause
#include "input/load_structure.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <unordered_set>

#include "core/package.hpp"
#include "input/deck.hpp"
#include "input/model_probe.hpp"
#include "model/builder.hpp"
#include "motions.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/input/gmsh.hpp"

namespace sparkdyn::input {
namespace {

namespace fs = std::filesystem;
using structure::Index;

/// What rank 0 has read, before it is spread.
struct ReadModel {
  structure::Model model;
  std::vector<structure::Conditions> conditions;
  ProbePlaces places;
  std::vector<std::string> notes;
};

structure::Mesh read_mesh(const ModelSpec& spec, const fs::path& folder) {
  if (spec.mesh.empty()) {
    structure::Mesh none;  // all nodes are in the case
    none.file = spec.where;
    return none;
  }
  if (spec.mesh.extension() != ".geo") return read_gmsh(spec.mesh);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    core::input_error("{}: the folder cannot be made: {}", folder.string(), error.message());
  const fs::path file = folder / (spec.mesh.stem().string() + ".msh");
  mesh_geometry(spec.mesh, {spec.mesh_size, spec.mesh_order}, file);
  return read_gmsh(file);
}

ReadModel build(const Case& description, const fs::path& folder) {
  const ModelSpec& spec = *description.model;
  ModelBuilder builder(read_mesh(spec, folder), spec.load_cases.size(),
                       {spec.releases.begin(), spec.releases.end()});
  builder.model.lumped_mass = spec.lumped_mass;
  builder.model.nonlinear = spec.nonlinear;
  for (const ModelAction& action : spec.actions) action(builder);
  ReadModel read;
  for (const ProbeSpec& probe : description.output.probes) read.places.add(builder, probe);
  read.notes = builder.notes();
  read.model = std::move(builder.model);
  read.conditions = std::move(builder.conditions);
  return read;
}

template <typename Names>
std::set<std::string> as_set(const Names& names) {
  return {names.begin(), names.end()};
}

/// Regions that the splitting names: they get terms of their own.
std::vector<std::string> regions_of(const run::MethodOptions& method) {
  std::set<std::string> regions;
  for (const tableau::Term term : tableau::all_terms) {
    if (method.splitting) regions.merge(as_set(method.splitting->regions(term)));
    if (method.radii) regions.merge(as_set(method.radii->regions(term)));
  }
  return {regions.begin(), regions.end()};
}

std::string missing_component(const ColumnProbe& probe) {
  return fmt::format("the probe '{}' asks for a component that its node does not have", probe.name);
}

/// The probes are known on rank 0 only, the columns of what is watched everywhere.
std::vector<ColumnProbe> share_probes(MPI_Comm comm, const std::vector<ColumnProbe>& mine,
                                      const std::vector<PetscInt>& columns) {
  core::Packer packer;
  packer.add(mine.size());
  for (const auto& probe : mine) {
    std::vector<PetscInt> watched;
    std::vector<double> weights;
    for (const auto& [at, weight] : probe.terms) {
      watched.push_back(at);
      weights.push_back(weight);
    }
    packer.add(std::string_view(probe.name)).add(static_cast<int>(probe.quantity));
    packer.add(watched).add(weights).add(probe.optional ? 1 : 0);
    packer.add(std::string_view(probe.field));
  }
  const std::string bytes = core::broadcast(comm, packer.take());
  core::Unpacker unpacker(bytes);
  std::size_t count = 0;
  unpacker.get(count);
  std::vector<ColumnProbe> probes(count);
  for (auto& probe : probes) {
    int quantity = 0, optional = 0;
    std::vector<PetscInt> watched;
    std::vector<double> weights;
    unpacker.get(probe.name).get(quantity).get(watched).get(weights).get(optional);
    unpacker.get(probe.field);
    probe.quantity = static_cast<Quantity>(quantity);
    probe.optional = optional != 0;
    for (std::size_t i = 0; i < watched.size(); ++i)
      probe.terms.emplace_back(probe.field.empty() ? columns[watched[i]] : watched[i], weights[i]);
  }
  std::erase_if(probes, [](const ColumnProbe& probe) {
    return probe.optional && std::any_of(probe.terms.begin(), probe.terms.end(),
                                         [](const auto& term) { return term.first < 0; });
  });
  return probes;
}

structure::DistributeOptions options_of(const Case& description, const ReadModel& read) {
  return {.regions = regions_of(description.method),
          .orphans = description.model->orphans,
          .eliminate_supports = description.model->eliminate_supports,
          .watched = read.places.watched};
}

LoadedStructure spread(MPI_Comm comm, const Case& description, ReadModel&& read) {
  LoadedStructure result;
  const auto options = options_of(description, read);
  result.structure = distribute(comm, std::move(read.model), std::move(read.conditions), options);
  result.probes = share_probes(comm, read.places.probes, result.structure.watched);
  for (const auto& probe : result.probes)
    for (const auto& [column, weight] : probe.terms)
      if (column < 0)
        core::input_error("{}: {}", description.file.string(), missing_component(probe));
  result.notes = std::move(read.notes);
  return result;
}

/// One after another, each with its own conditions: those of all load cases follow each other.
std::vector<PlannedStep> between_releases(const PlannedStep& step, const ModelSpec& spec) {
  std::vector<PlannedStep> parts{step};
  for (const double time : spec.releases) {
    if (!(time > step.start && time < step.end))
      core::input_error(
          "{}: something is released at {}, which is not between the start {} and the "
          "end {} of the run",
          spec.where, time, step.start, step.end);
    PlannedStep next = parts.back();
    parts.back().end = next.start = time;
    for (std::size_t& conditions : next.conditions)
      conditions += std::max<std::size_t>(spec.load_cases.size(), 1);
    parts.push_back(next);
  }
  return parts;
}

/// Stresses and section forces are those of small motion.
void refuse_fields(const Case& description) {
  const OutputSpec& output = description.output;
  const auto refuse = [&](std::string_view what) {
    core::input_error("{}: {} in 'output' is not available with 'nonlinear: true'",
                      description.file.string(), what);
  };
  if (output.stress) refuse("'stress'");
  if (output.nodal_stress) refuse("'nodal_stress'");
  if (output.section_forces) refuse("'section_forces'");
  for (const ProbeSpec& probe : output.probes)
    if (probe.field >= 0) refuse(fmt::format("the quantity of the probe '{}'", probe.name));
}

void take_fields(const Case& description, LoadedStructure& result) {
  result.nodal_stress = description.output.nodal_stress;
  result.section_forces = description.output.section_forces;
}

LoadedStructure load_mesh_model(MPI_Comm comm, const Case& description, const fs::path& folder) {
  const ModelSpec& spec = *description.model;
  if (spec.nonlinear) refuse_fields(description);
  ReadModel read;
  core::on_rank_zero(comm, [&] { read = build(description, folder); });
  read.model.amplitudes = spec.amplitudes;
  LoadedStructure result = spread(comm, description, std::move(read));
  for (std::string& sentence : held_ground_motions(description))
    result.structure.warnings.push_back(std::move(sentence));
  result.load_cases = spec.load_cases;
  result.stress = description.output.stress;
  take_fields(description, result);
  result.project = spec.project;
  PlannedStep step;
  step.rayleigh = spec.rayleigh;
  step.start = description.time.start;
  step.end = description.time.end;
  step.step = description.time.step;
  step.tolerance = description.time.tolerance;
  for (std::size_t i = 1; i < spec.load_cases.size(); ++i) step.conditions.push_back(i);
  if (spec.equilibrium) {
    PlannedStep rest = step;
    rest.kind = PlannedStep::Kind::equilibrium;
    rest.end = rest.start;
    result.plan.push_back(rest);
  }
  for (const PlannedStep& part : between_releases(step, spec)) result.plan.push_back(part);
  return result;
}

/// Without DIRECT a deck leaves the increments to the program and names only a first one, which may
/// be tiny: a thousandth of the step's time is then the smallest that is taken.
double increment_of(const DeckStep& step) {
  constexpr double most_steps = 1000;
  if (step.fixed_increment) return step.increment;
  return std::min(step.duration, std::max(step.increment, step.duration / most_steps));
}

/// Asks of a deck what read_time() asks of a case.
void require_moving(const PlannedStep& plan) {
  if (!std::isfinite(plan.end))
    core::input_error("{}: the step ends at {}, which is not finite", plan.where, plan.end);
  if (plan.kind != PlannedStep::Kind::dynamic) return;
  if (plan.end - plan.step == plan.end || plan.start + plan.step == plan.start)
    core::input_error("{}: an increment of {} is too small to move from {} to {}", plan.where,
                      plan.step, plan.start, plan.end);
}

PlannedStep planned(const DeckStep& step, std::size_t conditions, const Case& description) {
  PlannedStep plan;
  plan.kind = step.kind;
  plan.where = step.where;
  plan.start = step.start;
  plan.end = step.start + step.duration;
  plan.step = description.time.step > 0 ? description.time.step : increment_of(step);
  plan.rho_infinity = (1 + step.alpha) / (1 - step.alpha);
  plan.rayleigh = description.model->rayleigh;
  plan.rayleigh.alpha += step.rayleigh.alpha;
  plan.rayleigh.beta += step.rayleigh.beta;
  plan.modes = step.modes;
  plan.modal = step.modal;
  plan.ratios = step.ratios;
  plan.conditions = {conditions};
  require_moving(plan);
  return plan;
}

/// Each amplitude once, though many nodes move by it.
void require_followable_supports(const structure::Conditions& conditions, const PlannedStep& plan,
                                 const std::vector<mechanics::AmplitudePtr>& amplitudes) {
  if (plan.kind != PlannedStep::Kind::dynamic) return;
  std::set<int> known;
  for (const structure::Support& support : conditions.supports)
    if (support.amplitude >= 0 && support.value != 0 && known.insert(support.amplitude).second)
      require_followable(*amplitudes[support.amplitude],
                         run::TimeSpan{plan.start, plan.end, plan.step}, support.where);
}

/// *NODE PRINT as probes: every component of every node of the set, once.
void add_deck_probes(ReadModel& read, const DeckStep& step,
                     std::unordered_set<std::string>& known) {
  const auto& mesh = read.model.mesh;
  static constexpr const char* components[] = {"x", "y", "z"};
  for (const DeckProbe& probe : step.probes) {
    const auto group = mesh.node_groups.find(probe.group);
    if (group == mesh.node_groups.end()) continue;
    const std::pair<bool, Quantity> wanted[] = {{probe.displacement, Quantity::displacement},
                                                {probe.velocity, Quantity::velocity},
                                                {probe.reaction, Quantity::reaction}};
    for (const auto& [asked, quantity] : wanted)
      for (const Index node : asked ? group->second : std::vector<Index>{})
        for (int component = 0; component < 3; ++component) {
          const std::string label =
              fmt::format("{}[{}].{}", name(quantity), mesh.node_ids[node], components[component]);
          if (!known.insert(label).second) continue;
          const std::pair<Index, double> whole{node, 1.0};
          read.places.watch(label, quantity, component, {&whole, 1});
          read.places.probes.back().optional = true;  // sets hold unused nodes too
        }
  }
}

LoadedStructure load_deck(MPI_Comm comm, const Case& description) {
  Deck deck = read_deck(comm, description.model->deck);
  std::vector<PlannedStep> plan;
  bool stress = description.output.stress;
  long every = 1;
  for (std::size_t i = 0; i < deck.steps.size(); ++i) {
    plan.push_back(planned(deck.steps[i], i, description));
    stress |= deck.steps[i].stress;
    every = i == 0 ? deck.steps[i].every : std::min(every, deck.steps[i].every);
  }
  ReadModel read;
  read.model = std::move(deck.model);
  core::on_rank_zero(comm, [&] {
    std::unordered_set<std::string> known;
    for (std::size_t i = 0; i < deck.steps.size(); ++i) {
      DeckStep& step = deck.steps[i];
      require_followable_supports(step.conditions, plan[i], read.model.amplitudes);
      add_deck_probes(read, step, known);
      read.conditions.push_back(std::move(step.conditions));
    }
    if (description.output.probes.empty()) return;
    ModelBuilder names(read.model.mesh, 1);
    names.model.roles = read.model.roles;
    names.model.sections = read.model.sections;
    for (const ProbeSpec& probe : description.output.probes) read.places.add(names, probe);
    read.notes = names.notes();
  });
  LoadedStructure result = spread(comm, description, std::move(read));
  result.plan = std::move(plan);
  result.by_deck = true;
  if (result.structure.nonlinear) {
    Case without = description;  // the deck's own wishes are left out with a warning
    without.output.stress = false;
    refuse_fields(without);
  }
  result.stress = stress && !result.structure.nonlinear;
  take_fields(description, result);
  if (stress && !result.stress)
    result.structure.warnings.push_back(
        fmt::format("{}: stresses are not available with NLGEOM and are left out",
                    description.model->deck.string()));
  result.every = every;
  result.project = true;
  result.title = deck.title;
  auto& warnings = result.structure.warnings;
  warnings.insert(warnings.begin(), deck.warnings.begin(), deck.warnings.end());
  return result;
}

}  // namespace

std::string_view name(const PlannedStep& step) {
  switch (step.kind) {
    case PlannedStep::Kind::equilibrium:
      return "static";
    case PlannedStep::Kind::frequency:
      return "frequency";
    default:
      return step.modal ? "modal dynamic" : "dynamic";
  }
}

LoadedStructure load_structure(MPI_Comm comm, const Case& description,
                               const fs::path& mesh_folder) {
  if (description.model->deck.empty()) return load_mesh_model(comm, description, mesh_folder);
  return load_deck(comm, description);
}

}  // namespace sparkdyn::input
