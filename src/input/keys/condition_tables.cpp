// SPDX-License-Identifier: BSD-3-Clause
// `model:`: supports, loads, initial values and constraints.
#include <fmt/format.h>

#include "table.hpp"

namespace sparkdyn::input::keys {
namespace {

const Rule one_place{Rule::Kind::one_of, {"node", "group", "point"}};

Value component() {
  return choice({"x", "y", "z", "rx", "ry", "rz"});
}

/// One or several.
Value components() {
  return either({choice({"x", "y", "z", "rx", "ry", "rz", "all", "translations", "rotations"}),
                 list(component())});
}

/// A node by its number, a group, or a point.
Value place_of_nodes() {
  return either({text(), three_numbers()});
}

Value two_nodes() {
  return list(place_of_nodes(), 2, 2);
}

Key reference_key() {
  return {.name = "reference",
          .value = place_of_nodes(),
          .meaning = "one node",
          .example = "hub",
          .required = true};
}

Key release_key() {
  return {.name = "release",
          .value = section(release_table),
          .meaning = "when it lets go, in structures that turn"};
}

Key nodes_key() {
  return {.name = "nodes",
          .value = place_of_nodes(),
          .meaning = "usually a group",
          .example = "top",
          .required = true};
}

}  // namespace

const Table& support_table() {
  static const Table table{
      "support",
      "Holds components of nodes, or moves them as prescribed.",
      with_places({{.name = "fix",
                    .value = components(),
                    .meaning = "one component, a list, all, translations or rotations",
                    .example = "all"},
                   {.name = "move",
                    .value = components(),
                    .meaning = "the same, but by value × amplitude",
                    .example = "x"},
                   {.name = "value",
                    .value = number(),
                    .meaning = "of the motion",
                    .unit = "length, or rad",
                    .usual = "1",
                    .example = "1e-3"},
                   amplitude_key("the value"),
                   release_key()}),
      {one_place,
       {Rule::Kind::one_of, {"fix", "move"}},
       {Rule::Kind::needs, {"value", "move"}},
       {Rule::Kind::needs, {"amplitude", "move"}}}};
  return table;
}

const Table& model_load_table() {
  static const Table table{
      "load of a model",
      "One kind of load and where it acts.",
      with_places({{.name = "force",
                    .value = three_numbers(),
                    .meaning = "on each node",
                    .unit = "force",
                    .example = "[0, 0, -10]"},
                   {.name = "moment",
                    .value = three_numbers(),
                    .meaning = "on each node",
                    .unit = "force·length",
                    .example = "[0, 0, 1]"},
                   {.name = "pressure",
                    .value = number(),
                    .meaning = "against the outward normal of a surface",
                    .unit = "force/length²",
                    .example = "2e4"},
                   {.name = "traction",
                    .value = three_numbers(),
                    .meaning = "force per area of a surface",
                    .unit = "force/length²",
                    .example = "[0, 0, -1e5]"},
                   {.name = "line_force",
                    .value = three_numbers(),
                    .meaning = "force per length of the beams of a group",
                    .unit = "force/length",
                    .example = "[0, 0, -100]"},
                   {.name = "gravity",
                    .value = three_numbers(),
                    .meaning = "acceleration of everything, or of the elements of a group",
                    .unit = "length/time²",
                    .example = "[0, 0, -9.81]"},
                   {.name = "surface",
                    .value = text(),
                    .meaning = "a group of faces of the mesh",
                    .example = "tip"},
                   {.name = "total",
                    .value = boolean(),
                    .meaning = "the force or moment is shared out among the nodes",
                    .usual = "false",
                    .example = "true"},
                   {.name = "follower",
                    .value = boolean(),
                    .meaning = "in structures that turn: the force or moment turns with its node",
                    .usual = "false",
                    .example = "true"},
                   amplitude_key("the load")}),
      {{Rule::Kind::one_of, {"force", "moment", "pressure", "traction", "line_force", "gravity"}},
       {Rule::Kind::at_most_one, {"node", "group", "point"}},
       {Rule::Kind::needs, {"force", "node", "group", "point"}},
       {Rule::Kind::needs, {"moment", "node", "group", "point"}},
       {Rule::Kind::needs, {"pressure", "surface"}},
       {Rule::Kind::needs, {"traction", "surface"}},
       {Rule::Kind::needs, {"line_force", "group"}},
       {Rule::Kind::needs, {"surface", "pressure", "traction"}},
       {Rule::Kind::needs, {"total", "force", "moment"}},
       {Rule::Kind::needs, {"follower", "force", "moment"}},
       {Rule::Kind::needs, {"node", "force", "moment"}},
       {Rule::Kind::needs, {"point", "force", "moment"}},
       {Rule::Kind::needs, {"group", "force", "moment", "line_force", "gravity"}}}};
  return table;
}

const Table& ground_motion_table() {
  static const Table table{
      "ground_motion", "The ground accelerates; displacements are relative to it.", [] {
        std::vector<Key> keys{{.name = "direction",
                               .value = three_numbers(),
                               .meaning = "of the acceleration; its length multiplies it",
                               .example = "[1, 0, 0]",
                               .required = true},
                              amplitude_key("the direction: the acceleration in length/time²")};
        keys.back().required = true;
        keys.back().usual = "";
        return keys;
      }()};
  return table;
}

const Table& model_initial_table() {
  static const Table table{
      "initial of a model",
      "Where the motion begins. `initial: equilibrium` is short for {equilibrium: true}.",
      {{.name = "equilibrium",
        .value = boolean(),
        .meaning = "at rest under the loads as they are at the start",
        .usual = "false",
        .example = "true"},
       {.name = "project",
        .value = boolean(),
        .meaning = "move initial values onto the constraints",
        .usual = "false",
        .example = "true"},
       {.name = "displacement",
        .value = list(section(initial_value_table)),
        .meaning = "of nodes",
        .unit = "length"},
       {.name = "velocity",
        .value = list(section(initial_value_table)),
        .meaning = "of nodes",
        .unit = "length/time"}}};
  return table;
}

const Table& initial_value_table() {
  static const Table table{
      "initial value",
      "A displacement or velocity of nodes.",
      with_places({{.name = "value",
                    .value = three_numbers(),
                    .meaning = "[x, y, z]",
                    .unit = "length, or length/time",
                    .example = "[0, 0, 0.1]"},
                   {.name = "rotation",
                    .value = three_numbers(),
                    .meaning = "of structures that turn: a rotation vector, or an angular velocity",
                    .unit = "rad, or rad/time",
                    .example = "[0, 150, 0]"}}),
      {one_place, {Rule::Kind::some_of, {"value", "rotation"}}}};
  return table;
}

const Table& model_constraint_table() {
  static const Table table{
      "constraint of a model",
      "One constraint (constraints.md).",
      {{.name = "name",
        .value = text(),
        .meaning = "in messages and of the rows in results",
        .example = "seam"},
       {.name = "coupling",
        .value = section(coupling_table),
        .meaning = "a node follows the mean motion of others"},
       {.name = "equation",
        .value = section(equation_table),
        .meaning = "a sum of components is held at a value"},
       {.name = "gear",
        .value = section(gear_table),
        .meaning = "a ratio of two coordinates of joints"},
       {.name = "guide",
        .value = section(guide_table),
        .meaning = "a point stays in a plane or on a curve"},
       {.name = "joint", .value = section(joint_table), .meaning = "between two nodes"},
       {.name = "rigid_bar",
        .value = section(rigid_bar_table),
        .meaning = "keeps the distance of two nodes"},
       {.name = "rigid_body",
        .value = section(rigid_body_table),
        .meaning = "nodes move with a reference node"},
       {.name = "tie",
        .value = section(tie_table),
        .meaning = "glues surfaces whose meshes need not match"},
       release_key()},
      {{Rule::Kind::one_of,
        {"coupling", "equation", "gear", "guide", "joint", "rigid_bar", "rigid_body", "tie"}}}};
  return table;
}

const Table& equation_table() {
  static const Table table{"equation",
                           "Σ coefficient · component = value · amplitude.",
                           {{.name = "terms",
                             .value = list(section(equation_term_table)),
                             .meaning = "of the sum",
                             .required = true},
                            {.name = "value",
                             .value = number(),
                             .meaning = "that it is held at",
                             .usual = "0",
                             .example = "0.01"},
                            amplitude_key("the value")}};
  return table;
}

const Table& equation_term_table() {
  static const Table table{"term of an equation",
                           "A component of one node.",
                           with_places({{.name = "component",
                                         .value = component(),
                                         .meaning = "of the displacement, or of the rotation",
                                         .example = "y",
                                         .required = true},
                                        {.name = "coefficient",
                                         .value = number(),
                                         .meaning = "its factor",
                                         .usual = "1",
                                         .example = "-1"}}),
                           {one_place}};
  return table;
}

const Table& rigid_body_table() {
  static const Table table{"rigid_body",
                           "Nodes keep their places relative to a reference node and turn with it.",
                           {nodes_key(), reference_key()}};
  return table;
}

const Table& rigid_bar_table() {
  static const Table table{"rigid_bar",
                           "Two nodes keep their distance.",
                           {{.name = "nodes",
                             .value = two_nodes(),
                             .meaning = "two nodes",
                             .example = "[1, 2]",
                             .required = true}}};
  return table;
}

const Table& joint_table() {
  static const Table table{
      "joint",
      "Joins node b to node a.",
      {{.name = "type",
        .value =
            choice({"pinned", "hinge", "slider", "cylindrical", "fixed", "universal", "planar"}),
        .meaning = "what stays free: turning; turning about the axis; sliding along it; both; "
                   "nothing; turning about two axes; moving in the plane normal to it",
        .example = "pinned",
        .required = true},
       {.name = "nodes",
        .value = two_nodes(),
        .meaning = "[a, b]",
        .example = "[1, 2]",
        .required = true},
       {.name = "axis",
        .value = three_numbers(),
        .meaning = "of all but pinned and fixed joints",
        .example = "[0, 0, 1]"},
       {.name = "second_axis",
        .value = three_numbers(),
        .meaning = "of a universal joint: the one that turns with b",
        .example = "[0, 1, 0]"},
       {.name = "drive",
        .value = either({section(angle_drive_table), section(distance_drive_table)}),
        .meaning = "prescribes the motion that stays free, in structures that turn"},
       {.name = "coordinate",
        .value = text(),
        .meaning = "names a node whose x is the angle or distance that stays free, in structures "
                   "that turn",
        .example = "turn"}},
      {},
      [] {
        std::vector<Variant> variants;
        for (const std::string& type : joint_table().find("type")->value.words) {
          std::vector<std::string> names{"type", "nodes"};
          if (type != "pinned" && type != "fixed") names.emplace_back("axis");
          if (type == "universal") names.emplace_back("second_axis");
          names.emplace_back("drive");
          if (type == "hinge" || type == "slider" || type == "cylindrical")
            names.emplace_back("coordinate");
          auto table = std::make_shared<Table>(
              restricted(joint_table(), fmt::format("{} joint", type), names));
          for (Key& key : table->keys) {
            if (key.name == "drive")
              key.value = section(type == "slider" ? distance_drive_table : angle_drive_table);
            else
              key.required = key.name != "coordinate";
          }
          variants.push_back({"type", type, table});
        }
        return variants;
      }};
  return table;
}

namespace {

Table drive(std::string what, std::string unit) {
  return {fmt::format("drive by {}", what),
          "What is prescribed is the value times the amplitude, and zero at the start.",
          {{.name = what,
            .value = number(),
            .meaning = "of b against a",
            .unit = std::move(unit),
            .example = "1",
            .required = true},
           amplitude_key("it")}};
}

}  // namespace

const Table& angle_drive_table() {
  static const Table table = drive("angle", "rad");
  return table;
}

const Table& distance_drive_table() {
  static const Table table = drive("distance", "length");
  return table;
}

const Table& coupling_table() {
  static const Table table{
      "coupling",
      "The reference node follows the mean motion of the nodes and hands its loads to them.",
      {reference_key(),
       nodes_key(),
       {.name = "rotation",
        .value = boolean(),
        .meaning = "also its rotations",
        .usual = "true",
        .example = "false"}}};
  return table;
}

const Table& tie_table() {
  static const Table table{
      "tie",
      "The nodes of one surface stay where they are on another.",
      {{.name = "slave",
        .value = text(),
        .meaning = "the finer surface, a group of faces",
        .example = "upper_bottom",
        .required = true},
       {.name = "master",
        .value = text(),
        .meaning = "the coarser or larger one",
        .example = "lower_top",
        .required = true},
       {.name = "tolerance",
        .value = number(),
        .meaning = "how far nodes may lie away; 0: 1 % of the mean edge of the master's facets",
        .unit = "length",
        .usual = "0",
        .example = "1e-3"}}};
  return table;
}

}  // namespace sparkdyn::input::keys
