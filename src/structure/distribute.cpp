// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <bit>
#include <optional>
#include <unordered_map>

#include "components.hpp"
#include "core/package.hpp"
#include "sound_elements.hpp"
#include "sound_model.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/structure/distributed.hpp"
#include "structure/partition.hpp"
#include "structure/resolved_conditions.hpp"

namespace sparkdyn::structure {

namespace {

int count(ComponentMask mask) {
  return std::popcount(mask);
}

/// Begin of a rank's piece when `total` things are shared out evenly, as PETSc does.
template <typename Count>
Count piece(Count total, int rank, int ranks) {
  return static_cast<Count>(rank * (total / ranks) + std::min<Count>(rank, total % ranks));
}

/// Numbers of the components of one kind (free or held) over the whole structure: rank by rank,
/// node by node.
struct Numbering {
  std::vector<PetscInt> first;  ///< of each node
  std::vector<PetscInt> begin;  ///< of each rank, and the total
};

/// Rank 0's knowledge while it spreads the structure.
class StructureDistributor {
 public:
  StructureDistributor(Model& model, std::vector<Conditions>& steps,
                       const DistributeOptions& options)
      : model_(model), mesh_(model.mesh), options_(options) {
    components_ = node_components(model, steps, options.orphans);
    if (model.nonlinear && !steps.empty())
      for (const auto& constraint : steps.front().constraints)
        constraint->add_initial(mesh_, model.initial);
    for (const Conditions& step : steps)
      steps_.push_back(resolve(model, step, components_, options.eliminate_supports));
    steps.clear();
    number_rows();
    regions_ = region_of_cells();
    uses_ = cells_of_nodes(model);
    columns_.resize(components_.size() + 1);
    states_.resize(components_.size() + 1);
    for (std::size_t i = 0; i < components_.size(); ++i) {
      columns_[i + 1] = columns_[i] + count(components_[i]);
      states_[i + 1] = states_[i] + unknowns(components_[i]);
    }
    row_of_.assign(mesh_.cells.size(), -1);
    for (std::size_t c = 0; c < mesh_.cells.size(); ++c)
      if (model.roles[c].element >= 0) {
        row_of_[c] = static_cast<Index>(used_cells_.size());
        used_cells_.push_back(static_cast<Index>(c));
      }
  }

  const NodeCells& uses() const { return uses_; }
  std::vector<std::string> row_names() const {
    std::vector<std::string> names(row_columns_.size());
    for (const auto& [name, column] : row_columns_) names[column] = name;
    return names;
  }
  PetscInt row_columns() const { return static_cast<PetscInt>(row_columns_.size()); }

  std::vector<PetscInt> watched() const {
    std::vector<PetscInt> columns;
    for (const Watched& item : options_.watched)
      columns.push_back(contains(components_[item.node], item.component)
                            ? columns_[item.node] + place_in(components_[item.node], item.component)
                            : -1);
    return columns;
  }
  std::vector<std::string> warnings() const {
    std::vector<std::string> all;
    const auto orphan = std::find(components_.begin(), components_.end(), ComponentMask{0});
    if (orphan != components_.end()) {
      const auto count = std::count(orphan, components_.end(), ComponentMask{0});
      const auto id = mesh_.node_ids[orphan - components_.begin()];
      all.push_back(fmt::format(
          "{}: {} no element and no constraint and {} left out; --set model.orphan_nodes=refuse "
          "makes that an error",
          mesh_.file,
          count == 1 ? fmt::format("node {} belongs to", id)
                     : fmt::format("{} nodes (the first is {}) belong to", count, id),
          count == 1 ? "is" : "are"));
    }
    for (const ResolvedConditions& step : steps_)
      for (const auto& text : step.warnings)
        if (std::find(all.begin(), all.end(), text) == all.end()) all.push_back(text);
    return all;
  }

  void set_owners(std::vector<int> owners, int ranks) {
    owners_ = std::move(owners);
    ranks_ = ranks;
    nodes_of_rank_.resize(ranks);
    for (std::size_t i = 0; i < owners_.size(); ++i)
      nodes_of_rank_[owners_[i]].push_back(static_cast<Index>(i));
    for (const ResolvedConditions& step : steps_) {
      free_.push_back(number([&](Index i) { return components_[i] & ~step.fixed[i]; }));
      held_.push_back(number([&](Index i) { return components_[i] & step.fixed[i]; }));
    }
  }

