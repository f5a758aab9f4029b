// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Nodes, cells, named groups and surfaces as a file gives them. Whole on the rank that reads, and
// only until it is distributed.

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sparkdyn/structure/section.hpp"
#include "sparkdyn/structure/shape.hpp"

namespace sparkdyn::structure {

using Index = std::int32_t;  ///< position of a node or cell in the mesh, from 0

struct Cell {
  std::int64_t id = 0;  ///< the number in the file
  Shape shape = Shape::point;
  Index first = 0;  ///< where its nodes begin in Mesh::cell_nodes
};

/// A piece of a surface: nodes ordered so that the normal points outwards.
struct Facet {
  Shape shape = Shape::triangle3;
  std::array<Index, 8> nodes{};
  Index cell = -1;  ///< the cell whose side it is, when known
};

struct Mesh {
  std::string file;                    ///< where it comes from, for messages
  std::vector<std::int64_t> node_ids;  ///< the numbers in the file
  std::vector<Vector> points;          ///< coordinates, same order
  std::vector<Cell> cells;
  std::vector<Index> cell_nodes;
  std::map<std::string, std::vector<Index>> node_groups;
  std::map<std::string, std::vector<Index>> cell_groups;
  std::map<std::string, std::vector<Facet>> surfaces;

  Index nodes() const { return static_cast<Index>(points.size()); }
  const Index* nodes_of(const Cell& cell) const { return cell_nodes.data() + cell.first; }
};

}  // namespace sparkdyn::structure
