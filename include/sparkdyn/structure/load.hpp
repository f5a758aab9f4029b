// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Loads as the input gives them. Each is scaled by an amplitude.

#include <string>
#include <vector>

#include "sparkdyn/structure/mesh.hpp"

namespace sparkdyn::structure {

/// A force (components 0..2) or moment (3..5).
struct NodalLoad {
  Index node = 0;
  int component = 0;
  double value = 0;
  int amplitude = -1;  ///< index in Model::amplitudes; −1: constant 1
  std::string where;   ///< place in the input
};

/// Pressure against the outward normal, or a traction vector per area, on facets.
struct SurfaceLoad {
  std::vector<Facet> facets;
  double pressure = 0;
  Vector traction{0, 0, 0};
  int amplitude = -1;
  std::string where;
};

/// Force per length on beams or trusses, on cells of shape line2: a vector in global axes.
struct LineLoad {
  std::vector<Index> cells;
  Vector force{0, 0, 0};
  int amplitude = -1;
  std::string where;
};

/// Force M·(acceleration, 0): gravity, or −M·(ground acceleration) in a frame that moves along.
struct BodyLoad {
  std::vector<Index> cells;  ///< empty with `everywhere`
  bool everywhere = false;
  Vector acceleration{0, 0, 0};
  int amplitude = -1;
  std::string where;
};

/// The consistent nodal forces of a surface or line load: ∫ N t dA, one entry per node and
/// component, sorted by node.
std::vector<NodalLoad> nodal_forces(const Mesh& mesh, const SurfaceLoad& load);
std::vector<NodalLoad> nodal_forces(const Mesh& mesh, const LineLoad& load);

}  // namespace sparkdyn::structure
