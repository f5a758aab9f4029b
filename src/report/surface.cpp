// SPDX-License-Identifier: BSD-3-Clause
#include "report/surface.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <unordered_map>

#include "sparkdyn/structure/shape.hpp"

namespace sparkdyn::report {
namespace {

using structure::Shape;
using structure::ShapeInfo;

constexpr hsize_t block = 65536;  ///< cells or points read at once

/// A facet with its nodes, corners first and then the middles of the edges.
struct Facet {
  std::array<std::int64_t, 8> nodes{};
  int count = 0, corners = 0;
  std::int64_t cell = 0;
  bool shell = false;
};

using FacetKey = std::array<std::int64_t, 4>;
struct FacetHash {
  std::size_t operator()(const FacetKey& key) const {
    std::size_t sum = 1469598103934665603ULL;
    for (const std::int64_t node : key)
      sum = (sum ^ static_cast<std::size_t>(node)) * 1099511628211ULL;
    return sum;
  }
};

FacetKey key_of(const Facet& facet) {
  FacetKey key{-1, -1, -1, -1};
  std::copy_n(facet.nodes.begin(), facet.corners, key.begin());
  std::sort(key.begin(), key.end());
  return key;
}

const ShapeInfo* shape_of_vtk(std::int64_t type) {
  for (int i = 0; i < structure::shape_count; ++i)
    if (structure::info(static_cast<Shape>(i)).vtk_type == type)
      return &structure::info(static_cast<Shape>(i));
  return nullptr;
}

/// Facets, lines and points in the file's numbers.
struct Seen {
  std::vector<Facet> facets;
  std::vector<std::array<std::int64_t, 3>> lines;   ///< two nodes, cell
  std::vector<std::array<std::int64_t, 2>> single;  ///< node, cell
};

class Collector {
 public:
  void add(std::int64_t cell, const ShapeInfo& shape, const std::int64_t* vtk_nodes) {
    std::array<std::int64_t, structure::most_nodes> nodes{};
    for (int i = 0; i < shape.nodes; ++i) nodes[shape.vtk_order[i]] = vtk_nodes[i];
    if (shape.dimension == 0) seen_.single.push_back({nodes[0], cell});
    if (shape.dimension == 1) add_line(cell, shape, nodes.data());
    if (shape.dimension == 2) {
      Facet facet = facet_of(shape, nodes.data(), cell);
      facet.shell = true;
      seen_.facets.push_back(facet);
    }
    if (shape.dimension == 3)
      for (const structure::Side& side : shape.sides) add_side(side, nodes.data(), cell);
  }

  Seen take() {
    for (const auto& [key, facet] : open_) seen_.facets.push_back(facet);
    std::sort(seen_.facets.begin(), seen_.facets.end(), [](const Facet& a, const Facet& b) {
      return std::tie(a.cell, a.nodes) < std::tie(b.cell, b.nodes);
    });
    return std::move(seen_);
  }

 private:
  static Facet facet_of(const ShapeInfo& shape, const std::int64_t* nodes, std::int64_t cell) {
    Facet facet{.nodes = {}, .count = shape.nodes, .corners = shape.corners, .cell = cell};
    std::copy_n(nodes, shape.nodes, facet.nodes.begin());
    return facet;
  }

  void add_line(std::int64_t cell, const ShapeInfo& shape, const std::int64_t* nodes) {
    if (shape.nodes == 2) {
      seen_.lines.push_back({nodes[0], nodes[1], cell});
    } else {
      seen_.lines.push_back({nodes[0], nodes[2], cell});
      seen_.lines.push_back({nodes[2], nodes[1], cell});
    }
  }

  void add_side(const structure::Side& side, const std::int64_t* nodes, std::int64_t cell) {
    const ShapeInfo& shape = structure::info(side.shape);
    std::array<std::int64_t, structure::most_nodes> of_side{};
    for (int i = 0; i < shape.nodes; ++i) of_side[i] = nodes[side.nodes[i]];
    const Facet facet = facet_of(shape, of_side.data(), cell);
    const auto [found, fresh] = open_.try_emplace(key_of(facet), facet);
    if (!fresh) open_.erase(found);
  }

