// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <numeric>

#include "gmsh_raw.hpp"
#include "gmsh_surfaces.hpp"

namespace sparkdyn::input {

using structure::Cell;
using structure::Facet;
using structure::Mesh;

namespace {

int dimension_of(const Cell& cell) {
  return structure::info(cell.shape).dimension;
}

std::span<const Index> nodes_of(const Mesh& mesh, const Cell& cell) {
  return {mesh.nodes_of(cell), static_cast<std::size_t>(structure::info(cell.shape).nodes)};
}

/// Takes out cells where `keep` is false, and makes `members` follow.
void keep_cells(GmshRaw& raw, const std::vector<bool>& keep) {
  std::vector<Index> before(keep.size() + 1, 0);  // how many kept cells stand before each
  for (std::size_t i = 0; i < keep.size(); ++i) before[i + 1] = before[i] + (keep[i] ? 1 : 0);
  Mesh& mesh = raw.mesh;
  std::vector<Cell> cells;
  std::vector<Index> cell_nodes;
  for (std::size_t i = 0; i < keep.size(); ++i) {
    if (!keep[i]) continue;
    const auto nodes = nodes_of(mesh, mesh.cells[i]);
    cells.push_back({mesh.cells[i].id, mesh.cells[i].shape, static_cast<Index>(cell_nodes.size())});
    cell_nodes.insert(cell_nodes.end(), nodes.begin(), nodes.end());
  }
  for (Membership& member : raw.members) {
    const Index first = before[static_cast<std::size_t>(member.first)];
    member.count = before[static_cast<std::size_t>(member.first + member.count)] - first;
    member.first = first;
  }
  mesh.cells = std::move(cells);
  mesh.cell_nodes = std::move(cell_nodes);
}

/// Without groups Gmsh writes a point cell for every point of the geometry's construction.
void drop_points_in_no_group(GmshRaw& raw) {
  std::vector<bool> keep(raw.mesh.cells.size());
  for (std::size_t i = 0; i < keep.size(); ++i)
    keep[i] = raw.mesh.cells[i].shape != structure::Shape::point;
  if (std::all_of(keep.begin(), keep.end(), [](bool kept) { return kept; })) return;
  for (const Membership& member : raw.members)
    std::fill_n(keep.begin() + member.first, member.count, true);
  keep_cells(raw, keep);
}

std::vector<bool> used_nodes(const Mesh& mesh) {
  std::vector<bool> used(mesh.points.size(), false);
  for (const Index node : mesh.cell_nodes) used[static_cast<std::size_t>(node)] = true;
  return used;
}

/// Nodes that only cells used which were dropped. Nodes that were in no cell to begin with stay,
/// for the model to complain of.
void drop_nodes_of_dropped_cells(Mesh& mesh, const std::vector<bool>& used_before) {
  std::vector<Index> position(mesh.points.size(), -1);
  const std::vector<bool> used = used_nodes(mesh);
  for (std::size_t i = 0; i < position.size(); ++i)
    if (used[i] || !used_before[i]) position[i] = 0;
  if (std::find(position.begin(), position.end(), -1) == position.end()) return;
  Index kept = 0;
  for (std::size_t i = 0; i < position.size(); ++i) {
    if (position[i] < 0) continue;
    mesh.node_ids[static_cast<std::size_t>(kept)] = mesh.node_ids[i];
    mesh.points[static_cast<std::size_t>(kept)] = mesh.points[i];
    position[i] = kept++;
  }
  mesh.node_ids.resize(static_cast<std::size_t>(kept));
  mesh.points.resize(static_cast<std::size_t>(kept));
  for (Index& node : mesh.cell_nodes) node = position[static_cast<std::size_t>(node)];
}

/// The cells of each physical group, ascending.
std::map<Tagged, std::vector<Index>> cells_of_groups(const GmshRaw& raw) {
  std::map<Tagged, std::vector<Index>> groups;
  for (const Membership& member : raw.members) {
    if (member.count == 0) continue;
    auto& cells = groups[member.group];
    cells.resize(cells.size() + static_cast<std::size_t>(member.count));
    std::iota(cells.end() - member.count, cells.end(), member.first);
  }
  for (auto& [group, cells] : groups) {
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  }
  return groups;
}

using Groups = std::map<Tagged, std::vector<Index>>;

std::string name_of(const GmshRaw& raw, const Groups& groups, const Tagged& group) {
  constexpr std::array<const char*, 4> kinds{"point", "curve", "surface", "volume"};
  const auto given = raw.names.find(group);
  if (given != raw.names.end()) return given->second;
  const std::string number = std::to_string(group.second);
  for (int dimension = 0; dimension < 4; ++dimension) {
    const Tagged other{dimension, group.second};
    const bool unnamed = groups.contains(other) && !raw.names.contains(other);
    if (dimension != group.first && unnamed)
      return std::string(kinds[static_cast<std::size_t>(group.first)]) + " " + number;
  }
  return number;
}

/// The nodes of the cells join `nodes`, which is sorted and holds nothing twice. There may be as
/// many groups as cells, so that small ones must not take time for the whole mesh.
void add_nodes(const Mesh& mesh, const std::vector<Index>& cells, std::vector<Index>& nodes) {
  for (const Index cell : cells) {
    const auto more = nodes_of(mesh, mesh.cells[static_cast<std::size_t>(cell)]);
    nodes.insert(nodes.end(), more.begin(), more.end());
  }
  if (nodes.size() < mesh.points.size() / 16) {
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return;
  }
  std::vector<bool> marked(mesh.points.size(), false);
  for (const Index node : nodes) marked[static_cast<std::size_t>(node)] = true;
  nodes.clear();
  for (std::size_t i = 0; i < marked.size(); ++i)
    if (marked[i]) nodes.push_back(static_cast<Index>(i));
}

std::vector<Index> cells_of_dimension(const Mesh& mesh, int dimension) {
  std::vector<Index> cells;
  for (std::size_t i = 0; i < mesh.cells.size(); ++i)
    if (dimension_of(mesh.cells[i]) == dimension) cells.push_back(static_cast<Index>(i));
  return cells;
}

/// All cells in groups of one dimension, each once.
std::vector<Index> cells_in_groups(const Groups& groups, int dimension) {
  std::vector<Index> all;
  for (const auto& [group, cells] : groups)
    if (group.first == dimension) all.insert(all.end(), cells.begin(), cells.end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// The facets of cells in groups of lines and faces.
class Facets {
 public:
  Facets(const Mesh& mesh, const Groups& groups) : mesh_(mesh) {
    faces_ = cells_in_groups(groups, 2);
    lines_ = cells_in_groups(groups, 1);
    face_facets_ = find_sides(mesh, faces_, cells_of_dimension(mesh, 3));
    line_facets_ = find_sides(mesh, lines_, shells());
  }

  /// Faces that bound no solid are shells, and facets by themselves; lines that bound no shell
  /// are none.
  void append(int dimension, const std::vector<Index>& cells, std::vector<Facet>& facets) const {
    const auto& all = dimension == 2 ? faces_ : lines_;
    const auto& sides = dimension == 2 ? face_facets_ : line_facets_;
    for (const Index cell : cells) {
      const auto place = std::lower_bound(all.begin(), all.end(), cell) - all.begin();
      const Facet& side = sides[static_cast<std::size_t>(place)];
      if (side.cell >= 0)
        facets.push_back(side);
      else if (dimension == 2)
        facets.push_back(facet_of(mesh_, cell));
    }
  }

 private:
  /// Faces of a mesh with solids are taken for shells only where they bound none.
  std::vector<Index> shells() const {
    if (cells_of_dimension(mesh_, 3).empty()) return cells_of_dimension(mesh_, 2);
    std::vector<Index> cells;
    for (std::size_t i = 0; i < faces_.size(); ++i)
      if (face_facets_[i].cell < 0) cells.push_back(faces_[i]);
    return cells;
  }

  const Mesh& mesh_;
  std::vector<Index> faces_, lines_;
  std::vector<Facet> face_facets_, line_facets_;
};

void add_groups(const GmshRaw& raw, const Groups& groups, Mesh& mesh) {
  const Facets facets(mesh, groups);
  // Ascending in dimension: where groups share a name the cells of the highest remain.
  for (const auto& [group, cells] : groups) {
    const std::string name = name_of(raw, groups, group);
    auto& named = mesh.cell_groups[name];
    const bool other = !named.empty() &&
                       dimension_of(mesh.cells[static_cast<std::size_t>(named[0])]) != group.first;
    if (other) named.clear();
    std::vector<Index> merged;
    std::set_union(named.begin(), named.end(), cells.begin(), cells.end(),
                   std::back_inserter(merged));
    named = std::move(merged);
    add_nodes(mesh, cells, mesh.node_groups[name]);
    if (group.first != 1 && group.first != 2) continue;
    std::vector<Facet> found;
    facets.append(group.first, cells, found);
    if (found.empty()) continue;
    auto& surface = mesh.surfaces[name];
    if (other) surface.clear();
    surface.insert(surface.end(), found.begin(), found.end());
  }
}

}  // namespace

Mesh finish(GmshRaw raw) {
  const std::vector<bool> used = used_nodes(raw.mesh);
  drop_points_in_no_group(raw);
  drop_nodes_of_dropped_cells(raw.mesh, used);
  const Groups groups = cells_of_groups(raw);
  Mesh mesh = std::move(raw.mesh);
  add_groups(raw, groups, mesh);
  return mesh;
}

}  // namespace sparkdyn::input
