// SPDX-License-Identifier: BSD-3-Clause
#include <limits>

#include "items.hpp"

namespace sparkdyn::input {

structure::Vector read_vector3(const Tree& tree, const std::string& what) {
  const auto& members = as_list(tree, what);
  if (members.size() != 3) fail(tree, "{} must have three numbers [x, y, z]", what);
  structure::Vector vector{};
  for (int i = 0; i < 3; ++i) vector[i] = as_number(members[i].value, what);
  return vector;
}

NodeSelection read_selection(const Tree& tree, const std::string& what) {
  NodeSelection selection;
  selection.where = tree.where();
  if (tree.kind == Tree::Kind::list) {
    selection.point = read_vector3(tree, what);
    return selection;
  }
  const std::string text = as_text(tree, what);
  if (text.find_first_not_of("0123456789") == std::string::npos)
    selection.number = as_integer(tree, what);
  else
    selection.group = text;
  return selection;
}

NodeSelection read_selection(const Section& section) {
  const Tree* given = nullptr;
  std::string key;
  for (const auto& name : selection_keys) {
    const Tree* tree = section.find(name);
    if (tree && given) fail(*tree, "give only one of node, group and point");
    if (tree) key = name;
    given = tree ? tree : given;
  }
  if (!given) fail(section.tree(), "which nodes? give one of node, group and point");
  NodeSelection selection;
  selection.where = given->where();
  if (key == "node") selection.number = as_integer(*given, section.what(key));
  if (key == "group") selection.group = as_text(*given, section.what(key));
  if (key == "point") selection.point = read_vector3(*given, section.what(key));
  return selection;
}

const std::vector<std::string>& component_keys() {
  static const std::vector<std::string> keys{"x", "y", "z", "rx", "ry", "rz"};
  return keys;
}

int read_component(const Tree& tree, const std::string& what) {
  return static_cast<int>(as_choice(tree, what, component_keys()));
}

int ModelReader::amplitude(const Section& section) {
  const Tree* tree = section.find("amplitude");
  if (!tree) return -1;
  spec.amplitudes.push_back(read_amplitude(tree, "amplitude", folder));
  return static_cast<int>(spec.amplitudes.size()) - 1;
}

int ModelReader::amplitude(const Section& section, std::vector<AmplitudeUse>& uses) {
  const int index = amplitude(section);
  if (index >= 0) uses.push_back({index, section.require("amplitude").where()});
  return index;
}

double ModelReader::release(const Section& section) {
  const Tree* tree = section.find("release");
  if (!tree) return std::numeric_limits<double>::infinity();
  if (!spec.nonlinear) fail(*tree, "'release' needs 'nonlinear: true' in 'model'");
  const Section of(*tree, "release", keys::release_table());
  const double time = of.number("time", std::nullopt);
  spec.releases.insert(time);
  return time;
}

}  // namespace sparkdyn::input