  Seen seen_;
  std::unordered_map<FacetKey, Facet, FacetHash> open_;
};

Seen read_cells(const ResultsReader& file) {
  Collector collector;
  const hsize_t cells = file.rows("VTKHDF/Types");
  for (hsize_t first = 0; first < cells; first += block) {
    const hsize_t count = std::min(block, cells - first);
    const auto types = file.integers("VTKHDF/Types", first, count);
    const auto offsets = file.integers("VTKHDF/Offsets", first, count + 1);
    const auto nodes = file.integers("VTKHDF/Connectivity", static_cast<hsize_t>(offsets.front()),
                                     static_cast<hsize_t>(offsets.back() - offsets.front()));
    for (hsize_t i = 0; i < count; ++i) {
      const ShapeInfo* shape = shape_of_vtk(types[i]);
      if (shape == nullptr || offsets[i + 1] - offsets[i] != shape->nodes) continue;
      collector.add(static_cast<std::int64_t>(first + i), *shape,
                    nodes.data() + (offsets[i] - offsets.front()));
    }
  }
  return collector.take();
}

/// Triangles of a facet as positions in it: those of a quadratic one use its middle nodes.
std::vector<std::array<int, 3>> triangles_of(const Facet& facet) {
  if (facet.count == 3) return {{0, 1, 2}};
  if (facet.count == 4) return {{0, 1, 2}, {0, 2, 3}};
  if (facet.count == 6) return {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}};
  return {{0, 4, 7}, {4, 1, 5}, {5, 2, 6}, {6, 3, 7}, {4, 5, 6}, {4, 6, 7}};
}

/// Edges as positions in the facet.
std::vector<std::array<int, 2>> edges_of(const Facet& facet) {
  std::vector<std::array<int, 2>> edges;
  for (int i = 0; i < facet.corners; ++i) {
    const int next = (i + 1) % facet.corners;
    if (facet.count == facet.corners) {
      edges.push_back({i, next});
    } else {
      edges.push_back({i, facet.corners + i});
      edges.push_back({facet.corners + i, next});
    }
  }
  return edges;
}

class Numbering {
 public:
  void use(std::int64_t row) { rows_.push_back(row); }
  void settle() {
    std::sort(rows_.begin(), rows_.end());
    rows_.erase(std::unique(rows_.begin(), rows_.end()), rows_.end());
  }
  std::uint32_t operator()(std::int64_t row) const {
    return static_cast<std::uint32_t>(std::lower_bound(rows_.begin(), rows_.end(), row) -
                                      rows_.begin());
  }
  std::vector<std::int64_t> take() { return std::move(rows_); }

 private:
  std::vector<std::int64_t> rows_;
};

void add_facets(const Seen& seen, const Numbering& points, const Numbering& cells, Surface& found) {
  std::vector<std::array<std::uint32_t, 2>> edges;
  for (const Facet& facet : seen.facets) {
    for (const auto& triangle : triangles_of(facet)) {
      for (const int i : triangle) found.triangles.push_back(points(facet.nodes[i]));
      found.triangle_cells.push_back(cells(facet.cell));
      found.triangle_shells.push_back(facet.shell ? 1 : 0);
    }
    for (const auto& [a, b] : edges_of(facet)) {
      const std::uint32_t i = points(facet.nodes[a]), j = points(facet.nodes[b]);
      edges.push_back({std::min(i, j), std::max(i, j)});
    }
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  for (const auto& [i, j] : edges) found.edges.insert(found.edges.end(), {i, j});
  found.all_triangles = found.triangle_cells.size();
}

Surface numbered(const Seen& seen) {
  Numbering points, cells;
  for (const Facet& facet : seen.facets) {
    for (int i = 0; i < facet.count; ++i) points.use(facet.nodes[i]);
    cells.use(facet.cell);
  }
  for (const auto& [a, b, cell] : seen.lines) {
    points.use(a);
    points.use(b);
    cells.use(cell);
  }
  for (const auto& [node, cell] : seen.single) {
    points.use(node);
    cells.use(cell);
  }
  points.settle();
  cells.settle();
  Surface found;
  add_facets(seen, points, cells, found);
  for (const auto& [a, b, cell] : seen.lines) {
    found.lines.insert(found.lines.end(), {points(a), points(b)});
    found.line_cells.push_back(cells(cell));
  }
  for (const auto& [node, cell] : seen.single) {
    found.single.push_back(points(node));
    found.single_cells.push_back(cells(cell));
  }
  found.points = points.take();
  found.cells = cells.take();
  return found;
}

/// The user's numbers of some rows, read block by block.
std::vector<std::int64_t> numbers_at(const ResultsReader& file, const std::string& name,
                                     const std::vector<std::int64_t>& rows) {
  std::vector<std::int64_t> found;
  found.reserve(rows.size());
  const hsize_t all = file.rows(name);
  for (std::size_t at = 0; at < rows.size();) {
    const auto first = static_cast<hsize_t>(rows[at]);
    const auto values = file.integers(name, first, std::min(block, all - first));
    for (; at < rows.size() && rows[at] < static_cast<std::int64_t>(first + values.size()); ++at)
      found.push_back(values[static_cast<std::size_t>(rows[at]) - first]);
  }
  return found;
}

void read_points(const ResultsReader& file, Surface& surface) {
  const hsize_t all = file.rows("VTKHDF/Points");
  const auto& rows = surface.points;
  std::array<double, 3> low{}, high{};
  low.fill(std::numeric_limits<double>::infinity());
  high.fill(-std::numeric_limits<double>::infinity());
  for (std::size_t at = 0; at < rows.size();) {
    const auto first = static_cast<hsize_t>(rows[at]);
    const hsize_t count = std::min(block, all - first);
    const auto values = file.numbers("VTKHDF/Points", first, count);
    for (; at < rows.size() && rows[at] < static_cast<std::int64_t>(first + count); ++at)
      for (std::size_t c = 0; c < 3; ++c) {
        const double x = values[3 * (static_cast<std::size_t>(rows[at]) - first) + c];
        surface.coordinates.push_back(static_cast<float>(x));
        low[c] = std::min(low[c], x);
        high[c] = std::max(high[c], x);
      }
  }
  if (!rows.empty())
    surface.size = std::hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
}

/// For each point the first one in the same box of a lattice of this width.
std::vector<std::uint32_t> first_in_box(const Surface& surface, double width) {
  std::unordered_map<FacetKey, std::uint32_t, FacetHash> boxes;
  std::vector<std::uint32_t> first(surface.points.size());
  for (std::uint32_t i = 0; i < first.size(); ++i) {
    FacetKey box{};
    for (std::size_t c = 0; c < 3; ++c)
      box[c] = std::llround(surface.coordinates[3 * i + c] / width);
    first[i] = boxes.try_emplace(box, i).first->second;
  }
  return first;
}

std::size_t triangles_left(const Surface& surface, const std::vector<std::uint32_t>& to) {
  std::size_t left = 0;
  for (std::size_t t = 0; t < surface.triangles.size(); t += 3) {
    const auto a = to[surface.triangles[t]], b = to[surface.triangles[t + 1]],
               c = to[surface.triangles[t + 2]];
    left += a != b && b != c && c != a ? 1 : 0;
  }
  return left;
}

/// Keeps what has not shrunk to a point or a line. The points' own lists stay: a frame is read of
/// those that are still used.
void contract(Surface& surface, const std::vector<std::uint32_t>& to) {
  Surface coarse = surface;
  coarse.triangles.clear();
  coarse.triangle_cells.clear();
  coarse.triangle_shells.clear();
  std::set<std::array<std::uint32_t, 2>> edges;
  for (std::size_t t = 0; t < surface.triangle_cells.size(); ++t) {
    std::array<std::uint32_t, 3> corner{};
    for (std::size_t i = 0; i < 3; ++i) corner[i] = to[surface.triangles[3 * t + i]];
    if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0]) continue;
    coarse.triangles.insert(coarse.triangles.end(), corner.begin(), corner.end());
    coarse.triangle_cells.push_back(surface.triangle_cells[t]);
    coarse.triangle_shells.push_back(surface.triangle_shells[t]);
    for (std::size_t i = 0; i < 3; ++i)
      edges.insert(
          {std::min(corner[i], corner[(i + 1) % 3]), std::max(corner[i], corner[(i + 1) % 3])});
  }
  coarse.edges.clear();
  for (const auto& [a, b] : edges) coarse.edges.insert(coarse.edges.end(), {a, b});
  surface = std::move(coarse);
}

