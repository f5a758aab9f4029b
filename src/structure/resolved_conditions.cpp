// SPDX-License-Identifier: BSD-3-Clause
#include "structure/resolved_conditions.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

#include "agreeing_supports.hpp"
#include "components.hpp"
#include "nonlinear/exact_conditions.hpp"
#include "plane_model.hpp"
#include "sparkdyn/core/error.hpp"
#include "structure/redundancy.hpp"

namespace sparkdyn::structure {
namespace {

void require_used_nodes(const Model& model, std::span<const ComponentMask> components) {
  const auto orphan = std::find(components.begin(), components.end(), ComponentMask{0});
  if (orphan == components.end()) return;
  const auto position = orphan - components.begin();
  const auto count = std::count(components.begin(), components.end(), ComponentMask{0});
  core::input_error(
      "{}: node {} belongs to no element and no constraint{}; remove it, or leave "
      "such nodes out with --set model.orphan_nodes=ignore",
      model.mesh.file, model.mesh.node_ids[position],
      count > 1 ? fmt::format(" (nor do {} others)", count - 1) : std::string());
}

std::vector<ComponentMask> element_components(const Model& model) {
  const Mesh& mesh = model.mesh;
  std::vector<ComponentMask> components(mesh.points.size(), 0);
  for (std::size_t c = 0; c < mesh.cells.size(); ++c) {
    const CellRole role = model.roles[c];
    if (role.element < 0) continue;
    const Element& element = *elements()[role.element];
    const Index* nodes = mesh.nodes_of(mesh.cells[c]);
    for (int i = 0; i < info(mesh.cells[c].shape).nodes; ++i)
      components[nodes[i]] |= element.components(i, model.sections[role.section].data);
  }
  return components;
}

/// Supports, loads and equations of one step, in the numbers of components.
class Preparation {
 public:
  Preparation(const Model& model, const Conditions& conditions,
              std::span<const ComponentMask> components, bool eliminate)
      : model_(model),
        conditions_(conditions),
        components_(components),
        eliminate_(eliminate),
        plane_(model),
        names_(model.amplitudes) {
    for (const auto& local : model.node_axes) axes_.insert_or_assign(local.node, local.axes);
    result_.fixed.assign(components.size(), 0);
    for (std::size_t i = 0; plane_.any() && i < components.size(); ++i)
      result_.fixed[i] = components[i] & plane_.at(static_cast<Index>(i));
  }

  ResolvedConditions run() {
    if (model_.nonlinear) {
      nonlinear::resolve_exact(model_, conditions_, components_, result_);
      add_loads();
      return std::move(result_);
    }
    add_supports();
    add_constraints();
    take_out_fixed();
    drop_redundant();
    add_loads();
    return std::move(result_);
  }

 private:
  /// The entries of coefficient·u(node, component) in global components.
  void append_entry(std::vector<EquationEntry>& entries, const EquationEntry& entry) const {
    const auto local = axes_.find(entry.node);
    if (local == axes_.end()) {
      entries.push_back(entry);
      return;
    }
    const int group = entry.component / 3 * 3;
    const Vector& axis = local->second[entry.component - group];
    for (int i = 0; i < 3; ++i)
      if (std::abs(axis[i]) > 1e-15 && contains(components_[entry.node], group + i))
        entries.push_back({entry.node, group + i, entry.coefficient * axis[i]});
  }

  std::string node_name(Index node) const {
    return fmt::format("node {}", model_.mesh.node_ids[node]);
  }

  std::string why_missing(Index node) const {
    return components_[node] == 0 ? "it belongs to no element and no constraint"
                                  : "its elements do not have it";
  }

