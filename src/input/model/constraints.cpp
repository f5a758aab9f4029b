// SPDX-License-Identifier: BSD-3-Clause
// The `constraints` of a `model:` section. Each kind is one function in the table at the end.

#include <map>

#include "items.hpp"

namespace sparkdyn::input {
namespace {

using structure::ConstraintLabel;
using structure::ConstraintPtr;
using structure::Index;

/// What a kind makes of its section once the mesh is there.
using Maker = std::function<ConstraintPtr(const ModelBuilder&, const ConstraintLabel&)>;

Maker equation(ModelReader& reader, const Tree& tree) {
  const Section section(tree, "equation", keys::equation_table());
  struct Term {
    NodeSelection node;
    int component;
    double coefficient;
  };
  std::vector<Term> terms;
  for (const auto& [key, item] : as_list(section.require("terms"), section.what("terms"))) {
    const Section term(item, "terms", keys::equation_term_table());
    terms.push_back({read_selection(term),
                     read_component(term.require("component"), term.what("component")),
                     term.number("coefficient", 1)});
  }
  const double value = section.number("value", 0);
  const int amplitude = reader.amplitude(section, reader.spec.motions);
  return [=](const ModelBuilder& builder, const ConstraintLabel& label) {
    structure::Equation row;
    for (const Term& term : terms)
      row.entries.push_back({builder.node(term.node), term.component, term.coefficient});
    row.value = value;
    row.amplitude = amplitude;
    return structure::linear_equation(label, row);
  };
}

Maker rigid_body(ModelReader&, const Tree& tree) {
  const Section section(tree, "rigid_body", keys::rigid_body_table());
  return [nodes = read_selection(section.require("nodes"), section.what("nodes")),
          reference = read_selection(section.require("reference"), section.what("reference"))](
             const ModelBuilder& builder, const ConstraintLabel& label) {
    return structure::rigid_body(label, builder.nodes(nodes), builder.node(reference));
  };
}

std::pair<NodeSelection, NodeSelection> read_pair(const Tree& tree, const std::string& what) {
  const auto& ends = as_list(tree, what);
  if (ends.size() != 2) fail(tree, "{} needs two nodes", what);
  return {read_selection(ends[0].value, what), read_selection(ends[1].value, what)};
}

Maker rigid_bar(ModelReader&, const Tree& tree) {
  const Section section(tree, "rigid_bar", keys::rigid_bar_table());
  return [ends = read_pair(section.require("nodes"), section.what("nodes"))](
             const ModelBuilder& builder, const ConstraintLabel& label) {
    return structure::rigid_bar(label, builder.node(ends.first), builder.node(ends.second));
  };
}

/// {angle: …, amplitude: …} or {distance: …, amplitude: …}.
structure::Drive read_drive(ModelReader& reader, const Tree& tree, structure::Joint kind) {
  const bool slides = kind == structure::Joint::slider;
  const char* what = slides ? "distance" : "angle";
  const Section section(tree, "drive",
                        slides ? keys::distance_drive_table() : keys::angle_drive_table());
  return {.value = as_number(section.require(what), section.what(what)),
          .amplitude = reader.amplitude(section, reader.spec.motions)};
}

Maker joint(ModelReader& reader, const Tree& tree) {
  const Section section(tree, "joint", keys::joint_table());
  const std::vector<std::string> kinds{"pinned", "hinge",     "slider", "cylindrical",
                                       "fixed",  "universal", "planar"};
  const auto kind = static_cast<structure::Joint>(
      as_choice(section.require("type"), section.what("type"), kinds));
  structure::JointDetails details;
  const bool needs_axis = kind != structure::Joint::pinned && kind != structure::Joint::fixed;
  if (needs_axis) details.axis = read_vector3(section.require("axis"), section.what("axis"));
  if (const Tree* extra = section.find("axis"); extra && !needs_axis)
    fail(*extra, "a {} joint has no axis", kinds[static_cast<int>(kind)]);
  const Tree* second = section.find("second_axis");
  if (kind == structure::Joint::universal)
    details.second_axis = read_vector3(section.require("second_axis"), section.what("second_axis"));
  else if (second)
    fail(*second, "only a universal joint has a second axis");
  if (const Tree* drive = section.find("drive")) details.drive = read_drive(reader, *drive, kind);
  return [kind, details, ends = read_pair(section.require("nodes"), section.what("nodes"))](
             const ModelBuilder& builder, const ConstraintLabel& label) {
    return structure::detailed_joint(label, kind, builder.node(ends.first),
                                     builder.node(ends.second), details);
  };
}

Maker coupling(ModelReader&, const Tree& tree) {
  const Section section(tree, "coupling", keys::coupling_table());
  return [rotation = section.boolean("rotation", true),
          nodes = read_selection(section.require("nodes"), section.what("nodes")),
          reference = read_selection(section.require("reference"), section.what("reference"))](
             const ModelBuilder& builder, const ConstraintLabel& label) {
    const auto found = builder.nodes(nodes);
    return structure::distributing_coupling(label, builder.node(reference), found,
                                            std::vector<double>(found.size(), 1.0), rotation);
  };
}

Maker tie(ModelReader&, const Tree& tree) {
  const Section section(tree, "tie", keys::tie_table());
  return [slave = as_text(section.require("slave"), section.what("slave")),
          master = as_text(section.require("master"), section.what("master")),
          tolerance = section.number("tolerance", 0)](const ModelBuilder& builder,
                                                      const ConstraintLabel& label) {
    return structure::tie(label, builder.surface(slave, label.where),
                          builder.surface(master, label.where), tolerance);
  };
}

const std::map<std::string, Maker (*)(ModelReader&, const Tree&)>& kinds() {
  static const std::map<std::string, Maker (*)(ModelReader&, const Tree&)> table{
      {"equation", equation}, {"rigid_body", rigid_body}, {"rigid_bar", rigid_bar},
      {"joint", joint},       {"coupling", coupling},     {"tie", tie}};
  return table;
}

}  // namespace

void read_model_constraints(ModelReader& reader, const Tree& tree) {
  for (const auto& [position, value] : as_list(tree, "'constraints' in 'model'")) {
    const Section section(value, "constraints", keys::model_constraint_table());
    Maker make;
    for (const auto& [kind, function] : kinds()) {
      const Tree* found = section.find(kind);
      if (!found) continue;
      if (make) fail(*found, "one item of 'constraints' is one constraint");
      make = function(reader, *found);
    }
    if (!make)
      fail(value, "a constraint is one of {}",
           fmt::join(keys::model_constraint_table().rules.front().keys, ", "));
    const ConstraintLabel label{section.text("name", ""), value.where()};
    reader.then([make, label](ModelBuilder& builder) {
      const ConstraintPtr constraint = make(builder, label);
      for (auto& conditions : builder.conditions) conditions.constraints.push_back(constraint);
    });
  }
}

}  // namespace sparkdyn::input
