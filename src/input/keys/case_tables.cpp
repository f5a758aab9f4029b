// SPDX-License-Identifier: BSD-3-Clause
// The sections that cases of matrices and of structures share.
#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "input/field_quantity.hpp"
#include "sparkdyn/run/method.hpp"
#include "sparkdyn/tableau/term.hpp"
#include "table.hpp"

namespace sparkdyn::input::keys {
namespace {

Value seconds() {
  return either({number(0), text("^[0-9.]+:[0-9.]+:[0-9.]+$")});
}

std::shared_ptr<const Table> keep(Table table) {
  return std::make_shared<const Table>(std::move(table));
}

/// The root where one of system, model and problem is given.
Table root_with(const std::string& kind, const Table& (*time)(), const Table& (*solver)(),
                const Table& (*method)(), const Table& (*output)(), const char* name = nullptr) {
  Table root = restricted(case_table(), fmt::format("a case with a {}", name ? name : kind),
                          {"title", kind, "method", "time", "solver", "spin", "output",
                           "checkpoint", "response", "spectrum"});
  if (kind != "model" || name)
    std::erase_if(root.keys, [](const Key& k) { return k.name == "spin"; });
  if (kind == "problem")
    std::erase_if(root.keys,
                  [](const Key& k) { return k.name == "response" || k.name == "spectrum"; });
  for (Key& key : root.keys) {
    if (key.name == "time") key.value = section(time);
    if (key.name == "solver") key.value = section(solver);
    if (key.name == "method") key.value = section(method);
    if (key.name == "output") key.value = section(output);
    if (key.name == "spectrum")
      key.value = section(kind == "system" ? spectrum_of_system_table : spectrum_of_model_table);
  }
  root.rules.clear();
  return root;
}

}  // namespace

const Table& case_table() {
  static const Table table{
      "case",
      "The whole file. It has one of `system`, `model` and `problem`; what the other sections may "
      "say depends on which.",
      {
          {.name = "title", .value = text(), .meaning = "shown in reports", .example = "a beam"},
          {.name = "model",
           .value = section(model_table),
           .meaning = "a structure, from a mesh or a deck"},
          {.name = "system", .value = section(system_table), .meaning = "matrices from files"},
          {.name = "problem",
           .value = section(any_problem_table),
           .meaning = "a small nonlinear mechanism, by name"},
          {.name = "method", .value = any(), .meaning = "how time is integrated"},
          {.name = "time", .value = any(), .meaning = "from when to when, in which steps"},
          {.name = "solver", .value = any(), .meaning = "how the equations of a step are solved"},
          {.name = "spin",
           .value = section(spin_table),
           .meaning =
               "a steady spin, about which `sparkdyn modes` looks for modes of a `nonlinear` "
               "model"},
          {.name = "output", .value = any(), .meaning = "what is kept of the motion, and where"},
          {.name = "checkpoint",
           .value = section(checkpoint_table),
           .meaning = "states from which a run can go on"},
          {.name = "response",
           .value = section(response_table),
           .meaning = "frequencies at which `sparkdyn response` finds the steady state"},
          {.name = "spectrum",
           .value = section(spectrum_table),
           .meaning = "shaking to which `sparkdyn spectrum` finds the largest answer"},
      },
      {{Rule::Kind::one_of, {"system", "model", "problem"}}},
      [] {
        return std::vector<Variant>{
            {"system", "",
             keep(root_with("system", time_table, solver_table, method_table, output_table))},
            {"model.deck", "",
             keep(root_with("model", deck_time_table, solver_table, method_table,
                            model_output_table, "deck"))},
            {"model", "",
             keep(root_with("model", time_table, solver_table, method_table, model_output_table))},
            {"problem", "",
             keep(root_with("problem", problem_time_table, problem_solver_table,
                            problem_method_table, problem_output_table))}};
      }};
  return table;
}

const Table& checkpoint_table() {
  static const Table table{
      "checkpoint",
      "States from which `sparkdyn run CASE --restart latest` goes on (restart.md).",
      {
          {.name = "every",
           .value = integer(0),
           .meaning = "steps from one to the next; 0: not by steps",
           .unit = "steps",
           .usual = "0",
           .example = "100"},
          {.name = "seconds",
           .value = seconds(),
           .meaning = "time on the clock from one to the next, as seconds or hours:minutes:seconds",
           .unit = "s",
           .usual = "0",
           .example = "\"0:30:00\""},
          {.name = "keep",
           .value = integer(1, 1000000),
           .meaning = "how many stay",
           .usual = "2",
           .example = "3"},
          {.name = "wall_clock_limit",
           .value = seconds(),
           .meaning = "time since the start of the program after which it keeps its state and "
                      "stops (status 3); 0: none",
           .unit = "s",
           .usual = "0",
           .example = "\"23:50:00\""},
      }};
  return table;
}

const Table& time_table() {
  static const Table table{
      "time",
      "From when to when, and in which steps.",
      {
          {.name = "start",
           .value = number(),
           .meaning = "when it begins",
           .unit = "time",
           .usual = "0",
           .example = "0"},
          {.name = "end",
           .value = number(),
           .meaning = "when it ends, after `start`; a last shorter step where the span is no "
                      "multiple of the step",
           .unit = "time",
           .example = "2",
           .required = true},
          {.name = "step",
           .value = positive(),
           .meaning = "size of a step; needed unless `tolerance` here or `accuracy` in `method` "
                      "chooses it",
           .unit = "time",
           .example = "0.01"},
          {.name = "tolerance",
           .value = positive(0.1),
           .meaning = "steps are chosen by their errors, relative to the largest displacement; "
                      "`step` is then the first that is tried",
           .example = "1e-4"},
      }};
  return table;
}

const Table& deck_time_table() {
  static const Table table = [] {
    Table result = restricted(time_table(), "time beside a deck", {"step"});
    result.keys.front().required = true;
    return result;
  }();
  return table;
}

const Table& solver_table() {
  static const Table table{
      "solver",
      "How the equations of a step are solved. What is not given is chosen (solvers.md).",
      {
          {.name = "strategy",
           .value = choice({"auto", "decoupled", "monolithic", "krylov", "multigrid"}),
           .meaning = "one system per eigenvalue, one large system, iterations, or multigrid",
           .usual = "auto",
           .example = "krylov"},
          {.name = "factors",
           .value = choice({"auto", "single", "groups", "spread"}),
           .meaning = "on which ranks the systems of a step are factored or iterated",
           .usual = "auto",
           .example = "spread"},
          {.name = "tolerance",
           .value = number(1e-16, 1e-2),
           .meaning = "of iterations, relative; multigrid ties it to the method's error unless "
                      "given",
           .usual = "1e-10",
           .example = "1e-8"},
          {.name = "max_iterations",
           .value = integer(1, 1000000),
           .meaning = "after so many a step has failed",
           .usual = "200",
           .example = "100"},
      }};
  return table;
}

const Table& spin_table() {
  static const Table table{
      "spin",
      "A steady spin: supports and loads turn with the structure, as on a turntable (modes.md).",
      {
          {.name = "axis",
           .value = three_numbers(),
           .meaning = "its direction",
           .example = "[0, 0, 1]",
           .required = true},
          {.name = "through",
           .value = three_numbers(),
           .meaning = "a point of the axis",
           .unit = "length",
           .usual = "[0, 0, 0]",
           .example = "[0, 0, 0.1]"},
          {.name = "speeds",
           .value = list(number(0), 1),
           .meaning = "angular velocities, increasing: modes at each",
           .unit = "rad/time",
           .example = "[0, 50, 100]",
           .required = true},
      }};
  return table;
}

std::string term_pattern() {
  std::string names;
  for (const tableau::Term term : tableau::all_terms)
    names += fmt::format("{}{}", names.empty() ? "" : "|", tableau::name(term));
  return fmt::format("^({})(@.+)?$", names);
}

namespace {

Value terms_by_radius() {
  return mapping(number(0, 1), term_pattern());
}

Value letters() {
  return either({choice({"A", "B", "C", "C*", "D"}), section(one_radius_table),
                 mapping(number(), "^(A|B|C|C\\*|D)$")});
}

Value terms_by_letter() {
  return mapping(letters(), term_pattern());
}

struct Word {
  std::string meaning, example;
};

/// What the keys of families mean.
const std::map<std::string, Word>& method_words() {
  static const std::map<std::string, Word> words{
      {"stages",
       {"points in time at which a step solves its equations: more give a higher order", "4"}},
      {"rho_infinity",
       {"what a step leaves of vibrations far too fast for it: 0 damps them at once, 1 not at all",
        "0.5"}},
      {"beta", {"of Newmark's method", "0.25"}},
      {"gamma", {"of Newmark's method; above 0.5 it damps, to first order", "0.5"}},
      {"alpha", {"of the method of Hilber, Hughes and Taylor", "-0.1"}},
  };
  return words;
}

Key method_key(const run::MethodKey& key) {
  const auto word = method_words().find(key.name);
  const bool known = word != method_words().end();
  Value value = key.whole ? integer(key.least, key.most) : number(key.least, key.most);
  if (key.name == "stages") value = either({value, choice({"auto"})});
  return {.name = key.name,
          .value = value,
          .meaning = known ? word->second.meaning : "",
          .usual = fmt::format("{}", key.usual),
          .example = known ? word->second.example : fmt::format("{}", key.usual)};
}

Key splitting_key(Value value, std::string example) {
  return {.name = "splitting",
          .value = std::move(value),
          .meaning =
              "another rho_infinity (or letters, in the family lobatto) for a term, or for a "
              "term of a region: elastic@joint",
          .example = std::move(example)};
}

std::vector<Key> accuracy_keys() {
  return {
      {.name = "accuracy",
       .value = number(1e-12, 0.1),
       .meaning = "wanted error of displacements relative to their largest value: chooses "
                  "stages and step where they are not given",
       .example = "1e-4"},
      {.name = "frequency",
       .value = positive(),
       .meaning = "the highest frequency of interest, beside `accuracy`; else that of the loads",
       .unit = "1/time",
       .example = "50"}};
}

Key family_key() {
  std::vector<std::string> names;
  for (const run::MethodFamily& family : run::method_families()) names.push_back(family.name);
  const std::string last = names.back();
  names.emplace_back("modal");
  return {.name = "family",
          .value = choice(names),
          .meaning =
              "of methods; SPARK on Gauss nodes unless given (numerics.md); `modal` "
              "superposes natural modes (modes.md)",
          .usual = names.front(),
          .example = last};
}

Table superposition_table() {
  Table table{"method with the family modal",
              "Natural modes, each integrated exactly between steps for loads that are linear in "
              "time there, with what the loads cause statically beside them.",
              {family_key(), modes_key(), modal_damping_key()}};
  table.keys[1].required = true;
  return table;
}

Table family_table(const run::MethodFamily& family) {
  Table table{fmt::format("method with the family {}", family.name),
              "Keys of one family of methods.",
              {family_key()}};
  for (const run::MethodKey& key : family.keys) table.keys.push_back(method_key(key));
  const bool letters = family.splits == run::SplitBy::letters;
  if (family.splits != run::SplitBy::nothing)
    table.keys.push_back(letters ? splitting_key(terms_by_letter(), "{elastic: C}")
                                 : splitting_key(terms_by_radius(), "{elastic: 0.5}"));
  if (family.splits == run::SplitBy::radius) {
    for (Key& key : accuracy_keys()) table.keys.push_back(std::move(key));
    table.rules = {{Rule::Kind::needs, {"frequency", "accuracy"}},
                   {Rule::Kind::at_most_one, {"accuracy", "splitting"}}};
  }
  return table;
}

/// Those of all families, each once, with the widest range that one of them allows.
Table all_families() {
  Table all{"method",
            "How time is integrated. Without it: the family gauss-lobatto with three stages and a "
            "rho_infinity of 0.8.",
            {}};
  for (const run::MethodFamily& family : run::method_families())
    for (Key& key : family_table(family).keys) {
      const auto known = std::ranges::find(all.keys, key.name, &Key::name);
      if (known == all.keys.end()) {
        all.keys.push_back(std::move(key));
        continue;
      }
      Value& mine = known->value;
      Value* number = mine.kind == Value::Kind::either ? &mine.parts.front() : &mine;
      const Value& other =
          key.value.kind == Value::Kind::either ? key.value.parts.front() : key.value;
      number->least = std::min(number->least, other.least);
      number->most = std::max(number->most, other.most);
    }
  all.keys.push_back(modes_key());
  all.keys.push_back(modal_damping_key());
  for (Key& key : all.keys)
    if (key.name == "splitting") key.value = either({terms_by_radius(), terms_by_letter()});
  all.rules = {{Rule::Kind::needs, {"frequency", "accuracy"}},
               {Rule::Kind::at_most_one, {"accuracy", "splitting"}}};
  return all;
}

}  // namespace

const Table& method_table() {
  static const Table table = [] {
    Table all = all_families();
    all.variants = [] {
      std::vector<Variant> variants;
      for (const run::MethodFamily& family : run::method_families())
        variants.push_back({"family", family.name, keep(family_table(family))});
      variants.push_back({"family", "modal", keep(superposition_table())});
      return variants;
    };
    return all;
  }();
  return table;
}

const Table& one_radius_table() {
  static const Table table{"a rho_infinity in a splitting",
                           "The mixture of letters that has this rho_infinity.",
                           {{.name = "rho_infinity",
                             .value = number(0, 1),
                             .meaning = "what a step leaves of vibrations far too fast for it",
                             .example = "0.5",
                             .required = true}}};
  return table;
}

namespace {

Key every_key() {
  return {.name = "every",
          .value = integer(1),
          .meaning = "steps from one stored state to the next; the first and the last always",
          .unit = "steps",
          .usual = "1",
          .example = "10"};
}

Key directory_key() {
  return {.name = "directory",
          .value = file(),
          .meaning = "the folder of the results, below that of the case file",
          .usual = "out",
          .example = "results"};
}

Key energy_key() {
  return {.name = "energy",
          .value = boolean(),
          .meaning = "write energy.csv: energies, work and their balance at every step",
          .usual = "true",
          .example = "false"};
}

Key report_key() {
  return {.name = "report",
          .value = boolean(),
          .meaning = "write report.html when the run ends (report.md)",
          .usual = "true",
          .example = "false"};
}

Table output_of(std::string name, const Table& (*probe)(), bool stress) {
  Table table{std::move(name),
              "What is kept of the motion, and where.",
              {directory_key(),
               every_key(),
               {.name = "times",
                .value = list(number()),
                .meaning = "instead of `every`: times at which states are stored, increasing; "
                           "between steps they come from the stages",
                .unit = "time",
                .example = "[0.1, 0.25]"},
               {.name = "interval",
                .value = positive(),
                .meaning = "instead of `every`: time from one stored state to the next",
                .unit = "time",
                .example = "0.01"},
               energy_key(),
               {.name = "error_estimate",
                .value = boolean(),
                .meaning = "carry the error of the motion along and report it for each probe; true "
                           "unless given beside an accuracy or a tolerance",
                .usual = "false",
                .example = "true"},
               {.name = "probes",
                .value = list(section(probe)),
                .meaning = "one column each in history.csv, at every step"},
               report_key()},
              {{Rule::Kind::at_most_one, {"every", "times"}},
               {Rule::Kind::at_most_one, {"every", "interval"}}}};
  if (!stress) return table;
  const auto store = [&](std::string key, std::string meaning) {
    table.keys.push_back({.name = std::move(key),
                          .value = boolean(),
                          .meaning = std::move(meaning),
                          .usual = "false",
                          .example = "true"});
  };
  store("stress", "store stresses of the elements with the states");
  store("nodal_stress",
        "store stresses at the nodes, averaged within a material, principal ones and how far the "
        "elements disagree");
  store("section_forces",
        "store section forces and fibre stresses of beams and trusses, resultants of shells");
  store("envelope",
        "write envelope.h5 when the run ends: the largest, smallest and largest absolute values of "
        "every field over the stored states");
  return table;
}

}  // namespace

const Table& output_table() {
  static const Table table = output_of("output", probe_table, false);
  return table;
}

const Table& model_output_table() {
  static const Table table = output_of("output of a model", model_probe_table, true);
  return table;
}

namespace {

Key probe_name() {
  return {.name = "name",
          .value = text(),
          .meaning = "heading of the column; made of the rest unless given",
          .example = "tip"};
}

}  // namespace

const Table& probe_table() {
  static const Table table{
      "probe",
      "One value at every step.",
      {
          probe_name(),
          {.name = "dof",
           .value = integer(1),
           .meaning = "a degree of freedom, in the numbering of the matrices, from 1",
           .example = "2"},
          {.name = "constraint",
           .value = integer(1),
           .meaning = "a row of the constraints, from 1: its multiplier, a force",
           .example = "1"},
          {.name = "quantity",
           .value = choice({"displacement", "velocity", "acceleration", "multiplier"}),
           .meaning = "of a dof the displacement unless given, of a constraint the multiplier",
           .example = "velocity"},
      },
      {{Rule::Kind::one_of, {"dof", "constraint"}}}};
  return table;
}

const Table& model_probe_table() {
  static const Table table{
      "probe of a model",
      "One number at a node, a group, a point or an element, at every step.",
      [] {
        std::vector<Key> keys = with_places(
            {{.name = "element",
              .value = integer(1),
              .meaning = "number of an element; instead of it a group of elements",
              .example = "12"},
             {.name = "component",
              .value = choice(probe_components()),
              .meaning = "x to rz of a motion or reaction; N to M2 of a section_force, min and max "
                         "of a fibre_stress, N11 to Q2 of a shell_force, xx to zx of a stress, s1 "
                         "to s3 of a nodal_principal; none of the others",
              .example = "z"},
             {.name = "quantity",
              .value = choice(model_quantities()),
              .meaning = "what of it; a reaction is the force of a support",
              .usual = "displacement",
              .example = "velocity"},
             {.name = "end",
              .value = choice({"start", "end"}),
              .meaning = "of the element, for a section_force or fibre_stress",
              .example = "start"},
             {.name = "side",
              .value = choice({"top", "bottom"}),
              .meaning = "of a shell, for its stresses; top is the side of the normal",
              .usual = "top",
              .example = "bottom"},
             {.name = "sum",
              .value = boolean(),
              .meaning = "over the group, instead of a column for each member",
              .usual = "false",
              .example = "true"},
             {.name = "minus",
              .value = either({integer(1), text(), three_numbers()}),
              .meaning = "a node (number, group of one, or point) whose value is taken off",
              .example = "4"},
             {.name = "scale",
              .value = number(),
              .meaning = "multiplies the value",
              .usual = "1",
              .example = "0.001"}});
        keys.insert(keys.begin(), probe_name());
        return keys;
      }(),
      {{Rule::Kind::one_of, {"group", "node", "point", "element"}},
       {Rule::Kind::some_of, {"component", "quantity"}}}};
  return table;
}

const Table& amplitude_table() {
  static const Table table{
      "amplitude",
      "A function of time that multiplies a load, a motion or a value; 1 where none is given.",
      {
          {.name = "constant", .value = number(), .meaning = "one number", .example = "1"},
          {.name = "table",
           .value = list(list(number(), 2, 2), 1),
           .meaning = "pairs [time, value]: linear between, constant outside",
           .unit = "time, –",
           .example = "[[0, 0], [0.5, 1]]"},
          {.name = "sine", .value = section(sine_table), .meaning = "sin(2π·frequency·t + phase)"},
          {.name = "harmonic",
           .value = section(harmonic_table),
           .meaning = "magnitude and phase, for `sparkdyn response`"},
          {.name = "expression",
           .value = text(),
           .meaning = "a formula in t with the functions of muParser",
           .example = "\"sin(3*t)*exp(-t)\""},
          {.name = "derivative",
           .value = text(),
           .meaning = "of the expression, where the program's own is not finite",
           .example = "\"cos(t)\""},
          {.name = "second_derivative",
           .value = text(),
           .meaning = "of the expression likewise",
           .example = "\"-sin(t)\""},
          {.name = "file",
           .value = file(),
           .meaning = "a table in a file of lines 'time, value', or a record of PEER (.AT2)",
           .example = "record.csv"},
          {.name = "scale",
           .value = number(),
           .meaning = "multiplies the values of the file",
           .usual = "1",
           .example = "9.81"},
      },
      {{Rule::Kind::one_of, {"constant", "table", "sine", "harmonic", "expression", "file"}},
       {Rule::Kind::needs, {"derivative", "expression"}},
       {Rule::Kind::needs, {"second_derivative", "expression"}},
       {Rule::Kind::needs, {"scale", "file"}}}};
  return table;
}

const Table& sine_table() {
  static const Table table{"sine",
                           "sin(2π·frequency·t + phase).",
                           {{.name = "frequency",
                             .value = number(),
                             .meaning = "cycles per unit of time",
                             .unit = "1/time",
                             .example = "2",
                             .required = true},
                            {.name = "phase",
                             .value = number(),
                             .meaning = "at time zero",
                             .unit = "rad",
                             .usual = "0",
                             .example = "0.5"}}};
  return table;
}

const Table& rayleigh_table() {
  static const Table table{"rayleigh",
                           "Damping in proportion to mass and stiffness: C = alpha M + beta K.",
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
                             .example = "1e-4"}},
                           {{Rule::Kind::some_of, {"alpha", "beta"}}}};
  return table;
}

}  // namespace sparkdyn::input::keys