  std::string package(int rank) {
    core::Packer packer;
    find_local(rank);
    pack_nodes(packer, rank);
    pack_elements(packer, rank);
    pack_initial(packer, rank);
    packer.add(steps_.size());
    for (std::size_t s = 0; s < steps_.size(); ++s) pack_step(packer, rank, s);
    pack_slab(packer, rank);
    return packer.take();
  }

 private:
  int unknowns(ComponentMask mask) const {
    return model_.nonlinear ? unknowns_of(mask) : count(mask);
  }

  template <typename MaskOf>
  Numbering number(MaskOf mask_of) const {
    Numbering numbering;
    numbering.first.resize(components_.size());
    PetscInt next = 0;
    for (const auto& nodes : nodes_of_rank_) {
      numbering.begin.push_back(next);
      for (const Index node : nodes) {
        numbering.first[node] = next;
        next += unknowns(static_cast<ComponentMask>(mask_of(node)));
      }
    }
    numbering.begin.push_back(next);
    return numbering;
  }

  /// Rows of the same name in several steps share a column of /lambda.
  void number_rows() {
    for (const ResolvedConditions& step : steps_)
      for (const Equation& row : step.rows)
        row_columns_.try_emplace(row.name, static_cast<PetscInt>(row_columns_.size()));
  }

  std::vector<std::int16_t> region_of_cells() const {
    std::vector<std::int16_t> regions(mesh_.cells.size(), -1);
    for (std::size_t r = 0; r < options_.regions.size(); ++r) {
      const auto& name = options_.regions[r];
      const auto group = mesh_.cell_groups.find(name);
      if (group == mesh_.cell_groups.end()) {
        std::vector<std::string> known;
        for (const auto& [key, cells] : mesh_.cell_groups) known.push_back(key);
        core::input_error("{}: there is no group of elements '{}' for the splitting; groups: {}",
                          mesh_.file, name, core::allowed(name, known));
      }
      for (const Index cell : group->second) {
        if (regions[cell] >= 0)
          core::input_error(
              "{}: element {} is in the regions '{}' and '{}' of the splitting; "
              "regions must not overlap",
              mesh_.file, mesh_.cells[cell].id, options_.regions[regions[cell]], name);
        regions[cell] = static_cast<std::int16_t>(r);
      }
    }
    return regions;
  }

  /// Elements that touch a node of this rank, and its nodes: owned ones, then the others.
  void find_local(int rank) {
    const auto& owned = nodes_of_rank_[rank];
    local_cells_.clear();
    for (const Index node : owned)
      local_cells_.insert(local_cells_.end(), uses_.cells.begin() + uses_.first[node],
                          uses_.cells.begin() + uses_.first[node + 1]);
    std::sort(local_cells_.begin(), local_cells_.end());
    local_cells_.erase(std::unique(local_cells_.begin(), local_cells_.end()), local_cells_.end());
    std::vector<Index> ghosts;
    for (const Index c : local_cells_) {
      const Index* nodes = mesh_.nodes_of(mesh_.cells[c]);
      for (int i = 0; i < info(mesh_.cells[c].shape).nodes; ++i)
        if (owners_[nodes[i]] != rank) ghosts.push_back(nodes[i]);
    }
    std::sort(ghosts.begin(), ghosts.end());
    ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());
    local_nodes_ = owned;
    local_nodes_.insert(local_nodes_.end(), ghosts.begin(), ghosts.end());
    local_of_.assign(mesh_.points.size(), -1);
    for (std::size_t i = 0; i < local_nodes_.size(); ++i)
      local_of_[local_nodes_[i]] = static_cast<Index>(i);
  }

  template <typename T, typename Source>
  std::vector<T> picked(const Source& source) const {
    std::vector<T> values;
    values.reserve(local_nodes_.size());
    for (const Index node : local_nodes_) values.push_back(static_cast<T>(source[node]));
    return values;
  }

  void pack_nodes(core::Packer& packer, int rank) const {
    packer.add(static_cast<Index>(nodes_of_rank_[rank].size()))
        .add(mesh_.nodes())
        .add(local_nodes_)
        .add(picked<std::int64_t>(mesh_.node_ids))
        .add(picked<Vector>(mesh_.points))
        .add(picked<ComponentMask>(components_))
        .add(picked<PetscInt>(columns_))
        .add(picked<PetscInt>(states_));
  }

