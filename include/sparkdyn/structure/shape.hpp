// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The shapes of cells: how many nodes, which faces, and how VTK calls them. Nodes are numbered as
// Abaqus, CalculiX and VTK number them up to the middle nodes of wedges and hexahedra (see
// vtk_order): corners first, then the middles of the edges.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace sparkdyn::structure {

/// What a cell looks like.
enum class Shape : std::uint8_t {
  point,
  line2,
  line3,
  triangle3,
  triangle6,
  quadrilateral4,
  quadrilateral8,
  tetrahedron4,
  tetrahedron10,
  wedge6,
  wedge15,
  hexahedron8,
  hexahedron20,
};
inline constexpr int shape_count = 13;  ///< of all of them
inline constexpr int most_nodes = 20;   ///< of any shape

/// A side of a cell: its shape and its nodes as positions in the cell, so that the normal by the
/// right-hand rule points out of the cell. The order of the sides is that of Abaqus (S1, S2, …).
struct Side {
  Shape shape;             ///< of the side
  std::vector<int> nodes;  ///< positions in the cell
};

/// What is known of a shape.
struct ShapeInfo {
  std::string_view name;  ///< "10-node tetrahedron"
  int dimension = 0;      ///< 1: lines, 2: surfaces, 3: solids
  int nodes = 0;          ///< all of them
  int corners = 0;        ///< the first so many nodes
  /// VTK's number.
  int vtk_type = 0;
  std::vector<int> vtk_order;  ///< VTK's i-th node is ours at vtk_order[i]
  std::vector<Side> sides;     ///< of solids: faces; of triangles and quadrilaterals: edges
};

const ShapeInfo& info(Shape shape);  ///< the table

}  // namespace sparkdyn::structure
