// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A structure as an engineer describes it: mesh, elements, materials, sections, constraints, and
// what happens to it, step by step. Whole on rank 0 until it is distributed (distributed.hpp).

#include <optional>
#include <string>
#include <vector>

#include "sparkdyn/mechanics/amplitude.hpp"
#include "sparkdyn/structure/constraint.hpp"
#include "sparkdyn/structure/load.hpp"
#include "sparkdyn/structure/material.hpp"
#include "sparkdyn/structure/mesh.hpp"
#include "sparkdyn/structure/section.hpp"

namespace sparkdyn::structure {

/// What a cell is: an index in elements() and in Model::sections; −1: the cell only describes a
/// surface or a point and takes no part.
struct CellRole {
  std::int16_t element = -1;
  std::int32_t section = -1;
};

/// One component of one node held at value · a(t) (from then on; zero: fixed).
struct Support {
  Index node = 0;
  int component = 0;  ///< 0..5
  double value = 0;
  int amplitude = -1;
  std::string where;
};

/// Local axes of a node (Abaqus *TRANSFORM): its supports, loads and equations refer to these.
struct NodeAxes {
  Index node = 0;
  Axes axes = global_axes;
};

struct InitialValue {
  Index node = 0;
  int component = 0;
  double displacement = 0;
  double velocity = 0;
};

/// What acts during one step; a case file has one step, a deck one or more. Each is complete: what
/// an earlier step left in force is repeated here.
struct Conditions {
  std::vector<Support> supports;
  std::vector<ConstraintPtr> constraints;
  std::vector<NodalLoad> nodal;
  std::vector<SurfaceLoad> surface;
  std::vector<LineLoad> line;
  std::vector<BodyLoad> body;
};

/// What is done about nodes that nothing uses.
enum class Orphans { refuse, ignore };

struct Model {
  Mesh mesh;
  std::vector<CellRole> roles;  ///< one per cell
  std::vector<Material> materials;
  std::vector<std::string> material_names;
  std::vector<Section> sections;
  bool lumped_mass = false;
  /// Filled on every rank, the same everywhere; everything else only on rank 0.
  std::vector<mechanics::AmplitudePtr> amplitudes;
  std::vector<NodeAxes> node_axes;
  std::vector<InitialValue> initial;
  Conditions conditions;  ///< of the step at hand
};

}  // namespace sparkdyn::structure
