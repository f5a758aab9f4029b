// SPDX-License-Identifier: BSD-3-Clause
#include "builder.hpp"

#include <algorithm>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/structure/groups.hpp"

namespace sparkdyn::input {

using structure::Index;

namespace {

std::string point_text(const structure::Vector& point) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", point[0], point[1], point[2]);
}

std::string node_text(const structure::Mesh& mesh, Index node) {
  return fmt::format("node {} at {}", mesh.node_ids[node], point_text(mesh.points[node]));
}

}  // namespace

std::string NodeSelection::text() const {
  if (number) return fmt::format("node {}", *number);
  if (point)
    return fmt::format("the node nearest to ({}, {}, {})", (*point)[0], (*point)[1], (*point)[2]);
  return fmt::format("group '{}'", group);
}

ModelBuilder::ModelBuilder(structure::Mesh mesh, std::size_t load_cases,
                           std::vector<double> releases)
    : conditions(std::max<std::size_t>(load_cases, 1) * (releases.size() + 1)),
      load_cases_(std::max<std::size_t>(load_cases, 1)),
      releases_(std::move(releases)) {
  model.mesh = std::move(mesh);
  model.roles.resize(model.mesh.cells.size());
  for (std::size_t i = 0; i < model.mesh.node_ids.size(); ++i) {
    index_of_.emplace(model.mesh.node_ids[i], static_cast<Index>(i));
    next_node_ = std::max(next_node_, model.mesh.node_ids[i] + 1);
  }
  for (const auto& cell : model.mesh.cells) next_cell_ = std::max(next_cell_, cell.id + 1);
}

std::vector<Index> ModelBuilder::nodes(const NodeSelection& selection) const {
  if (selection.number) {
    const auto found = index_of_.find(*selection.number);
    if (found == index_of_.end())
      core::input_error("{}: there is no node {} in {}", selection.where, *selection.number,
                        mesh().file);
    return {found->second};
  }
  if (selection.point) {
    const auto found = located(selection);
    remember_move(selection, found.distance, found.size, node_text(mesh(), found.nearest));
    return {found.nearest};
  }
  const auto& found = structure::nodes_in(mesh(), selection.group, selection.where);
  spend(found.size(), selection.where);
  return found;
}

void ModelBuilder::spend(std::size_t members, const std::string& where) const {
  const std::size_t entities = mesh().points.size() + mesh().cells.size();
  constexpr std::size_t components = 6;  // a support of a node may become as many
  if (!expansion_.spend(components * members, entities))
    core::input_error("{}: {}", where, Expansion::complaint(entities));
}

Index ModelBuilder::node(const NodeSelection& selection) const {
  const auto found = nodes(selection);
  if (found.size() != 1)
    core::input_error("{}: one node is needed here, but {} has {}", selection.where,
                      selection.text(), found.size());
  return found[0];
}

structure::PointLocation ModelBuilder::located(const NodeSelection& selection,
                                               structure::ComponentMask needed) const {
  auto found = structure::locate(model, *selection.point, needed);
  if (is_near(found)) return found;
  core::input_error(
      "{}: there is nothing at the point {}: the nearest node is {}, {:.4g} away{}; give a point "
      "of "
      "the structure, a node or a group",
      selection.where, point_text(*selection.point), node_text(mesh(), found.nearest),
      found.distance,
      found.size > 0 ? fmt::format(", where the elements are {:.4g} long", found.size)
                     : std::string(", and no element with an extent is there"));
}

void ModelBuilder::remember_move(const NodeSelection& selection, double far, double size,
                                 const std::string& taken_as) const {
  if (far <= structure::negligible_move * size) return;
  auto note = fmt::format("{}: the point {} is taken as {}, {:.4g} away", selection.where,
                          point_text(*selection.point), taken_as, far);
  if (std::find(notes_.begin(), notes_.end(), note) == notes_.end())
    notes_.push_back(std::move(note));
}

std::vector<std::pair<Index, double>> ModelBuilder::shares(const NodeSelection& selection,
                                                           int component) const {
  if (selection.point) {
    auto found = located(selection, static_cast<structure::ComponentMask>(1 << component));
    if (!found.shares.empty()) {
      remember_move(selection, found.off, found.size, point_text(found.place));
      return std::move(found.shares);
    }
  }
  std::vector<std::pair<Index, double>> all;
  for (const Index node : nodes(selection)) all.emplace_back(node, 1.0);
  return all;
}

const std::vector<Index>& ModelBuilder::cells(const std::string& group,
                                              const std::string& where) const {
  const auto& found = structure::cells_in(mesh(), group, where);
  spend(found.size(), where);
  return found;
}

const std::vector<structure::Facet>& ModelBuilder::surface(const std::string& name,
                                                           const std::string& where) const {
  const auto& found = structure::facets_in(mesh(), name, where);
  spend(found.size(), where);
  return found;
}

int ModelBuilder::add_section(const structure::Section& section) {
  model.sections.push_back(section);
  return static_cast<int>(model.sections.size()) - 1;
}

int ModelBuilder::material(const std::string& name, const std::string& where) const {
  const auto& names = model.material_names;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    core::input_error("{}: there is no material '{}'; materials: {}", where, name,
                      core::allowed(name, names));
  return static_cast<int>(found - names.begin());
}

void ModelBuilder::add_node(const std::string& name, const structure::Vector& point,
                            const std::string& where) {
  if (mesh().node_groups.contains(name))
    core::input_error("{}: {} already has a group of nodes '{}'", where, mesh().file, name);
  const Index index = mesh().nodes();
  model.mesh.node_ids.push_back(next_node_);
  model.mesh.points.push_back(point);
  model.mesh.node_groups[name] = {index};
  index_of_.emplace(next_node_++, index);
}

void ModelBuilder::add_cell(structure::Shape shape, std::vector<Index> nodes, int element,
                            int section) {
  model.mesh.cells.push_back(
      {next_cell_++, shape, static_cast<Index>(model.mesh.cell_nodes.size())});
  model.mesh.cell_nodes.insert(model.mesh.cell_nodes.end(), nodes.begin(), nodes.end());
  model.roles.push_back({static_cast<std::int16_t>(element), section});
}

}  // namespace sparkdyn::input
