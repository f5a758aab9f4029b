// SPDX-License-Identifier: BSD-3-Clause
// `model:` of structures that turn: laws of springs, gears, guides and what is let go.
#include "table.hpp"

namespace sparkdyn::input::keys {
namespace {

Value function() {
  return either({number(), section(amplitude_table)});
}

}  // namespace

std::vector<Key> motion_law_keys() {
  return {{.name = "law",
           .value = function(),
           .meaning = "the force by the elongation or component, for which t stands",
           .unit = "force",
           .example = "{expression: \"5*t^3\"}"},
          {.name = "rate_law",
           .value = function(),
           .meaning = "the force by its rate, for which t stands",
           .unit = "force",
           .example = "{expression: \"2*t\"}"},
          {.name = "rest",
           .value = number(),
           .meaning = "where the stiffness pulls nothing",
           .unit = "length, or rad",
           .usual = "0",
           .example = "0.1"},
          {.name = "friction",
           .value = section(friction_table),
           .meaning = "smooth: force · tanh(rate/speed)"},
          {.name = "stops",
           .value = section(stops_table),
           .meaning = "push back beyond lowest and highest; between nodes a cable"}};
}

const Table& friction_table() {
  static const Table table{"friction",
                           "force · tanh(rate/speed) against the motion.",
                           {{.name = "force",
                             .value = positive(),
                             .meaning = "of sliding; on angles a torque",
                             .unit = "force",
                             .example = "2",
                             .required = true},
                            {.name = "speed",
                             .value = positive(),
                             .meaning = "below which it creeps",
                             .unit = "length/time, or rad/time",
                             .example = "0.01",
                             .required = true}}};
  return table;
}

const Table& stops_table() {
  static const Table table{"stops",
                           "Elastic stops of a motion, smooth where they begin.",
                           {{.name = "lowest",
                             .value = number(),
                             .meaning = "where the lower one begins",
                             .unit = "length, or rad",
                             .example = "-1"},
                            {.name = "highest",
                             .value = number(),
                             .meaning = "where the upper one begins",
                             .unit = "length, or rad",
                             .example = "1"},
                            {.name = "stiffness",
                             .value = positive(),
                             .meaning = "beyond their width",
                             .unit = "force/length",
                             .example = "1e5",
                             .required = true},
                            {.name = "width",
                             .value = positive(),
                             .meaning = "over which they become stiff",
                             .unit = "length, or rad",
                             .example = "0.01",
                             .required = true}},
                           {{Rule::Kind::some_of, {"lowest", "highest"}}}};
  return table;
}

const Table& gear_table() {
  static const Table table{
      "gear",
      "The second coordinate is `ratio` times the first, in structures that turn.",
      {{.name = "coordinates",
        .value = list(either({text(), three_numbers()}), 2, 2),
        .meaning = "of two joints",
        .example = "[turn, along]",
        .required = true},
       {.name = "components",
        .value = list(choice({"x", "y", "z", "rx", "ry", "rz"}), 2, 2),
        .meaning = "of them: y is the distance of a cylindrical joint",
        .usual = "[x, x]",
        .example = "[x, y]"},
       {.name = "ratio",
        .value = number(),
        .meaning = "not zero",
        .example = "-3",
        .required = true}}};
  return table;
}

const Table& guide_table() {
  static const Table table{
      "guide",
      "A point stays in a plane or on a curve that turns with a node, in structures that turn.",
      {{.name = "nodes",
        .value = list(either({text(), three_numbers()}), 2, 2),
        .meaning = "[carrier, point]",
        .example = "[frame, pin]",
        .required = true},
       {.name = "plane", .value = three_numbers(), .meaning = "its normal", .example = "[0, 0, 1]"},
       {.name = "curve",
        .value = list(function(), 3, 3),
        .meaning = "x, y and z from the carrier by the place on the curve, for which t stands",
        .unit = "length",
        .example = "[{expression: \"cos(t)\"}, {expression: \"sin(t)\"}, 0]"},
       {.name = "coordinate",
        .value = text(),
        .meaning = "names the node whose x is the place on the curve",
        .example = "place"}},
      {{Rule::Kind::one_of, {"plane", "curve"}},
       {Rule::Kind::needs, {"curve", "coordinate"}},
       {Rule::Kind::needs, {"coordinate", "curve"}}}};
  return table;
}

const Table& release_table() {
  static const Table table{"release",
                           "It lets go, in structures that turn.",
                           {{.name = "time",
                             .value = number(),
                             .meaning = "at which a step ends",
                             .unit = "time",
                             .example = "0.7",
                             .required = true}}};
  return table;
}

}  // namespace sparkdyn::input::keys