  void add_supports() {
    for (const Support& support : agreeing_supports(model_, conditions_, names_)) {
      if (!contains(components_[support.node], support.component)) {
        notice_nothing_moved(support);
        continue;
      }
      if (eliminate_ && support.value == 0 && !axes_.contains(support.node)) {
        result_.fixed[support.node] |= ComponentMask(1 << support.component);
        continue;
      }
      Equation row;
      append_entry(row.entries, {support.node, support.component, 1.0});
      row.value = support.value;
      row.amplitude = support.amplitude;
      row.support = true;
      row.name = fmt::format("support of {}, {}", node_name(support.node),
                             component_name(support.component));
      result_.rows.push_back(std::move(row));
    }
  }

  /// `fix: all` means what there is. A motion of what there is not would pass for one that acts: an
  /// error at a node that nothing uses, a warning where only this component is missing.
  void notice_nothing_moved(const Support& support) {
    if (support.value == 0) return;
    const std::string text = fmt::format("{}: {} has no component '{}' to move: {}", support.where,
                                         node_name(support.node), component_name(support.component),
                                         why_missing(support.node));
    if (components_[support.node] == 0) core::input_error("{}", text);
    if (said_.insert(support.where).second) result_.warnings.push_back(text + "; ignored");
  }

  void add_constraints() {
    std::vector<ComponentMask> anchored = element_components(model_);
    for (const Support& support : conditions_.supports)
      anchored[support.node] |= ComponentMask(1 << support.component);
    const ConstraintContext context{model_.mesh, components_, anchored, &result_.warnings};
    for (const auto& constraint : conditions_.constraints) {
      std::vector<Equation> rows;
      constraint->append(context, rows);
      for (Equation& row : rows) {
        if (constraint->in_node_axes()) {
          std::vector<EquationEntry> entries;
          for (const auto& entry : row.entries) append_entry(entries, entry);
          row.entries = std::move(entries);
        }
        result_.rows.push_back(std::move(row));
      }
    }
  }

  void take_out_fixed() {
    std::vector<Equation> rows;
    for (Equation& row : result_.rows) {
      if (row.entries.empty()) continue;
      simplify(row);
      if (!row.entries.empty()) {
        rows.push_back(std::move(row));
      } else if (row.value != 0) {
        core::input_error(
            "{}: {} contradicts the fixed components: it asks for {} where all "
            "components are held at zero",
            model_.mesh.file, row.name, row.value);
      }
    }
    result_.rows = std::move(rows);
  }

  /// Sums entries of the same component and leaves out those that are held at zero.
  void simplify(Equation& row) const {
    std::sort(row.entries.begin(), row.entries.end(), [](const auto& a, const auto& b) {
      return std::pair(a.node, a.component) < std::pair(b.node, b.component);
    });
    double largest = 0;
    for (const auto& entry : row.entries) largest = std::max(largest, std::abs(entry.coefficient));
    std::vector<EquationEntry> entries;
    for (const auto& entry : row.entries) {
      if (contains(result_.fixed[entry.node], entry.component)) continue;
      const bool same = !entries.empty() && entries.back().node == entry.node &&
                        entries.back().component == entry.component;
      if (same)
        entries.back().coefficient += entry.coefficient;
      else
        entries.push_back(entry);
    }
    std::erase_if(
        entries, [&](const auto& entry) { return std::abs(entry.coefficient) <= 1e-14 * largest; });
    row.entries = std::move(entries);
  }

  void drop_redundant() {
    if (result_.rows.empty()) return;
    for (Equation& row : result_.rows) row.amplitude = names_.first_of(row.amplitude);
    const RedundancyReport report = find_redundant(result_.rows);
    constexpr std::size_t most_named = 8;
    for (std::size_t i = 0; i < std::min(report.dropped.size(), most_named); ++i) {
      const auto& dropped = report.dropped[i];
      result_.warnings.push_back(fmt::format("{} follows from {}: dropped",
                                             result_.rows[dropped.row].name,
                                             names_of(dropped.implied_by)));
    }
    if (report.dropped.size() > most_named)
      result_.warnings.push_back(fmt::format("{} more redundant constraint rows were dropped",
                                             report.dropped.size() - most_named));
    std::vector<Equation> kept;
    for (const int row : report.kept) kept.push_back(std::move(result_.rows[row]));
    result_.rows = std::move(kept);
  }

