// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/structure/shape.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sparkdyn::structure {

namespace {

using Edge = std::pair<int, int>;
using Sides = std::vector<std::vector<int>>;

// Corners of the sides in Abaqus' order, each turned so that its normal points outwards.
const Sides no_sides;
const Sides triangle_sides{{0, 1}, {1, 2}, {2, 0}};
const Sides quadrilateral_sides{{0, 1}, {1, 2}, {2, 3}, {3, 0}};
const Sides tetrahedron_sides{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
const Sides wedge_sides{{0, 2, 1}, {3, 4, 5}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}};
const Sides hexahedron_sides{{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                             {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};

// The edge on which each middle node lies, in the order of the middle nodes.
const std::vector<Edge> no_edges;
const std::vector<Edge> line_edges{{0, 1}};
const std::vector<Edge> triangle_edges{{0, 1}, {1, 2}, {2, 0}};
const std::vector<Edge> quadrilateral_edges{{0, 1}, {1, 2}, {2, 3}, {3, 0}};
const std::vector<Edge> tetrahedron_edges{{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};
const std::vector<Edge> wedge_edges{{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5},
                                    {5, 3}, {0, 3}, {1, 4}, {2, 5}};
const std::vector<Edge> hexahedron_edges{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6},
                                         {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};

int middle_node(int a, int b, int corners, const std::vector<Edge>& edges) {
  const auto found = std::find_if(edges.begin(), edges.end(), [&](const Edge& edge) {
    return edge == Edge{a, b} || edge == Edge{b, a};
  });
  return corners + static_cast<int>(found - edges.begin());
}

Shape side_shape(std::size_t corners, bool quadratic) {
  if (corners == 2) return quadratic ? Shape::line3 : Shape::line2;
  if (corners == 3) return quadratic ? Shape::triangle6 : Shape::triangle3;
  return quadratic ? Shape::quadrilateral8 : Shape::quadrilateral4;
}

std::vector<Side> make_sides(const Sides& sides, int corners, const std::vector<Edge>& edges) {
  const bool quadratic = !edges.empty();
  std::vector<Side> result;
  for (const auto& side_corners : sides) {
    Side side{side_shape(side_corners.size(), quadratic), side_corners};
    const std::size_t pieces = side_corners.size() == 2 ? 1 : side_corners.size();
    for (std::size_t i = 0; quadratic && i < pieces; ++i)
      side.nodes.push_back(middle_node(side_corners[i], side_corners[(i + 1) % side_corners.size()],
                                       corners, edges));
    result.push_back(std::move(side));
  }
  return result;
}

ShapeInfo make(std::string_view name, int dimension, int corners, int vtk_type, const Sides& sides,
               const std::vector<Edge>& edges) {
  ShapeInfo result;
  result.name = name;
  result.dimension = dimension;
  result.nodes = corners + static_cast<int>(edges.size());
  result.corners = corners;
  result.vtk_type = vtk_type;
  // Abaqus and VTK agree, wedges excepted: bottom, top, then upright edges.
  result.vtk_order.resize(static_cast<std::size_t>(result.nodes));
  std::iota(result.vtk_order.begin(), result.vtk_order.end(), 0);
  result.sides = make_sides(sides, corners, edges);
  return result;
}

// VTK wants the normal of a wedge's first triangle to point outwards; Abaqus' points inwards.
ShapeInfo turned(ShapeInfo wedge, std::vector<int> vtk_order) {
  wedge.vtk_order = std::move(vtk_order);
  return wedge;
}

std::array<ShapeInfo, shape_count> make_all() {
  return {make("point", 0, 1, 1, no_sides, no_edges),
          make("2-node line", 1, 2, 3, no_sides, no_edges),
          make("3-node line", 1, 2, 21, no_sides, line_edges),
          make("3-node triangle", 2, 3, 5, triangle_sides, no_edges),
          make("6-node triangle", 2, 3, 22, triangle_sides, triangle_edges),
          make("4-node quadrilateral", 2, 4, 9, quadrilateral_sides, no_edges),
          make("8-node quadrilateral", 2, 4, 23, quadrilateral_sides, quadrilateral_edges),
          make("4-node tetrahedron", 3, 4, 10, tetrahedron_sides, no_edges),
          make("10-node tetrahedron", 3, 4, 24, tetrahedron_sides, tetrahedron_edges),
          turned(make("6-node wedge", 3, 6, 13, wedge_sides, no_edges), {0, 2, 1, 3, 5, 4}),
          turned(make("15-node wedge", 3, 6, 26, wedge_sides, wedge_edges),
                 {0, 2, 1, 3, 5, 4, 8, 7, 6, 11, 10, 9, 12, 14, 13}),
          make("8-node hexahedron", 3, 8, 12, hexahedron_sides, no_edges),
          make("20-node hexahedron", 3, 8, 25, hexahedron_sides, hexahedron_edges)};
}

}  // namespace

const ShapeInfo& info(Shape shape) {
  static const std::array<ShapeInfo, shape_count> all = make_all();
  return all[static_cast<std::size_t>(shape)];
}

}  // namespace sparkdyn::structure