  void pack_elements(core::Packer& packer, int rank) const {
    std::vector<LocalElement> items;
    std::vector<Index> item_nodes;
    for (const Index c : local_cells_) {
      const Cell& cell = mesh_.cells[c];
      const Index* nodes = mesh_.nodes_of(cell);
      LocalElement item;
      item.id = cell.id;
      item.input = c;
      item.row = row_of_[c];
      item.first = static_cast<Index>(item_nodes.size());
      item.section = model_.roles[c].section;
      item.element = model_.roles[c].element;
      item.region = regions_[c];
      item.counted = owners_[nodes[0]] == rank;
      items.push_back(item);
      for (int i = 0; i < info(cell.shape).nodes; ++i) item_nodes.push_back(local_of_[nodes[i]]);
    }
    packer.add(items).add(item_nodes);
  }

  void pack_initial(core::Packer& packer, int rank) const {
    std::vector<LocalInitial> mine;
    for (const InitialValue& value : model_.initial)
      if (owners_[value.node] == rank)
        mine.push_back(
            {local_of_[value.node], value.component, value.displacement, value.velocity});
    packer.add(mine);
  }

  void pack_step(core::Packer& packer, int rank, std::size_t s) const {
    const ResolvedConditions& step = steps_[s];
    const Numbering& free = free_[s];
    const Numbering& held = held_[s];
    packer.add(picked<ComponentMask>(step.fixed)).add(picked<PetscInt>(free.first));
    for (const Numbering* numbering : {&free, &held})
      packer.add(numbering->begin[rank])
          .add(numbering->begin[rank + 1] - numbering->begin[rank])
          .add(numbering->begin.back());
    std::vector<LocalLoad> loads;
    for (const NodalLoad& load : step.loads)
      if (owners_[load.node] == rank)
        loads.push_back({local_of_[load.node], static_cast<std::int16_t>(load.component),
                         static_cast<std::int16_t>(load.amplitude), load.value});
    packer.add(loads);
    pack_body(packer, step);
    pack_rows(packer, rank, step, free);
  }

  void pack_body(core::Packer& packer, const ResolvedConditions& step) const {
    packer.add(step.body.size());
    for (const BodyLoad& load : step.body) {
      const auto elements = load.everywhere ? std::vector<Index>{} : local_among(load.cells);
      packer.add(load.acceleration).add(load.amplitude).add(load.everywhere).add(elements);
    }
    packer.add(step.line.size());
    for (const LineLoad& load : step.line)
      packer.add(load.force).add(load.amplitude).add(local_among(load.cells));
  }

  /// Elements of this rank among these cells, ascending.
  std::vector<Index> local_among(std::vector<Index> cells) const {
    std::sort(cells.begin(), cells.end());
    std::vector<Index> elements;
    for (std::size_t i = 0; i < local_cells_.size(); ++i)
      if (std::binary_search(cells.begin(), cells.end(), local_cells_[i]))
        elements.push_back(static_cast<Index>(i));
    return elements;
  }

  void pack_rows(core::Packer& packer, int rank, const ResolvedConditions& step,
                 const Numbering& free) const {
    const auto total = static_cast<PetscInt>(step.rows.size());
    const PetscInt begin = piece(total, rank, ranks_);
    const PetscInt end = piece(total, rank + 1, ranks_);
    LocalRows rows;
    rows.first.push_back(0);
    for (PetscInt r = begin; r < end; ++r) {
      const Equation& row = step.rows[r];
      for (const EquationEntry& entry : row.entries) {
        rows.columns.push_back(free_number(step, free, entry));
        rows.coefficients.push_back(entry.coefficient);
      }
      rows.first.push_back(static_cast<PetscInt>(rows.columns.size()));
      rows.values.push_back(row.value);
      rows.amplitudes.push_back(row.amplitude);
      rows.names.push_back(row.name);
      rows.column.push_back(row_columns_.at(row.name));
      rows.support.push_back(row.support);
    }
    packer.add(begin).add(total).add(rows.first).add(rows.columns).add(rows.coefficients);
    packer.add(rows.values).add(rows.amplitudes).add(rows.names).add(rows.column).add(rows.support);
    pack_exact(packer, rank, step.exact, free);
    pack_exact(packer, rank, step.implied, free);
    pack_forces(packer, rank, step, free);
  }

