// SPDX-License-Identifier: BSD-3-Clause
// `system:`, matrices from files.
#include "table.hpp"

namespace sparkdyn::input::keys {
namespace {

Key matrix_key(std::string meaning) {
  return {.name = "matrix",
          .value = file(),
          .meaning = std::move(meaning),
          .example = "K.mtx",
          .required = true};
}

Key region_key() {
  return {.name = "region",
          .value = text(),
          .meaning = "a name by which `splitting` can give it a damping of its own",
          .example = "joint"};
}

}  // namespace

Key amplitude_key(std::string of) {
  return {.name = "amplitude",
          .value = either({number(), section(amplitude_table)}),
          .meaning = "function of time that multiplies " + std::move(of),
          .usual = "1",
          .example = "{sine: {frequency: 2}}"};
}

const Table& system_table() {
  static const Table table{
      "system",
      "M v' + C v + K q + Gᵀλ = F(t) with G q = c(t), each matrix from a file: Matrix Market or "
      "PETSc binary.",
      {
          {.name = "mass",
           .value = file(),
           .meaning = "M",
           .unit = "mass",
           .example = "M.mtx",
           .required = true},
          {.name = "stiffness",
           .value = either(
               {file(), section(matrix_table), list(either({file(), section(matrix_table)}), 1)}),
           .meaning = "K, or a list whose sum it is",
           .unit = "force/length",
           .example = "K.mtx",
           .required = true},
          {.name = "damping",
           .value = either(
               {file(), section(damping_table), list(either({file(), section(damping_table)}))}),
           .meaning = "C, or a list whose sum it is",
           .unit = "force·time/length",
           .example = "{rayleigh: {alpha: 0.1}}"},
          {.name = "constraints",
           .value = section(constraint_matrix_table),
           .meaning = "G and what G q is held at"},
          {.name = "initial",
           .value = section(initial_table),
           .meaning = "where the motion begins"},
          {.name = "loads", .value = list(section(load_table)), .meaning = "forces, added up"},
      }};
  return table;
}

const Table& matrix_table() {
  static const Table table{"matrix",
                           "One of several matrices that are added up.",
                           {matrix_key("its file"), region_key()}};
  return table;
}

const Table& damping_table() {
  static const Table table{
      "damping",
      "A matrix, a share of mass and stiffness, or both.",
      [] {
        std::vector<Key> keys{matrix_key("its file"),
                              region_key(),
                              {.name = "rayleigh",
                               .value = section(rayleigh_table),
                               .meaning = "alpha M + beta K; parts of K keep their regions"}};
        keys.front().required = false;
        return keys;
      }(),
      {{Rule::Kind::some_of, {"matrix", "rayleigh"}}, {Rule::Kind::needs, {"region", "matrix"}}}};
  return table;
}

const Table& value_table() {
  static const Table table{"value of constraints",
                           "A vector of prescribed values and its function of time.",
                           {{.name = "vector",
                             .value = file(),
                             .meaning = "one number for each row of G",
                             .example = "c.mtx",
                             .required = true},
                            amplitude_key("the vector")}};
  return table;
}

const Table& constraint_matrix_table() {
  static const Table table{"constraints",
                           "G q = c(t), held at the level of positions and of velocities.",
                           {matrix_key("G"),
                            {.name = "values",
                             .value = either({file(), list(section(value_table))}),
                             .meaning = "c: one vector, or a list of them; zero when not given",
                             .unit = "length",
                             .example = "c.mtx"},
                            amplitude_key("the one vector of `values`")},
                           {{Rule::Kind::needs, {"amplitude", "values"}}}};
  return table;
}

const Table& initial_table() {
  static const Table table{"initial",
                           "Where the motion begins; at rest where nothing is given.",
                           {{.name = "displacement",
                             .value = file(),
                             .meaning = "a vector",
                             .unit = "length",
                             .example = "q0.mtx"},
                            {.name = "velocity",
                             .value = file(),
                             .meaning = "a vector",
                             .unit = "length/time",
                             .example = "v0.mtx"},
                            {.name = "project",
                             .value = boolean(),
                             .meaning = "move both onto the constraints first",
                             .usual = "false",
                             .example = "true"}}};
  return table;
}

const Table& load_table() {
  static const Table table{"load",
                           "A vector of forces and its function of time.",
                           {{.name = "vector",
                             .value = file(),
                             .meaning = "one number for each degree of freedom",
                             .unit = "force",
                             .example = "f.mtx",
                             .required = true},
                            amplitude_key("the vector"),
                            region_key()}};
  return table;
}

}  // namespace sparkdyn::input::keys
