// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Loads as the input gives them. Each is scaled by an amplitude.

#include <string>
#include <vector>

#include "sparkdyn/structure/mesh.hpp"

namespace sparkdyn::structure {

struct Model;

/// A force (components 0..2) or moment (3..5).
struct NodalLoad {
  Index node = 0;      ///< position in the mesh
  int component = 0;   ///< 0..5
  double value = 0;    ///< for an amplitude of 1
  int amplitude = -1;  ///< index in Model::amplitudes; −1: constant 1
  std::string where;   ///< place in the input
};

/// Pressure against the outward normal, or a traction vector per area, on facets.
struct SurfaceLoad {
  std::vector<Facet> facets;  ///< where it acts
  double pressure = 0;        ///< against the normal
  Vector traction{0, 0, 0};   ///< per area, in global axes
  int amplitude = -1;         ///< index in Model::amplitudes; −1: constant 1
  std::string where;          ///< place in the input
};

/// Force per length on beams or trusses: a vector in global axes.
struct LineLoad {
  std::vector<Index> cells;  ///< lines
  Vector force{0, 0, 0};     ///< per length, in global axes
  int amplitude = -1;        ///< index in Model::amplitudes; −1: constant 1
  std::string where;         ///< place in the input
};

/// Force M·(acceleration, 0): gravity, or −M·(ground acceleration) in a frame that moves along.
struct BodyLoad {
  std::vector<Index> cells;      ///< empty with `everywhere`
  bool everywhere = false;       ///< on all elements
  Vector acceleration{0, 0, 0};  ///< in global axes
  int amplitude = -1;            ///< index in Model::amplitudes; −1: constant 1
  std::string where;             ///< place in the input
};

struct Model;

/// The consistent nodal forces of a surface or line load: ∫ N t dA, one entry per node and
/// component, sorted by node.
std::vector<NodalLoad> nodal_forces(const Mesh& mesh, const SurfaceLoad& load);
/// The same, where facets may be edges of plane elements: their depth is that of the section.
std::vector<NodalLoad> nodal_forces(const Model& model, const SurfaceLoad& load);
/// As the other, of a line load, with the moments that the formulations of its elements give it.
std::vector<NodalLoad> nodal_forces(const Model& model, const LineLoad& load);

}  // namespace sparkdyn::structure
