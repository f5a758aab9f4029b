// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What is seen of a mesh: facets of solids that no other solid shares, shells, and lines. A facet
// met a second time is forgotten, so that the memory is that of the front between cells read and
// cells to come, not of the mesh.

#include <cstdint>
#include <vector>

#include "report/results_reader.hpp"

namespace sparkdyn::report {

/// Points and cells are numbered anew, in the order of the file.
struct Surface {
  std::vector<std::int64_t> points;           ///< rows of the file's points, ascending
  std::vector<float> coordinates;             ///< three of each point
  std::vector<std::int64_t> nodes;            ///< the user's numbers of the points
  std::vector<std::int64_t> cells;            ///< rows of the file's cells, ascending
  std::vector<std::int64_t> elements;         ///< the user's numbers of the cells
  std::vector<std::uint32_t> triangles;       ///< three points each
  std::vector<std::uint32_t> triangle_cells;  ///< one of each
  std::vector<std::uint8_t> triangle_shells;  ///< 1: of a shell, seen from both sides
  std::vector<std::uint32_t> edges;           ///< two points each: the mesh on the surface
  std::vector<std::uint32_t> lines;           ///< two points each: beams, trusses, springs
  std::vector<std::uint32_t> line_cells;      ///< one of each
  std::vector<std::uint32_t> single;          ///< points that are cells: masses, springs to ground
  std::vector<std::uint32_t> single_cells;    ///< one of each
  std::size_t all_triangles = 0;              ///< before any were left out
  double size = 0;                            ///< diagonal of the box around the points
};

/// At most so many triangles: where there are more, neighbouring points become one of them, which
/// keeps its own place and values.
Surface read_surface(const ResultsReader& file, std::size_t most_triangles);

}  // namespace sparkdyn::report
