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

/// A piece of the mesh, which becomes an element by its role.
struct Cell {
  std::int64_t id = 0;         ///< the number in the file
  Shape shape = Shape::point;  ///< how many nodes it has, and how they lie
  Index first = 0;             ///< where its nodes begin in Mesh::cell_nodes
};

/// A piece of a surface: nodes ordered so that the normal points outwards.
struct Facet {
  Shape shape = Shape::triangle3;  ///< of the piece
  std::array<Index, 8> nodes{};    ///< positions in the mesh; as many as the shape has
  Index cell = -1;                 ///< the cell whose side it is, when known
};

/// Plain data; a program may fill it itself.
struct Mesh {
  std::string file;                                       ///< where it comes from, for messages
  std::vector<std::int64_t> node_ids;                     ///< the numbers in the file
  std::vector<Vector> points;                             ///< coordinates, same order
  std::vector<Cell> cells;                                ///< in the order of the file
  std::vector<Index> cell_nodes;                          ///< of all cells, one after another
  std::map<std::string, std::vector<Index>> node_groups;  ///< positions of nodes, by name
  std::map<std::string, std::vector<Index>> cell_groups;  ///< positions of cells, by name
  std::map<std::string, std::vector<Facet>> surfaces;     ///< facets, by name

  Index nodes() const { return static_cast<Index>(points.size()); }  ///< how many
  /// As many as its shape has.
  const Index* nodes_of(const Cell& cell) const { return cell_nodes.data() + cell.first; }
};

}  // namespace sparkdyn::structure
