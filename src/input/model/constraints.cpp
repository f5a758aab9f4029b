// SPDX-License-Identifier: BSD-3-Clause
// The `constraints` of a `model:` section. Each kind is one function in the table at the end.

#include <array>
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
  const Tree* coordinate = section.find("coordinate");
  if (coordinate && !reader.spec.nonlinear)
    fail(*coordinate, "'coordinate' needs 'nonlinear: true' in 'model'");
  const NodeSelection measured{
      .group = coordinate ? as_text(*coordinate, section.what("coordinate")) : std::string(),
      .where = tree.where()};
  return
      [kind, details, measured, ends = read_pair(section.require("nodes"), section.what("nodes"))](
          const ModelBuilder& builder, const ConstraintLabel& label) {
        structure::JointDetails all = details;
        if (!measured.group.empty()) all.coordinate = builder.node(measured);
        return structure::detailed_joint(label, kind, builder.node(ends.first),
                                         builder.node(ends.second), all);
      };
}

/// {nodes: [carrier, point], plane: [n]}, or {…, curve: [x, y, z], coordinate: s}.
Maker guide(ModelReader& reader, const Tree& tree) {
  const Section section(tree, "guide", keys::guide_table());
  if (!reader.spec.nonlinear) fail(tree, "'guide' needs 'nonlinear: true' in 'model'");
  const auto ends = read_pair(section.require("nodes"), section.what("nodes"));
  const Tree* plane = section.find("plane");
  const Tree* curve = section.find("curve");
  if ((plane == nullptr) == (curve == nullptr))
    fail(tree, "a guide is a 'plane', by its normal, or a 'curve'");
  if (plane) {
    if (const Tree* extra = section.find("coordinate"))
      fail(*extra, "'coordinate' in 'guide' goes with a 'curve'");
    return [ends, normal = read_vector3(*plane, section.what("plane"))](
               const ModelBuilder& builder, const ConstraintLabel& label) {
      return structure::plane_guide(label, builder.node(ends.first), builder.node(ends.second),
                                    normal);
    };
  }
  const auto& functions = as_list(*curve, section.what("curve"));
  if (functions.size() != 3)
    fail(*curve, "{} needs three functions, of x, y and z, in which t is the place on the curve",
         section.what("curve"));
  structure::GuideCurve read;
  for (std::size_t i = 0; i < 3; ++i) {
    read.values[i] = read_amplitude(&functions[i].value, "curve", reader.folder);
    read.functions[i] = static_cast<int>(reader.spec.amplitudes.size());
    reader.spec.amplitudes.push_back(read.values[i]);
  }
  const Tree& name = section.require("coordinate");
  const NodeSelection coordinate{.group = as_text(name, section.what("coordinate")),
                                 .where = name.where()};
  return [ends, read, coordinate](const ModelBuilder& builder, const ConstraintLabel& label) {
    return structure::curve_guide(label, builder.node(ends.first), builder.node(ends.second),
                                  builder.node(coordinate), read);
  };
}

/// x of the second joint's coordinate is `ratio` times that of the first one's.
Maker gear(ModelReader& reader, const Tree& tree) {
  const Section section(tree, "gear", keys::gear_table());
  if (!reader.spec.nonlinear) fail(tree, "'gear' needs 'nonlinear: true' in 'model'");
  const double ratio = section.number("ratio", std::nullopt);
  if (ratio == 0) fail(section.require("ratio"), "'ratio' in 'gear' must not be zero");
  std::array<int, 2> components{0, 0};
  if (const Tree* given = section.find("components")) {
    const auto& list = as_list(*given, section.what("components"));
    if (list.size() != 2) fail(*given, "{} needs two of x and y", section.what("components"));
    for (std::size_t i = 0; i < 2; ++i)
      components[i] = read_component(list[i].value, section.what("components"));
  }
  return [components, ratio,
          ends = read_pair(section.require("coordinates"), section.what("coordinates"))](
             const ModelBuilder& builder, const ConstraintLabel& label) {
    structure::Equation row;
    row.entries = {{builder.node(ends.second), components[1], 1.0},
                   {builder.node(ends.first), components[0], -ratio}};
    row.name = label.name.empty() ? fmt::format("gear of {}", label.where)
                                  : fmt::format("gear '{}'", label.name);
    return structure::linear_equation(label, row);
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
      {"equation", equation},   {"rigid_body", rigid_body},
      {"rigid_bar", rigid_bar}, {"joint", joint},
      {"coupling", coupling},   {"tie", tie},
      {"gear", gear},           {"guide", guide}};
  return table;
}

}  // namespace

void read_joint_coordinates(ModelReader& reader, const Tree& tree) {
  if (!reader.spec.nonlinear || tree.kind != Tree::Kind::list)
    return;  // what is wrong is said later
  const auto member = [](const Tree& of, const char* key) -> const Tree* {
    for (const auto& [name, value] : of.members)
      if (name == key && of.kind == Tree::Kind::mapping) return &value;
    return nullptr;
  };
  for (const auto& [position, item] : tree.members) {
    const Tree* joint = member(item, "joint");
    if (!joint) joint = member(item, "guide");
    const Tree* name = joint ? member(*joint, "coordinate") : nullptr;
    const Tree* nodes = joint ? member(*joint, "nodes") : nullptr;
    if (!name || !nodes || nodes->members.size() != 2) continue;
    reader.then([name = as_text(*name, "'coordinate'"), where = name->where(),
                 at = read_selection(nodes->members[0].value, "'nodes'")](ModelBuilder& builder) {
      builder.add_node(name, builder.mesh().points[builder.node(at)], where);
    });
  }
}

/// A coordinate without its joint would be an unknown that nothing determines.
void require_releasable(const Section& section) {
  for (const char* kind : {"joint", "guide"}) {
    const Tree* found = section.find(kind);
    for (std::size_t i = 0; found && i < found->members.size(); ++i)
      if (found->members[i].key == "coordinate")
        fail(found->members[i].value,
             "a {} with a coordinate cannot be released: let go of another one beside it", kind);
  }
}

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
    const double release = reader.release(section);
    if (section.find("release")) require_releasable(section);
    const ConstraintLabel label{section.text("name", ""), value.where()};
    reader.then([make, label, release](ModelBuilder& builder) {
      const ConstraintPtr constraint = make(builder, label);
      for (std::size_t i = 0; i < builder.conditions.size(); ++i)
        if (builder.holds(i, release)) builder.conditions[i].constraints.push_back(constraint);
    });
  }
}

}  // namespace sparkdyn::input
