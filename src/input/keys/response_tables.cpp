// SPDX-License-Identifier: BSD-3-Clause
// `response:` and what multiplies loads there.
#include <algorithm>

#include "table.hpp"

namespace sparkdyn::input::keys {

Key modes_key() {
  return {.name = "modes",
          .value = integer(1, 1000000),
          .meaning = "how many natural modes are superposed, the lowest, with `modal`",
          .example = "40"};
}

Key modal_damping_key() {
  return {.name = "modal_damping",
          .value = either({number(0, 1), list(number(0, 1))}),
          .meaning =
              "of `modal`: part of the critical damping, of all modes or mode by mode; adds to "
              "other damping",
          .usual = "0",
          .example = "0.02"};
}

const Table& response_table() {
  static const Table table{
      "response",
      "The steady state at each frequency of a range, for `sparkdyn response` (response.md). Loads "
      "and motions of supports oscillate with their values as amplitudes.",
      {
          {.name = "from",
           .value = number(0),
           .meaning = "the lowest frequency, in cycles",
           .unit = "1/time",
           .example = "1"},
          {.name = "to",
           .value = number(0),
           .meaning = "the highest",
           .unit = "1/time",
           .example = "100"},
          {.name = "count",
           .value = integer(2, 1000000),
           .meaning = "how many, both ends included",
           .usual = "200",
           .example = "1000"},
          {.name = "spacing",
           .value = choice({"linear", "logarithmic"}),
           .meaning = "equal differences or equal ratios",
           .usual = "linear",
           .example = "logarithmic"},
          {.name = "frequencies",
           .value = list(number(0), 1),
           .meaning = "a list instead, ascending",
           .unit = "1/time",
           .example = "[1, 2, 5]"},
          {.name = "method",
           .value = choice({"direct", "modal"}),
           .meaning = "the equations themselves, or a superposition of natural modes with what the "
                      "loads cause beside them",
           .usual = "direct",
           .example = "direct"},
          modes_key(),
          modal_damping_key(),
          {.name = "structural_damping",
           .value = number(0, 10),
           .meaning = "η of K(1 + iη): loses the same part of the energy in each cycle",
           .usual = "0",
           .example = "0.02"},
          {.name = "accuracy",
           .value = number(1e-11, 1e-2),
           .meaning = "of the response between frequencies at which the equations are solved",
           .usual = "1e-8",
           .example = "1e-6"},
      },
      {{Rule::Kind::one_of, {"from", "frequencies"}},
       {Rule::Kind::needs, {"from", "to"}},
       {Rule::Kind::needs, {"to", "from"}},
       {Rule::Kind::needs, {"count", "from"}},
       {Rule::Kind::needs, {"spacing", "from"}}}};
  return table;
}

const Table& harmonic_table() {
  static const Table table{
      "harmonic",
      "What oscillates for ever: magnitude · cos(2πft + phase), for `sparkdyn response`.",
      {{.name = "magnitude",
        .value = number(),
        .meaning = "at all frequencies",
        .usual = "1",
        .example = "1"},
       {.name = "table",
        .value = list(list(number(), 2, 2), 1),
        .meaning = "pairs [frequency, magnitude] instead: linear between, constant outside",
        .unit = "1/time, –",
        .example = "[[10, 0], [50, 1]]"},
       {.name = "phase",
        .value = number(),
        .meaning = "by which it is ahead",
        .unit = "degrees",
        .usual = "0",
        .example = "90"}},
      {{Rule::Kind::at_most_one, {"magnitude", "table"}}}};
  return table;
}

namespace {

Table spectrum_of(const std::string& name, const Table& (*directions)()) {
  Table table{
      name,
      "The largest answer to shaking of which spectra are known, for `sparkdyn spectrum` "
      "(spectrum.md).",
      {modes_key(),
       modal_damping_key(),
       {.name = "combination",
        .value = choice({"cqc", "srss"}),
        .meaning = "of the answers of modes: with their correlation, or as if there were none",
        .usual = "cqc",
        .example = "srss"},
       {.name = "missing_mass",
        .value = boolean(),
        .meaning = "what modes above the last one answer, which follow the ground as if rigid",
        .usual = "true",
        .example = "false"},
       {.name = "directions",
        .value = list(section(directions), 1),
        .meaning = "of the shaking; their answers are combined by the root of the sum of squares",
        .required = true}}};
  table.keys[0].required = table.keys[1].required = true;
  table.keys[1].usual.clear();
  return table;
}

/// Without what a model or what matrices do not have.
Table direction_without(const char* key, const std::string& name) {
  Table table = spectrum_direction_table();
  table.name = name;
  std::erase_if(table.keys, [&](const Key& k) { return k.name == key; });
  table.keys.front().required = true;
  std::erase_if(table.rules, [&](const Rule& rule) {
    return std::ranges::find(rule.keys, key) != rule.keys.end();
  });
  return table;
}

}  // namespace

const Table& direction_of_model_table() {
  static const Table table = direction_without("vector", "direction of a spectrum of a model");
  return table;
}

const Table& direction_of_system_table() {
  static const Table table = direction_without("direction", "direction of a spectrum of matrices");
  return table;
}

const Table& spectrum_table() {
  static const Table table = spectrum_of("spectrum", spectrum_direction_table);
  return table;
}

const Table& spectrum_of_model_table() {
  static const Table table = spectrum_of("spectrum of a model", direction_of_model_table);
  return table;
}

const Table& spectrum_of_system_table() {
  static const Table table = spectrum_of("spectrum of matrices", direction_of_system_table);
  return table;
}

const Table& spectrum_direction_table() {
  static const Table table{
      "direction of a spectrum",
      "A direction in which the ground shakes.",
      {{.name = "direction",
        .value = three_numbers(),
        .meaning = "of a model; its length multiplies the accelerations",
        .example = "[1, 0, 0]"},
       {.name = "vector",
        .value = file(),
        .meaning = "of matrices: how all degrees of freedom move with the ground",
        .example = "r.mtx"},
       {.name = "table",
        .value = list(list(number(0), 2, 2), 1),
        .meaning = "pairs [frequency, pseudo-acceleration]: straight lines between logarithms, "
                   "constant outside",
        .unit = "1/time, length/time²",
        .example = "[[0.5, 2], [3, 9.81], [33, 4]]"},
       {.name = "record",
        .value = file(),
        .meaning = "a history of the ground's acceleration instead, whose spectrum is taken",
        .example = "record.csv"},
       {.name = "scale",
        .value = number(),
        .meaning = "multiplies the accelerations",
        .usual = "1",
        .example = "9.81"}},
      {{Rule::Kind::one_of, {"direction", "vector"}}, {Rule::Kind::one_of, {"table", "record"}}}};
  return table;
}

}  // namespace sparkdyn::input::keys