  void pack_exact(core::Packer& packer, int rank, const std::vector<ExactRow>& all,
                  const Numbering& free) const {
    const auto total = static_cast<PetscInt>(all.size());
    LocalExactRows rows;
    rows.first.push_back(0);
    const auto number_of = [&](const Unknown& x) {
      return x.node < 0 ? -1 : free.first[x.node] + x.component;
    };
    for (PetscInt r = piece(total, rank, ranks_); r < piece(total, rank + 1, ranks_); ++r) {
      for (const ExactTerm& term : all[r].terms)
        rows.terms.push_back({term.coefficient, number_of(term.a), number_of(term.b), term.timing,
                              number_of(term.angle), term.turn, term.curve});
      rows.first.push_back(static_cast<PetscInt>(rows.terms.size()));
      rows.names.push_back(all[r].name);
    }
    packer.add(rows.first).add(rows.terms).add(rows.names);
  }

  /// Those with a unit on this rank; counted where their first unit is.
  void pack_forces(core::Packer& packer, int rank, const ResolvedConditions& step,
                   const Numbering& free) const {
    LocalForces local;
    for (const ExactForce& force : step.forces) {
      if (std::none_of(force.units.begin(), force.units.end(),
                       [&](const ExactUnit& unit) { return owners_[unit.node] == rank; }))
        continue;
      local.items.push_back({.kind = force.kind,
                             .law = force.law,
                             .component = force.component,
                             .facet = force.facet,
                             .vector = force.vector,
                             .amplitude = force.amplitude,
                             .first = static_cast<Index>(local.units.size()),
                             .units = static_cast<Index>(force.units.size()),
                             .counted = owners_[force.units[0].node] == rank});
      for (const ExactUnit& unit : force.units) {
        local.units.push_back(free.first[unit.node] + 3 * unit.which);
        local.points.push_back(mesh_.points[unit.node]);
      }
    }
    packer.add(local.items).add(local.units).add(local.points);
  }

  PetscInt free_number(const ResolvedConditions& step, const Numbering& free,
                       const EquationEntry& entry) const {
    const ComponentMask mask = components_[entry.node] & ~step.fixed[entry.node];
    const auto below = static_cast<ComponentMask>(mask & ((1 << entry.component) - 1));
    return free.first[entry.node] + count(below);
  }

  void pack_slab(core::Packer& packer, int rank) const {
    const Index begin = piece(mesh_.nodes(), rank, ranks_);
    const Index end = piece(mesh_.nodes(), rank + 1, ranks_);
    const auto slice = [](const auto& values, Index from, Index to) {
      return std::vector(values.begin() + from, values.begin() + to);
    };
    packer.add(begin).add(mesh_.nodes());
    packer.add(slice(mesh_.node_ids, begin, end)).add(slice(mesh_.points, begin, end));
    packer.add(slice(components_, begin, end)).add(columns_[begin]).add(columns_.back());
    packer.add(states_[end] - states_[begin]);
    const auto cells = static_cast<Index>(used_cells_.size());
    const Index cell_begin = piece(cells, rank, ranks_);
    const Index cell_end = piece(cells, rank + 1, ranks_);
    std::vector<std::int64_t> ids;
    std::vector<Shape> shapes;
    std::vector<Index> connectivity;
    for (Index k = cell_begin; k < cell_end; ++k) {
      const Cell& cell = mesh_.cells[used_cells_[k]];
      ids.push_back(cell.id);
      shapes.push_back(cell.shape);
      const Index* nodes = mesh_.nodes_of(cell);
      connectivity.insert(connectivity.end(), nodes, nodes + info(cell.shape).nodes);
    }
    packer.add(cell_begin).add(cells).add(ids).add(shapes).add(connectivity);
  }