  std::string names_of(const std::vector<int>& rows) const {
    constexpr std::size_t most = 4;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(rows.size(), most); ++i)
      names.push_back(result_.rows[rows[i]].name);
    std::string text = fmt::format("{}", fmt::join(names, "; "));
    if (rows.size() > most) text += fmt::format(" and {} more", rows.size() - most);
    return text;
  }

  void add_loads() {
    for (const NodalLoad& load : conditions_.nodal) {
      if (!contains(components_[load.node], load.component))
        core::input_error("{}: {} has no component '{}' that a force could act on: {}", load.where,
                          node_name(load.node), component_name(load.component),
                          why_missing(load.node));
      std::vector<EquationEntry> entries;
      append_entry(entries, {load.node, load.component, load.value});
      for (const auto& entry : entries)
        add_load({entry.node, entry.component, entry.coefficient, load.amplitude, load.where});
    }
    for (const SurfaceLoad& load : conditions_.surface) append(nodal_forces(model_, load));
    for (const LineLoad& load : conditions_.line) append(nodal_forces(model_, load));
    result_.line = conditions_.line;
    for (const BodyLoad& load : conditions_.body)
      if (const std::string wrong = plane_.complaint(load.acceleration); !wrong.empty())
        core::input_error("{}: {}", load.where, wrong);
    result_.body = conditions_.body;
    for (const ExactForce& force : conditions_.forces) append(force);
  }

  void add_load(const NodalLoad& load) {
    if (contains(plane_.at(load.node), load.component))
      core::input_error("{}: {}: {}", load.where, node_name(load.node),
                        plane_.why_not(load.component));
    result_.loads.push_back(load);
  }

  void append(const ExactForce& force) {
    for (const ExactUnit& unit : force.units) {
      const int first = unit.which == 0 ? 0 : 3;
      if (contains(components_[unit.node], first)) continue;
      if (components_[unit.node] == 0)
        core::input_error("{}: {} {}", force.where, node_name(unit.node), why_missing(unit.node));
      core::input_error(
          "{}: {} has no orientation that this could turn with: take the reference node of a rigid "
          "body, a mass with inertia, or a node of a beam",
          force.where, node_name(unit.node));
    }
    result_.forces.push_back(force);
  }

  void append(const std::vector<NodalLoad>& loads) {
    for (const auto& load : loads) {
      if (!contains(components_[load.node], load.component))
        core::input_error("{}: the surface has {}, which belongs to no element", load.where,
                          node_name(load.node));
      // A pressure on an edge that ends on the axis pushes nothing there.
      if (!contains(plane_.at(load.node), load.component) || load.component != 0) add_load(load);
    }
  }

  const Model& model_;
  const Conditions& conditions_;
  std::span<const ComponentMask> components_;
  bool eliminate_;
  PlaneHolds plane_;
  AmplitudeNames names_;
  std::set<std::string> said_;  // places of supports that move nothing
  std::unordered_map<Index, Axes> axes_;
  ResolvedConditions result_;
};

}  // namespace

std::vector<ComponentMask> node_components(const Model& model, std::span<const Conditions> steps,
                                           Orphans orphans) {
  const std::vector<ComponentMask> of_elements = element_components(model);
  std::vector<ComponentMask> components = of_elements;
  const ConstraintContext context{model.mesh, of_elements};
  for (const Conditions& step : steps)
    for (const auto& constraint : step.constraints) constraint->add_components(context, components);
  if (orphans == Orphans::refuse) require_used_nodes(model, components);
  if (model.nonlinear)  // places and orientations are whole
    for (ComponentMask& mask : components)
      if (mask != 0) mask = (mask & ~translations) != 0 ? all_components : translations;
  return components;
}

ResolvedConditions resolve(const Model& model, const Conditions& conditions,
                           std::span<const ComponentMask> components, bool eliminate) {
  return Preparation(model, conditions, components, eliminate).run();
}

}  // namespace sparkdyn::structure
