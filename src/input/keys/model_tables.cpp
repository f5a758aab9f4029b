// SPDX-License-Identifier: BSD-3-Clause
// `model:`: mesh, materials, elements, springs and masses.
#include <algorithm>
#include <sstream>

#include "sparkdyn/structure/element.hpp"
#include "structure/large_motion.hpp"
#include "table.hpp"

namespace sparkdyn::input::keys {
namespace {

/// A node by its number, a group, or a point.
Value place() {
  return either({text(), three_numbers()});
}

/// Those that cells of a mesh can become.
std::vector<std::string> element_names() {
  std::vector<std::string> names;
  for (const structure::Element* element : structure::elements())
    if (element->section_kind() != "spring" && element->section_kind() != "mass" &&
        element->section_kind() != "bushing")
      names.emplace_back(element->name());
  return names;
}

std::vector<std::string> law_names() {
  std::vector<std::string> names;
  std::istringstream list(structure::law_names());
  for (std::string name; std::getline(list >> std::ws, name, ',');) names.push_back(name);
  return names;
}

/// `count` positive dimensions.
Value dimensions(std::size_t count) {
  return list(positive(), count, count);
}

std::vector<std::string> without(std::vector<std::string> names,
                                 const std::vector<std::string>& left_out) {
  std::erase_if(names, [&](const auto& name) { return std::ranges::count(left_out, name) > 0; });
  return names;
}

Table turning_model() {
  Table table = restricted(
      model_table(), "model that may turn",
      without(model_table().names(), {"deck", "ground_motion", "eliminate_supports", "bushings"}));
  table.rules = {{Rule::Kind::some_of, {"mesh", "nodes"}}};
  return table;
}

std::vector<Key> with_motion_law(std::vector<Key> keys) {
  for (Key& key : motion_law_keys()) keys.push_back(std::move(key));
  return keys;
}

Table meshed_model() {
  Table table =
      restricted(model_table(), "model of a mesh", without(model_table().names(), {"deck"}));
  for (Key& key : table.keys) key.required = key.name == "mesh" || key.name == "elements";
  return table;
}

}  // namespace

const std::vector<std::string>& released_components() {
  static const std::vector<std::string> names{"t", "n1", "n2", "rt", "rn1", "rn2"};
  return names;
}

const Table& model_table() {
  static const Table table{
      "model",
      "A structure: a mesh, what its groups are made of, what holds it and what acts on it. Any "
      "consistent units.",
      {
          {.name = "mesh",
           .value = either({file(), section(mesh_table)}),
           .meaning = "of Gmsh, .msh 2.2 or 4.1, or a .geo that is meshed",
           .example = "beam.msh"},
          {.name = "deck",
           .value = file(),
           .meaning = "instead of all the rest: a deck of Abaqus or CalculiX (decks.md)",
           .example = "beam.inp"},
          {.name = "damping",
           .value = section(model_damping_table),
           .meaning = "of everything, in proportion to mass and stiffness"},
          {.name = "lumped_mass",
           .value = boolean(),
           .meaning = "a diagonal mass matrix",
           .usual = "false",
           .example = "true"},
          {.name = "orphan_nodes",
           .value = choice({"refuse", "ignore"}),
           .meaning = "what to do about nodes that belong to no element and no constraint",
           .usual = "ignore",
           .example = "refuse"},
          {.name = "nonlinear",
           .value = boolean(),
           .meaning = "the structure may turn as far as it likes (nonlinear.md)",
           .usual = "false",
           .example = "true"},
          {.name = "eliminate_supports",
           .value = boolean(),
           .meaning = "components held at zero leave the system; else they become rows of G",
           .usual = "true",
           .example = "false"},
          {.name = "materials",
           .value = mapping(section(material_table)),
           .meaning = "by name",
           .example = "{steel: {E: 210e9, nu: 0.3, density: 7850}}"},
          {.name = "nodes",
           .value = mapping(three_numbers()),
           .meaning = "that the mesh lacks: name: [x, y, z]",
           .unit = "length",
           .example = "{hub: [0, 0, 1]}"},
          {.name = "elements",
           .value = list(section(element_table)),
           .meaning = "which groups of the mesh become elements, and of what"},
          {.name = "springs",
           .value = list(section(spring_table)),
           .meaning = "springs and dashpots"},
          {.name = "bushings",
           .value = list(section(bushing_table)),
           .meaning = "stiffness and damping between two frames"},
          {.name = "masses", .value = list(section(mass_table)), .meaning = "masses of nodes"},
          {.name = "supports", .value = list(section(support_table)), .meaning = "what holds it"},
          {.name = "constraints",
           .value = list(section(model_constraint_table)),
           .meaning = "ties, rigid bodies, joints, couplings, equations (constraints.md)"},
          {.name = "loads", .value = list(section(model_load_table)), .meaning = "what acts on it"},
          {.name = "load_cases",
           .value = mapping(list(section(model_load_table)), "^[^./\\\\\\s][^/\\\\\\s]*$"),
           .meaning = "name: list of loads, besides those in `loads`; they share factors, and each "
                      "has its folder",
           .example = "{wind: [{gravity: [1, 0, 0]}]}"},
          {.name = "ground_motion",
           .value = section(ground_motion_table),
           .meaning = "an acceleration of the ground; displacements are relative to it"},
          {.name = "initial",
           .value = either({choice({"equilibrium", "static"}), section(model_initial_table)}),
           .meaning = "where the motion begins; at rest, undeformed, where nothing is given"},
      },
      {{Rule::Kind::some_of, {"mesh", "deck", "nodes"}}},
      [] {
        return std::vector<Variant>{{"deck", "", std::make_shared<Table>(deck_model_table())},
                                    {"nonlinear", "true", std::make_shared<Table>(turning_model())},
                                    {"", "", std::make_shared<Table>(meshed_model())}};
      }};
  return table;
}

const Table& deck_model_table() {
  static const Table table = [] {
    Table result = restricted(model_table(), "model of a deck",
                              {"deck", "initial", "damping", "orphan_nodes"});
    result.keys.front().required = true;
    return result;
  }();
  return table;
}

const Table& mesh_table() {
  static const Table table{
      "mesh",
      "A mesh, or a .geo that the program gmsh meshes into the output folder. A .geo can do "
      "anything: mesh only those you trust.",
      {{.name = "file",
        .value = file(),
        .meaning = ".msh or .geo",
        .example = "beam.geo",
        .required = true},
       {.name = "size",
        .value = number(0),
        .meaning = "of the cells, with a .geo; 0: as it says itself",
        .unit = "length",
        .usual = "0",
        .example = "0.05"},
       {.name = "order",
        .value = integer(1, 2),
        .meaning = "of the cells, with a .geo",
        .usual = "1",
        .example = "2"}}};
  return table;
}

const Table& model_damping_table() {
  static const Table table{
      "damping of a model",
      "alpha M + beta K of everything, by the factors or by damping ratios at two frequencies.",
      {{.name = "alpha",
        .value = number(),
        .meaning = "of the mass",
        .unit = "1/time",
        .usual = "0",
        .example = "0.1"},
       {.name = "beta",
        .value = number(),
        .meaning = "of the stiffness",
        .unit = "time",
        .usual = "0",
        .example = "1e-4"},
       {.name = "ratios",
        .value = list(number(), 2, 2),
        .meaning = "shares of critical damping at the two frequencies",
        .example = "[0.02, 0.03]"},
       {.name = "frequencies",
        .value = list(number(), 2, 2),
        .meaning = "cycles per unit of time",
        .unit = "1/time",
        .example = "[50, 500]"}},
      {{Rule::Kind::at_most_one, {"alpha", "ratios"}},
       {Rule::Kind::at_most_one, {"beta", "ratios"}},
       {Rule::Kind::needs, {"ratios", "frequencies"}},
       {Rule::Kind::needs, {"frequencies", "ratios"}}}};
  return table;
}

const Table& material_table() {
  static const Table table{
      "material", "Linear elastic: E and nu, or the nine constants of an orthotropic material.",
      [] {
        std::vector<Key> keys{
            {.name = "E",
             .value = positive(),
             .meaning = "Young's modulus",
             .unit = "force/length²",
             .example = "210e9"},
            {.name = "nu",
             .value = number(-1, 0.5),
             .meaning = "Poisson's ratio",
             .example = "0.3"},
            {.name = "density",
             .value = number(0),
             .meaning = "mass per volume",
             .unit = "mass/length³",
             .example = "7850",
             .required = true},
            {.name = "rayleigh",
             .value = section(rayleigh_table),
             .meaning = "damping of the elements of this material"},
            {.name = "hyperelastic",
             .value = choice(law_names()),
             .meaning = "a law of large strains, with `nonlinear: true` (elements.md)",
             .example = law_names().front()}};
        for (const char* axis : {"1", "2", "3"})
          keys.push_back({.name = std::string("E") + axis,
                          .value = positive(),
                          .meaning = std::string("modulus along axis ") + axis,
                          .unit = "force/length²",
                          .example = "130e9"});
        for (const char* pair : {"12", "13", "23"})
          keys.push_back({.name = std::string("nu") + pair,
                          .value = number(),
                          .meaning = std::string("contraction along ") + pair[1] +
                                     " under a pull along " + pair[0],
                          .example = "0.3"});
        for (const char* pair : {"12", "13", "23"})
          keys.push_back(
              {.name = std::string("G") + pair,
               .value = positive(),
               .meaning = std::string("shear modulus between axes ") + pair[0] + " and " + pair[1],
               .unit = "force/length²",
               .example = "5e9"});
        return keys;
      }(),
      [] {
        std::vector<Rule> rules{{Rule::Kind::one_of, {"E", "E1"}},
                                {Rule::Kind::needs, {"E", "nu"}},
                                {Rule::Kind::needs, {"nu", "E"}}};
        for (const char* key : {"E2", "E3", "nu12", "nu13", "nu23", "G12", "G13", "G23"}) {
          rules.push_back({Rule::Kind::needs, {"E1", key}});
          rules.push_back({Rule::Kind::needs, {key, "E1"}});
        }
        return rules;
      }()};
  return table;
}

const Table& element_table() {
  static const Table table{
      "element",
      "A group of the mesh, and what it is made of.",
      {{.name = "group",
        .value = text(),
        .meaning = "of cells of the mesh",
        .example = "beam",
        .required = true},
       {.name = "type",
        .value = choice(element_names()),
        .meaning = "formulation (elements.md); the usual one for the shape of the cells unless "
                   "given",
        .example = "hex8"},
       {.name = "material",
        .value = text(),
        .meaning = "one of `materials`",
        .example = "steel",
        .required = true},
       {.name = "thickness",
        .value = number(0),
        .meaning = "of shells",
        .unit = "length",
        .example = "0.01"},
       {.name = "offset",
        .value = number(),
        .meaning = "of shells: from the nodes to the middle, along the normal",
        .unit = "length",
        .usual = "0",
        .example = "0.005"},
       {.name = "area",
        .value = number(0),
        .meaning = "of trusses",
        .unit = "length²",
        .example = "1e-4"},
       {.name = "section", .value = section(beam_section_table), .meaning = "of beams"},
       {.name = "release_start",
        .value = list(choice(released_components())),
        .meaning = "of beam2: what its first node does not hold, along and about t, n1, n2",
        .example = "[rn1, rn2]"},
       {.name = "release_end",
        .value = list(choice(released_components())),
        .meaning = "the same of its second node",
        .example = "[rn1, rn2]"},
       {.name = "plane_stress",
        .value = number(0),
        .meaning = "cells in a plane z = constant without stress along z: their thickness",
        .unit = "length",
        .example = "0.01"},
       {.name = "plane_strain",
        .value = either({boolean(), number(0)}),
        .meaning = "cells in a plane z = constant without strain along z: true, or a thickness",
        .unit = "length",
        .usual = "false",
        .example = "true"},
       {.name = "axisymmetric",
        .value = boolean(),
        .meaning = "cells of a body that turns about the y axis, x the radius; loads are those of "
                   "the whole circumference",
        .usual = "false",
        .example = "true"},
       {.name = "axes",
        .value = list(three_numbers(), 2, 2),
        .meaning = "of orthotropic materials: two vectors that span the first two axes",
        .usual = "[[1, 0, 0], [0, 1, 0]]",
        .example = "[[1, 0, 0], [0, 0, 1]]"}},
      {{Rule::Kind::at_most_one, {"plane_stress", "plane_strain", "axisymmetric"}}}};
  return table;
}

const Table& beam_section_table() {
  static const Table table{
      "section",
      "Of a beam: a profile by its dimensions, or the numbers themselves. Axis 1 is n1, axis 2 is "
      "normal to it and to the beam.",
      {{.name = "rectangle",
        .value = dimensions(2),
        .meaning = "[along n1, along n2]",
        .unit = "length",
        .example = "[0.2, 0.1]"},
       {.name = "circle",
        .value = either({positive(), dimensions(1)}),
        .meaning = "radius",
        .unit = "length",
        .example = "0.05"},
       {.name = "pipe",
        .value = dimensions(2),
        .meaning = "[outer radius, thickness]",
        .unit = "length",
        .example = "[0.05, 0.005]"},
       {.name = "box",
        .value = dimensions(3),
        .meaning = "[along n1, along n2, thickness]",
        .unit = "length",
        .example = "[0.2, 0.1, 0.01]"},
       {.name = "i",
        .value = dimensions(4),
        .meaning = "[height, width, flange, web]",
        .unit = "length",
        .example = "[0.3, 0.15, 0.01, 0.007]"},
       {.name = "t",
        .value = dimensions(4),
        .meaning = "[height, width, flange, web], the flange at the end of +n2; the nodes lie at "
                   "the centroid",
        .unit = "length",
        .example = "[0.2, 0.15, 0.01, 0.008]"},
       {.name = "l",
        .value = dimensions(4),
        .meaning = "[leg along n1, leg along n2, their thicknesses] from a corner towards -n1, -n2",
        .unit = "length",
        .example = "[0.1, 0.15, 0.01, 0.01]"},
       {.name = "u",
        .value = dimensions(4),
        .meaning = "[height along n2, width along n1, flange, web], open towards +n1",
        .unit = "length",
        .example = "[0.2, 0.08, 0.011, 0.0085]"},
       {.name = "area",
        .value = number(0),
        .meaning = "of the section",
        .unit = "length²",
        .example = "0.02"},
       {.name = "I11",
        .value = number(0),
        .meaning = "second moment of area about axis 1",
        .unit = "length⁴",
        .example = "1e-5"},
       {.name = "I22",
        .value = number(0),
        .meaning = "second moment of area about axis 2",
        .unit = "length⁴",
        .example = "1e-5"},
       {.name = "I12",
        .value = number(),
        .meaning = "product of area; that of the profile unless given",
        .unit = "length⁴",
        .example = "0"},
       {.name = "J",
        .value = number(0),
        .meaning = "torsion constant",
        .unit = "length⁴",
        .example = "2e-5"},
       {.name = "shear1",
        .value = number(0),
        .meaning = "area that carries shear along axis 1; without both: no shear deformation",
        .unit = "length²",
        .example = "0.017"},
       {.name = "shear2",
        .value = number(0),
        .meaning = "area that carries shear along axis 2",
        .unit = "length²",
        .example = "0.017"},
       {.name = "n1",
        .value = three_numbers(),
        .meaning = "direction of axis 1, made normal to the beam",
        .usual = "[0, 0, -1]",
        .example = "[1, 0, 0]"},
       {.name = "offset1",
        .value = number(),
        .meaning = "from the nodes to the centroid, along axis 1",
        .unit = "length",
        .usual = "0",
        .example = "0.05"},
       {.name = "offset2",
        .value = number(),
        .meaning = "from the nodes to the centroid, along axis 2",
        .unit = "length",
        .usual = "0",
        .example = "0.05"},
       {.name = "shear_centre1",
        .value = number(),
        .meaning = "from the centroid to the shear centre, along axis 1, instead of the profile's",
        .unit = "length",
        .example = "-0.05"},
       {.name = "shear_centre2",
        .value = number(),
        .meaning = "from the centroid to the shear centre, along axis 2, instead of the profile's",
        .unit = "length",
        .example = "0.05"}},
      {{Rule::Kind::one_of, {"rectangle", "circle", "pipe", "box", "i", "t", "l", "u", "area"}},
       {Rule::Kind::needs, {"area", "I11"}},
       {Rule::Kind::needs, {"area", "I22"}},
       {Rule::Kind::needs, {"area", "J"}},
       {Rule::Kind::needs, {"I11", "area"}},
       {Rule::Kind::needs, {"I22", "area"}},
       {Rule::Kind::needs, {"J", "area"}}}};
  return table;
}

const Table& spring_table() {
  static const Table table{
      "spring",
      "A spring, a dashpot or both, between two nodes or from nodes to the ground; a law, friction "
      "and stops in structures that turn.",
      with_motion_law({{.name = "between",
                        .value = list(place(), 2, 2),
                        .meaning = "two nodes: numbers, groups or points",
                        .example = "[hub, [0, 0, 0.5]]"},
                       {.name = "ground",
                        .value = place(),
                        .meaning = "the node, or each node of the group, that is held",
                        .example = "hub"},
                       {.name = "stiffness",
                        .value = number(),
                        .meaning = "of torsion springs moment/rad",
                        .unit = "force/length",
                        .usual = "0",
                        .example = "1e5"},
                       {.name = "damping",
                        .value = number(),
                        .meaning = "of the dashpot",
                        .unit = "force·time/length",
                        .usual = "0",
                        .example = "20"},
                       {.name = "component",
                        .value = choice({"x", "y", "z", "rx", "ry", "rz"}),
                        .meaning = "it acts along; between nodes without it: along the line",
                        .example = "x"},
                       {.name = "direction",
                        .value = three_numbers(),
                        .meaning = "it acts along, instead of a component",
                        .example = "[1, 1, 0]"},
                       {.name = "rotational",
                        .value = boolean(),
                        .meaning = "with a direction: it acts on rotations about it",
                        .usual = "false",
                        .example = "true"}}),
      {{Rule::Kind::one_of, {"between", "ground"}},
       {Rule::Kind::some_of, {"stiffness", "damping", "law", "rate_law", "friction", "stops"}},
       {Rule::Kind::needs, {"ground", "component", "direction"}}}};
  return table;
}

const Table& bushing_table() {
  const auto matrix = [] {
    return either({list(number(), 6, 6), list(list(number(), 6, 6), 6, 6)});
  };
  static const Table table{
      "bushing",
      "Force and moment of displacement and rotation between two nodes with rotations, or a node "
      "and "
      "ground, at the middle between them.",
      {{.name = "between",
        .value = list(place(), 2, 2),
        .meaning = "two nodes",
        .example = "[[0, 0, 0], hub]"},
       {.name = "ground", .value = place(), .meaning = "a node held by it", .example = "[0, 0, 0]"},
       {.name = "stiffness",
        .value = matrix(),
        .meaning = "six numbers along and about the axes, or six rows of six, symmetric",
        .unit = "force/length, moment",
        .example = "[1e6, 1e6, 1e7, 1e3, 1e3, 1e4]"},
       {.name = "damping",
        .value = matrix(),
        .meaning = "the same of the rates",
        .unit = "force·time/length",
        .example = "[100, 100, 100, 1, 1, 1]"},
       {.name = "axes",
        .value = list(three_numbers(), 2, 2),
        .meaning = "two vectors that span the first two axes",
        .usual = "[[1, 0, 0], [0, 1, 0]]",
        .example = "[[1, 0, 0], [0, 0, 1]]"}},
      {{Rule::Kind::one_of, {"between", "ground"}},
       {Rule::Kind::some_of, {"stiffness", "damping"}}}};
  return table;
}

const Table& mass_table() {
  static const Table table{
      "mass",
      "A mass of a node, or of each node of a group.",
      with_places({{.name = "mass",
                    .value = number(0),
                    .meaning = "of each node",
                    .unit = "mass",
                    .usual = "0",
                    .example = "2"},
                   {.name = "inertia",
                    .value = either({list(number(), 3, 3), list(number(), 6, 6)}),
                    .meaning = "Ixx, Iyy, Izz, or six numbers with Ixy, Iyz, Izx",
                    .unit = "mass·length²",
                    .example = "[0.01, 0.01, 0.02]"},
                   {.name = "offset",
                    .value = three_numbers(),
                    .meaning = "of the centre of mass from the node, a rigid arm; the inertia is "
                               "about that centre",
                    .unit = "length",
                    .usual = "[0, 0, 0]",
                    .example = "[0, 0, 0.2]"}}),
      {{Rule::Kind::one_of, {"node", "group", "point"}}}};
  return table;
}

}  // namespace sparkdyn::input::keys
