// SPDX-License-Identifier: BSD-3-Clause
#include "gmsh_surfaces.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <unordered_map>

#include "core/hash.hpp"

namespace sparkdyn::input {

using structure::Cell;
using structure::Facet;
using structure::Index;
using structure::Mesh;
using structure::Side;

namespace {

/// Corners in ascending order: the same from both sides.
using Corners = std::array<Index, 4>;

struct CornersHash {
  std::size_t operator()(const Corners& corners) const {
    core::ItemHash hash;
    for (const Index corner : corners) hash.add(std::uint64_t{static_cast<std::uint32_t>(corner)});
    return hash.value();
  }
};

Corners sorted(std::span<const Index> corners) {
  Corners result{-1, -1, -1, -1};
  std::copy(corners.begin(), corners.end(), result.begin());
  std::sort(result.begin(), result.end());
  return result;
}

/// Whether both go round the same corners in the same sense; lines have a first and a last corner.
bool same_sense(std::span<const Index> a, std::span<const Index> b) {
  if (a.size() == 2) return a[0] == b[0];
  const auto start = std::find(b.begin(), b.end(), a[0]) - b.begin();
  return b[static_cast<std::size_t>(start + 1) % b.size()] == a[1];
}

int side_corners(const Side& side) {
  return structure::info(side.shape).corners;
}

Facet facet_of_side(const Mesh& mesh, Index cell, const Side& side) {
  Facet facet{side.shape, {}, cell};
  const Index* nodes = mesh.nodes_of(mesh.cells[static_cast<std::size_t>(cell)]);
  for (std::size_t i = 0; i < side.nodes.size(); ++i) facet.nodes[i] = nodes[side.nodes[i]];
  return facet;
}

class SideFinder {
 public:
  SideFinder(const Mesh& mesh, const std::vector<Index>& boundary)
      : mesh_(mesh), on_boundary_(mesh.points.size(), false) {
    for (const Index cell : boundary) {
      const auto corners = corners_of(cell);
      for (const Index node : corners) on_boundary_[static_cast<std::size_t>(node)] = true;
      found_.try_emplace(sorted(corners), Found{cell, Facet{}, false});
    }
  }

  /// Most cells of a large mesh touch no boundary: their corners are not marked.
  void look_at(Index body) {
    const Cell& cell = mesh_.cells[static_cast<std::size_t>(body)];
    const Index* nodes = mesh_.nodes_of(cell);
    for (const Side& side : structure::info(cell.shape).sides) {
      const auto count = static_cast<std::size_t>(side_corners(side));
      std::array<Index, 4> corners{};
      bool marked = true;
      for (std::size_t i = 0; i < count; ++i) {
        corners[i] = nodes[side.nodes[i]];
        marked = marked && on_boundary_[static_cast<std::size_t>(corners[i])];
      }
      if (marked) offer(body, side, {corners.data(), count});
    }
  }

  Facet side_of(Index boundary_cell) const {
    return found_.at(sorted(corners_of(boundary_cell))).facet;
  }

 private:
  struct Found {
    Index boundary;
    Facet facet;
    bool same_sense;
  };

  std::span<const Index> corners_of(Index index) const {
    const Cell& cell = mesh_.cells[static_cast<std::size_t>(index)];
    return {mesh_.nodes_of(cell), static_cast<std::size_t>(structure::info(cell.shape).corners)};
  }

  void offer(Index body, const Side& side, std::span<const Index> corners) {
    const auto place = found_.find(sorted(corners));
    if (place == found_.end()) return;
    Found& found = place->second;
    const bool same = same_sense(corners_of(found.boundary), corners);
    if (found.facet.cell >= 0 && (found.same_sense || !same)) return;
    found.facet = facet_of_side(mesh_, body, side);
    found.same_sense = same;
  }

  const Mesh& mesh_;
  std::vector<bool> on_boundary_;
  std::unordered_map<Corners, Found, CornersHash> found_;
};

}  // namespace

std::vector<Facet> find_sides(const Mesh& mesh, const std::vector<Index>& boundary,
                              const std::vector<Index>& bodies) {
  SideFinder finder(mesh, boundary);
  for (const Index body : bodies) finder.look_at(body);
  std::vector<Facet> facets;
  facets.reserve(boundary.size());
  for (const Index cell : boundary) facets.push_back(finder.side_of(cell));
  return facets;
}

Facet facet_of(const Mesh& mesh, Index index) {
  const Cell& cell = mesh.cells[static_cast<std::size_t>(index)];
  Facet facet{cell.shape, {}, index};
  const Index* nodes = mesh.nodes_of(cell);
  std::copy(nodes, nodes + structure::info(cell.shape).nodes, facet.nodes.begin());
  return facet;
}

}  // namespace sparkdyn::input
