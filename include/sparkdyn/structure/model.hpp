// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A structure as an engineer describes it: mesh, elements, materials, sections, constraints, and
// what happens to it, step by step. Whole on rank 0 until it is distributed (distributed.hpp).

#include <optional>
#include <string>
#include <vector>

#include "sparkdyn/mechanics/amplitude.hpp"
#include "sparkdyn/structure/constraint.hpp"
#include "sparkdyn/structure/exact_force.hpp"
#include "sparkdyn/structure/load.hpp"
#include "sparkdyn/structure/material.hpp"
#include "sparkdyn/structure/mesh.hpp"
#include "sparkdyn/structure/section.hpp"

namespace sparkdyn::structure {

/// What a cell is: an index in elements() and in Model::sections; −1: the cell only describes a
/// surface or a point and takes no part.
struct CellRole {
  std::int16_t element = -1;  ///< index in elements(); −1: none
  std::int32_t section = -1;  ///< index in Model::sections
};

/// One component of one node held at value · a(t) (from then on; zero: fixed).
struct Support {
  Index node = 0;      ///< position in the mesh
  int component = 0;   ///< 0..5
  double value = 0;    ///< of the motion, for an amplitude of 1
  int amplitude = -1;  ///< index in Model::amplitudes; −1: constant 1
  std::string where;   ///< place in the input
};

/// Local axes of a node (Abaqus *TRANSFORM): its supports, loads and equations refer to these.
struct NodeAxes {
  Index node = 0;           ///< position in the mesh
  Axes axes = global_axes;  ///< of its components
};

/// What acts during one step; a case file has one step, a deck one or more. Each is complete: what
/// an earlier step left in force is repeated here.
struct Conditions {
  std::vector<Support> supports;           ///< held components
  std::vector<ConstraintPtr> constraints;  ///< rows of G
  std::vector<NodalLoad> nodal;            ///< forces and moments
  std::vector<SurfaceLoad> surface;        ///< pressures and tractions
  std::vector<LineLoad> line;              ///< on beams and trusses
  std::vector<BodyLoad> body;              ///< gravity, and the like
  std::vector<ExactForce> forces;          ///< of nonlinear models only
};

/// What is done about nodes that nothing uses.
enum class Orphans { refuse, ignore };

/// Plain data. All but the amplitudes is used on rank 0 alone.
struct Model {
  Mesh mesh;                                ///< nodes, cells, groups
  std::vector<CellRole> roles;              ///< one per cell
  std::vector<Material> materials;          ///< known by their place here
  std::vector<std::string> material_names;  ///< for the user; may be empty
  std::vector<Section> sections;            ///< known by their place here
  bool lumped_mass = false;                 ///< instead of the consistent one
  bool nonlinear = false;                   ///< it may turn as far as it likes
  /// Filled on every rank, the same everywhere; everything else only on rank 0.
  std::vector<mechanics::AmplitudePtr> amplitudes;
  std::vector<NodeAxes> node_axes;    ///< of nodes with axes of their own
  std::vector<InitialValue> initial;  ///< zero where nothing is said
  Conditions conditions;              ///< of the step at hand
};

}  // namespace sparkdyn::structure
