// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The parts of a `model:` section, one function and one file each; each adds actions to the model.

#include <optional>

#include "../case_sections.hpp"
#include "builder.hpp"

namespace sparkdyn::input {

/// What the readers of the items share.
struct ModelReader {
  ModelSpec& spec;
  std::filesystem::path folder;  ///< of the case file

  /// Index in ModelSpec::amplitudes, −1 without one.
  int amplitude(const Section& section);
  /// And remembers what it is used for.
  int amplitude(const Section& section, std::vector<AmplitudeUse>& uses);
  /// The time at which an item with {release: {time: t}} lets go; infinite without.
  double release(const Section& section);
  void then(ModelAction action) { spec.actions.push_back(std::move(action)); }
};

structure::Vector read_vector3(const Tree& tree, const std::string& what);
/// Two vectors that span the first two axes: [[1, 0, 0], [0, 1, 0]].
structure::Axes read_axes(const Tree& tree);
/// Reads a mapping with one of the keys node, group, point.
NodeSelection read_selection(const Section& section);
/// A number, a name of a group, or a point [x, y, z].
NodeSelection read_selection(const Tree& tree, const std::string& what);
inline const std::vector<std::string> selection_keys{"node", "group", "point"};
/// x, y, z, rx, ry, rz.
int read_component(const Tree& tree, const std::string& what);
const std::vector<std::string>& component_keys();

void read_materials(ModelReader& reader, const Tree& tree);
void read_nodes(ModelReader& reader, const Tree& tree);
void read_elements(ModelReader& reader, const Tree& tree);
void read_springs(ModelReader& reader, const Tree& tree);
void read_masses(ModelReader& reader, const Tree& tree);
void read_bushings(ModelReader& reader, const Tree& tree);
void read_supports(ModelReader& reader, const Tree& tree);
/// Nodes that joints name for their angles and distances, so that other items can use them.
void read_joint_coordinates(ModelReader& reader, const Tree& tree);
void read_model_constraints(ModelReader& reader, const Tree& tree);
/// `load_case`: its position, or nothing for loads that belong to all.
void read_model_loads(ModelReader& reader, const Tree& tree, std::optional<std::size_t> load_case);
void read_ground_motion(ModelReader& reader, const Tree& tree);
void read_model_initial(ModelReader& reader, const Tree& tree);

}  // namespace sparkdyn::input