/// Renumbers after triangles were left out, so that no frame stores what nothing shows.
void compact(Surface& surface) {
  std::vector<std::uint32_t> use(surface.points.size(), 0), cell_use(surface.cells.size(), 0);
  const auto mark = [](const auto& list, auto& marks) {
    for (const std::uint32_t i : list) marks[i] = 1;
  };
  for (const auto* list : {&surface.triangles, &surface.lines, &surface.single}) mark(*list, use);
  for (const auto* list : {&surface.triangle_cells, &surface.line_cells, &surface.single_cells})
    mark(*list, cell_use);
  const auto renumber = [](std::vector<std::int64_t>& rows, std::vector<std::uint32_t>& marks) {
    std::vector<std::int64_t> kept;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (marks[i] == 0) continue;
      marks[i] = static_cast<std::uint32_t>(kept.size());
      kept.push_back(rows[i]);
    }
    rows = std::move(kept);
  };
  std::vector<float> coordinates;
  for (std::size_t i = 0; i < use.size(); ++i)
    if (use[i] != 0)
      coordinates.insert(coordinates.end(), surface.coordinates.begin() + static_cast<long>(3 * i),
                         surface.coordinates.begin() + static_cast<long>(3 * i + 3));
  surface.coordinates = std::move(coordinates);
  renumber(surface.points, use);
  renumber(surface.cells, cell_use);
  for (auto* list : {&surface.triangles, &surface.edges, &surface.lines, &surface.single})
    for (std::uint32_t& i : *list) i = use[i];
  for (auto* list : {&surface.triangle_cells, &surface.line_cells, &surface.single_cells})
    for (std::uint32_t& i : *list) i = cell_use[i];
}

void thin_out(Surface& surface, std::size_t most) {
  if (surface.all_triangles <= most || !(surface.size > 0)) return;
  double width = surface.size / std::sqrt(static_cast<double>(most));
  std::vector<std::uint32_t> to = first_in_box(surface, width);
  constexpr double wider = 1.2;
  while (triangles_left(surface, to) > most) to = first_in_box(surface, width *= wider);
  contract(surface, to);
  compact(surface);
}

}  // namespace

Surface read_surface(const ResultsReader& file, std::size_t most_triangles) {
  Surface surface = numbered(read_cells(file));
  read_points(file, surface);
  thin_out(surface, most_triangles);
  surface.nodes = numbers_at(file, "VTKHDF/PointData/node", surface.points);
  surface.elements = numbers_at(file, "VTKHDF/CellData/element", surface.cells);
  return surface;
}

}  // namespace sparkdyn::report