  Model& model_;
  const Mesh& mesh_;
  const DistributeOptions& options_;
  std::vector<ComponentMask> components_;
  std::vector<PetscInt> columns_, states_;
  std::vector<ResolvedConditions> steps_;
  std::unordered_map<std::string, PetscInt> row_columns_;
  std::vector<std::int16_t> regions_;
  std::vector<Index> used_cells_, row_of_;
  NodeCells uses_;
  std::vector<int> owners_;
  int ranks_ = 1;
  std::vector<std::vector<Index>> nodes_of_rank_;
  std::vector<Numbering> free_, held_;
  // What follows is of the rank whose package is being made.
  std::vector<Index> local_cells_, local_nodes_, local_of_;
};

void unpack_step(core::Unpacker& from, LocalConditions& step) {
  from.get(step.fixed).get(step.first_free);
  from.get(step.free_begin).get(step.free_local).get(step.free_global);
  from.get(step.fixed_begin).get(step.fixed_local).get(step.fixed_global);
  from.get(step.loads);
  std::size_t bodies = 0;
  from.get(bodies);
  step.body.resize(bodies);
  for (LocalBodyLoad& load : step.body)
    from.get(load.acceleration).get(load.amplitude).get(load.everywhere).get(load.elements);
  std::size_t lines = 0;
  from.get(lines);
  step.line.resize(lines);
  for (LocalLineLoad& load : step.line) from.get(load.force).get(load.amplitude).get(load.elements);
  LocalRows& rows = step.rows;
  from.get(rows.begin).get(rows.global).get(rows.first).get(rows.columns).get(rows.coefficients);
  from.get(rows.values).get(rows.amplitudes).get(rows.names).get(rows.column).get(rows.support);
  for (LocalExactRows* exact : {&step.exact, &step.implied})
    from.get(exact->first).get(exact->terms).get(exact->names);
  from.get(step.forces.items).get(step.forces.units).get(step.forces.points);
}

void unpack(std::string_view bytes, Distributed& result) {
  core::Unpacker from(bytes);
  LocalNodes& nodes = result.nodes;
  from.get(nodes.owned).get(nodes.global).get(nodes.input).get(nodes.ids).get(nodes.points);
  from.get(nodes.components).get(nodes.column).get(nodes.state_column);
  from.get(result.elements.items).get(result.elements.nodes).get(result.initial);
  std::size_t steps = 0;
  from.get(steps);
  result.steps.resize(steps);
  for (LocalConditions& step : result.steps) unpack_step(from, step);
  InputSlab& slab = result.slab;
  from.get(slab.node_begin).get(slab.nodes).get(slab.node_ids).get(slab.points);
  from.get(slab.components).get(slab.column_begin).get(slab.columns).get(slab.states);
  from.get(slab.cell_begin).get(slab.cells).get(slab.cell_ids).get(slab.shapes);
  from.get(slab.connectivity);
}

void broadcast_small(MPI_Comm comm, const Model& model, Distributed& result) {
  const std::string bytes = core::broadcast(comm, core::Packer()
                                                      .add(model.materials)
                                                      .add(model.material_names)
                                                      .add(model.sections)
                                                      .add(model.lumped_mass)
                                                      .add(model.nonlinear)
                                                      .add(std::string_view(model.mesh.file))

                                                      .add(result.warnings)
                                                      .add(result.row_columns)
                                                      .add(result.watched)
                                                      .take());
  core::Unpacker(bytes)
      .get(result.materials)
      .get(result.material_names)
      .get(result.sections)
      .get(result.lumped_mass)
      .get(result.nonlinear)
      .get(result.source)
      .get(result.warnings)
      .get(result.row_columns)
      .get(result.watched);
}

/// Every rank evaluates them.
void require_same_amplitudes(MPI_Comm comm, const Model& model) {
  const auto mine = static_cast<long>(model.amplitudes.size());
  long first = mine;
  MPI_Bcast(&first, 1, MPI_LONG, 0, comm);
  core::collectively(comm, [&] {
    if (mine != first)
      core::input_error("rank {} has {} amplitudes of the model, rank 0 has {}: fill them on all",
                        core::rank(comm), mine, first);
  });
}

}  // namespace

Distributed distribute(MPI_Comm comm, Model&& model, std::vector<Conditions>&& steps,
                       const DistributeOptions& options) {
  Distributed result;
  result.comm = comm;
  result.regions = options.regions;
  result.amplitudes = model.amplitudes;
  std::optional<StructureDistributor> distributor;
  require_same_amplitudes(comm, model);
  core::on_rank_zero(comm, [&] {
    require_sound(model, steps, options.watched);
    require_elements(model);
    distributor.emplace(model, steps, options);
    distributor->set_owners(node_owners(model, distributor->uses(), core::size(comm)),
                            core::size(comm));
  });
  if (distributor) {
    result.warnings = distributor->warnings();
    result.row_columns = distributor->row_columns();
    result.row_names = distributor->row_names();
    result.watched = distributor->watched();
  }
  broadcast_small(comm, model, result);
  const std::string mine =
      core::scatter(comm, [&](int rank) { return distributor->package(rank); });
  unpack(mine, result);
  distributor.reset();
  model = Model{};
  require_sound_elements(result);
  return result;
}

}  // namespace sparkdyn::structure
