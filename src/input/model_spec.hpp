// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The `model:` section of a case: a mesh and what is made of it, or a deck. Names of groups can be
// looked up only when the mesh is there, so each item of the section becomes an action that is run
// on the mesh later and knows its place in the file for messages.

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sparkdyn/structure/assemble.hpp"
#include "sparkdyn/structure/model.hpp"

namespace sparkdyn::input {

class ModelBuilder;
using ModelAction = std::function<void(ModelBuilder&)>;

/// A node by its number in the file, a named group, or a point: the node nearest to it, or a place
/// in an element (see ModelBuilder::shares).
struct NodeSelection {
  std::optional<std::int64_t> number = std::nullopt;
  std::string group = {};
  std::optional<structure::Vector> point = std::nullopt;
  std::string where = {};

  std::string text() const;  ///< "node 17", "group 'tip'", "the node nearest to (0, 0, 1)"
};

/// An amplitude where it matters what it is used for, and the place that gives it.
struct AmplitudeUse {
  int amplitude = 0;  ///< index in ModelSpec::amplitudes
  std::string where;
};

struct ModelSpec {
  std::filesystem::path mesh;  ///< .msh or .geo; empty with a deck, or where all nodes are given
  std::filesystem::path deck;
  std::string where;     ///< of the mesh or deck, for messages
  double mesh_size = 0;  ///< of a .geo; 0: as it says itself
  int mesh_order = 1;

  std::vector<mechanics::AmplitudePtr> amplitudes;
  std::vector<AmplitudeUse> motions;         ///< of supports and equations
  std::vector<AmplitudeUse> ground_motions;  ///< accelerations
  std::vector<ModelAction> actions;
  std::vector<std::string> load_cases;  ///< empty: one without a name
  std::set<double> releases;            ///< times at which supports or constraints let go
  mechanics::Rayleigh rayleigh;
  bool lumped_mass = false;
  bool nonlinear = false;  ///< it may turn as far as it likes
  bool eliminate_supports = true;
  structure::Orphans orphans = structure::Orphans::ignore;
  bool equilibrium = false;  ///< start from rest under the loads at the start
  bool project = false;      ///< move initial values onto the constraints

  std::string text;  ///< the section as YAML with absolute paths
};

}  // namespace sparkdyn::input
