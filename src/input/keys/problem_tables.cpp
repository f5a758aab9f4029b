// SPDX-License-Identifier: BSD-3-Clause
// `problem:`, a small nonlinear mechanism by name, and what other sections say beside it.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "dae/family.hpp"
#include "dae/projection.hpp"
#include "input/problem_case.hpp"
#include "sparkdyn/dae/formulation.hpp"
#include "sparkdyn/dae/local_model.hpp"
#include "sparkdyn/dae/problem.hpp"
#include "table.hpp"

namespace sparkdyn::input::keys {
namespace {

std::vector<Key> problem_keys() {
  return {{.name = "name",
           .value = choice(dae::problem_names()),
           .meaning = "which problem (problems.md)",
           .example = "pendulum",
           .required = true},
          {.name = "initial",
           .value = section(problem_initial_table),
           .meaning = "where the motion begins; the problem's own start unless given"},
          {.name = "formulation",
           .value = choice(dae::formulation_names()),
           .meaning = "which equations a problem with constraints is given as",
           .usual = dae::formulation_names().front(),
           .example = dae::formulation_names().front()},
          {.name = "projection",
           .value = section(projection_table),
           .meaning = "how steps that leave the constraints come back"},
          {.name = "chart_every",
           .value = integer(1),
           .meaning = "steps with one chart, of the formulation state-space",
           .unit = "steps",
           .usual = "1",
           .example = "5"}};
}

}  // namespace

const Table& problem_table(const std::string& name) {
  static std::map<std::string, Table> tables;
  const auto known = tables.find(name);
  if (known != tables.end()) return known->second;
  Table table{fmt::format("problem {}", name), "Its parameters, with their values.",
              problem_keys()};
  for (const auto& [parameter, value] : dae::make_problem(name).parameters)
    table.keys.push_back({.name = parameter,
                          .value = number(),
                          .meaning = "a parameter (problems.md)",
                          .usual = fmt::format("{}", value),
                          .example = fmt::format("{}", value)});
  return tables.emplace(name, std::move(table)).first->second;
}

const Table& any_problem_table() {
  static const Table table = [] {
    Table any{"problem",
              "A small nonlinear mechanism with known answers. Each problem has parameters of its "
              "own besides these keys.",
              problem_keys()};
    any.variants = [] {
      std::vector<Variant> variants;
      for (const std::string& name : dae::problem_names())
        variants.push_back({"name", name, std::make_shared<Table>(problem_table(name))});
      return variants;
    };
    return any;
  }();
  return table;
}

const Table& projection_table() {
  static const Table table{"projection",
                           "Of formulations without constraints: how steps stay on them.",
                           {{.name = "kind",
                             .value = choice(dae::projection_names()),
                             .meaning = "when in a step",
                             .usual = dae::projection_names().at(1),
                             .example = dae::projection_names().at(1)},
                            {.name = "every",
                             .value = integer(1, 1000000000),
                             .meaning = "steps from one projection to the next",
                             .unit = "steps",
                             .usual = "1",
                             .example = "20"}}};
  return table;
}

const Table& local_model_table() {
  static const Table table{"local_model",
                           "A small model of what is stiff, solved beside the steps.",
                           {{.name = "scheme",
                             .value = choice(dae::local_scheme_names()),
                             .meaning = "which of Jay (2007)",
                             .usual = dae::local_scheme_names().at(2),
                             .example = dae::local_scheme_names().at(0)},
                            {.name = "model",
                             .value = text(),
                             .meaning = "one of the problem's; its last unless given",
                             .example = "linear"}}};
  return table;
}

const Table& problem_initial_table() {
  static const Table table{"initial of a problem",
                           "Where the motion begins.",
                           {{.name = "q",
                             .value = either({list(number()), mapping(number())}),
                             .meaning = "positions: all of them, or some by their names",
                             .example = "{x: 1}"},
                            {.name = "v",
                             .value = either({list(number()), mapping(number())}),
                             .meaning = "velocities likewise",
                             .example = "{y: 0}"},
                            {.name = "project",
                             .value = boolean(),
                             .meaning = "move both onto the constraints first",
                             .usual = "false",
                             .example = "true"}}};
  return table;
}

namespace {

std::vector<std::string> family_names() {
  std::vector<std::string> names;
  for (const dae::Family& family : dae::families()) names.push_back(family.name);
  return names;
}

Value radius_or_letters() {
  return either({number(0, 1), choice({"A", "B", "C", "C*", "D"}), section(one_radius_table),
                 mapping(number(), "^(A|B|C|C\\*|D)$")});
}

Table method_of(const dae::Family& family) {
  using Size = dae::Family::Size;
  using Splits = dae::Family::Splits;
  Table table = restricted(problem_method_table(),
                           fmt::format("method of a problem with the family {}", family.name),
                           problem_method_table().names());
  const auto without = [&](const char* key) {
    std::erase_if(table.keys, [&](const Key& each) { return each.name == key; });
  };
  if (family.size != Size::stages) without("stages");
  if (family.size != Size::order) without("order");
  if (family.splits == Splits::nothing) without("rho_infinity");
  if (family.splits == Splits::nothing) without("splitting");
  if (family.splits != Splits::mixtures) without("damping");
  if (family.splits != Splits::nothing || family.size == Size::order) without("local_model");
  if (!family.has_alpha) without("alpha");
  for (Key& key : table.keys)
    if (key.name == "stages") key.value.least = family.least_stages;
  return table;
}

}  // namespace

const Table& problem_method_table() {
  static const Table table{
      "method of a problem",
      "How time is integrated.",
      {{.name = "family",
        .value = choice(family_names()),
        .meaning = "of methods (problems.md, which_method.md)",
        .usual = family_names().front(),
        .example = "gauss"},
       {.name = "stages",
        .value = integer(1, 12),
        .meaning = "points in time at which a step solves its equations",
        .usual = "3",
        .example = "4"},
       {.name = "order",
        .value = choice({"2", "4", "6"}),
        .meaning = "of the family half-explicit",
        .usual = "4",
        .example = "6"},
       {.name = "rho_infinity",
        .value = number(0, 1),
        .meaning = "what a step leaves of vibrations far too fast for it",
        .example = "0.8"},
       {.name = "splitting",
        .value = mapping(radius_or_letters(), term_pattern()),
        .meaning = "another one for a term of the problem, or for a term of a region",
        .example = "{elastic: {rho_infinity: 0.5}}"},
       {.name = "damping",
        .value = section(problem_damping_table),
        .meaning = "damping of regions that follows the solution, of the family lobatto"},
       {.name = "end_multiplier",
        .value = choice(end_multipliers),
        .meaning = "how the multipliers at the end of a step are found",
        .usual = end_multipliers.front(),
        .example = end_multipliers.back()},
       {.name = "local_model",
        .value = section(local_model_table),
        .meaning = "of families with one matrix for all terms"},
       {.name = "alpha",
        .value = number(0, 1),
        .meaning = "of the family alpha",
        .usual = "0.5",
        .example = "0.5"},
       {.name = "composition",
        .value = integer(2, 10),
        .meaning = "the order that steps of a symmetric method are composed to",
        .example = "4"},
       {.name = "energy_projection",
        .value = boolean(),
        .meaning = "move the ends of steps to the energy of the start",
        .usual = "false",
        .example = "true"}},
      {},
      [] {
        std::vector<Variant> variants;
        for (const dae::Family& family : dae::families())
          variants.push_back({"family", family.name, std::make_shared<Table>(method_of(family))});
        return variants;
      }};
  return table;
}

const Table& problem_damping_table() {
  static const dae::DampingOptions usual;
  static const Table table{"damping that follows the solution",
                           "Regions are damped where they vibrate, Jay (1998), section 7.",
                           {{.name = "regions",
                             .value = list(text(), 1),
                             .meaning = "of the problem",
                             .example = "[stiff]",
                             .required = true},
                            {.name = "raise_above",
                             .value = number(0, 1),
                             .meaning = "share of the energy above which damping grows",
                             .usual = fmt::format("{}", usual.raise_above),
                             .example = "0.2"},
                            {.name = "release_below",
                             .value = number(0, 1),
                             .meaning = "share of the energy below which it falls",
                             .usual = fmt::format("{}", usual.release_below),
                             .example = "0.05"},
                            {.name = "strongest",
                             .value = number(0, 1),
                             .meaning = "weight of the damping matrix at most",
                             .usual = fmt::format("{}", usual.strongest),
                             .example = "0.5"}}};
  return table;
}

const Table& problem_time_table() {
  static const Table table{
      "time of a problem",
      "From when to when, in which steps; the problem's own unless given. An end before the start "
      "goes back in time.",
      {{.name = "start",
        .value = number(),
        .meaning = "when it begins",
        .unit = "time",
        .example = "0"},
       {.name = "end",
        .value = number(),
        .meaning = "when it ends",
        .unit = "time",
        .example = "1"},
       {.name = "step",
        .value = positive(),
        .meaning = "size of a step",
        .unit = "time",
        .example = "0.01"},
       {.name = "steps",
        .value = list(positive(), 1),
        .meaning = "all sizes, one after another, instead of end and step",
        .unit = "time",
        .example = "[0.1, 0.2]"},
       {.name = "pattern",
        .value = list(positive(), 1),
        .meaning = "sizes relative to `step`, over and over",
        .example = "[1, 0.5]"},
       {.name = "tolerance",
        .value = number(1e-15, 1),
        .meaning = "steps are chosen by their errors; `step` is the first that is tried",
        .example = "1e-6"},
       {.name = "control",
        .value = choice({"reversible", "standard"}),
        .meaning = "how; reversible where the method is symmetric unless given",
        .example = "standard"},
       {.name = "largest_step",
        .value = number(0),
        .meaning = "that may be taken; 0: no limit",
        .unit = "time",
        .usual = "0",
        .example = "0.1"},
       {.name = "resolve_above",
        .value = number(0),
        .meaning = "speed of fast motion above which it is resolved",
        .example = "0.5"},
       {.name = "backward",
        .value = choice({"adjoint", "same"}),
        .meaning = "with an end before the start: retrace forward steps, or the method with −h",
        .usual = "adjoint",
        .example = "same"}},
      {{Rule::Kind::at_most_one, {"steps", "pattern"}},
       {Rule::Kind::at_most_one, {"steps", "step"}},
       {Rule::Kind::at_most_one, {"steps", "end"}},
       {Rule::Kind::at_most_one, {"steps", "tolerance"}},
       {Rule::Kind::at_most_one, {"pattern", "tolerance"}},
       {Rule::Kind::needs, {"control", "tolerance"}},
       {Rule::Kind::needs, {"largest_step", "tolerance"}},
       {Rule::Kind::needs, {"resolve_above", "tolerance"}}}};
  return table;
}

const Table& problem_solver_table() {
  static const Table table{"solver of a problem",
                           "Newton's iteration of a step.",
                           {{.name = "tolerance",
                             .value = number(1e-16, 1e-2),
                             .meaning = "of the iteration, relative",
                             .usual = "1e-14",
                             .example = "1e-12"},
                            {.name = "max_iterations",
                             .value = integer(1, 100000),
                             .meaning = "after so many a step has failed",
                             .usual = "40",
                             .example = "20"}}};
  return table;
}

const Table& problem_probe_table() {
  static const Table table{
      "probe of a problem",
      "One value at every step; every position where no probes are given.",
      {{.name = "name",
        .value = text(),
        .meaning = "heading of the column; made of the rest unless given",
        .example = "height"},
       {.name = "component",
        .value = text(),
        .meaning = "by its name, or its number from 1",
        .example = "y"},
       {.name = "constraint",
        .value = integer(1),
        .meaning = "a constraint, from 1: its multiplier",
        .example = "1"},
       {.name = "quantity",
        .value = choice({"position", "velocity", "acceleration", "multiplier"}),
        .meaning = "of a component the position unless given, of a constraint the multiplier",
        .example = "velocity"}},
      {{Rule::Kind::one_of, {"component", "constraint"}}}};
  return table;
}

const Table& problem_output_table() {
  static const Table table = [] {
    Table result = restricted(output_table(), "output of a problem",
                              {"directory", "every", "energy", "probes", "report"});
    for (Key& key : result.keys)
      if (key.name == "probes") key.value = list(section(problem_probe_table));
    result.keys.insert(result.keys.begin() + 3,
                       {.name = "structure",
                        .value = boolean(),
                        .meaning = "carry two tangent vectors along and report their wedge product",
                        .usual = "false",
                        .example = "true"});
    return result;
  }();
  return table;
}

}  // namespace sparkdyn::input::keys
