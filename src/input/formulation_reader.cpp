// SPDX-License-Identifier: BSD-3-Clause
// `formulation` and what goes with it in `problem`: which equations a constrained problem is given
// as, and how its steps stay on the constraints, Leimkuhler & Reich (1992).
#include <algorithm>

#include "case_sections.hpp"

namespace sparkdyn::input {
namespace {

const Tree* member(const Tree& tree, const std::string& key) {
  const auto found = std::ranges::find(tree.members, key, &Tree::Member::key);
  return found == tree.members.end() ? nullptr : &found->value;
}

dae::ProjectionOptions read_projection(const Tree& tree) {
  const Section section(tree, "projection", keys::projection_table());
  dae::ProjectionOptions projection;
  projection.kind =
      static_cast<dae::ProjectionOptions::Kind>(section.choice("kind", 1, dae::projection_names()));
  projection.every = static_cast<int>(section.integer("every", 1, 1, 1000000000));
  return projection;
}

}  // namespace

void read_formulation(const Tree& tree, ProblemSpec& spec) {
  if (const Tree* kind = member(tree, "formulation"))
    spec.formulation = static_cast<dae::Formulation>(
        as_choice(*kind, "'formulation' in 'problem'", dae::formulation_names()));
  const bool charts = spec.formulation == dae::Formulation::state_space;
  if (const Tree* every = member(tree, "chart_every")) {
    if (!charts) fail(*every, "'chart_every' in 'problem' goes with 'formulation: state-space'");
    spec.chart_every = as_integer(*every, "'chart_every' in 'problem'");
    if (spec.chart_every < 1)
      fail(*every, "'chart_every' in 'problem' must be at least 1, not {}", spec.chart_every);
  }
  const Tree* projection = member(tree, "projection");
  if (projection == nullptr) return;
  spec.projection = read_projection(*projection);
  if (spec.formulation == dae::Formulation::constrained || charts)
    fail(*projection,
         "'projection' in 'problem' goes with a formulation whose steps leave the constraints: "
         "underlying, dirac, weak, simplified, linear or baumgarte");
}

void check_formulation(const Section& root, const ProblemSpec& spec) {
  const bool charts = spec.formulation == dae::Formulation::state_space;
  const bool projected = spec.projection.kind != dae::ProjectionOptions::Kind::none;
  if (!charts && !projected) return;
  const char* what = charts ? "'formulation: state-space'" : "'projection'";
  if (spec.time.tolerance)
    fail(root.require("time"), "{} in 'problem' goes with steps of given sizes, not 'tolerance'",
         what);
  const bool one_matrix = spec.method.family->splits == dae::Family::Splits::nothing &&
                          spec.method.family->size != dae::Family::Size::order;
  const bool inside = charts || spec.projection.kind == dae::ProjectionOptions::Kind::stages;
  if (inside && !one_matrix)
    fail(root.require("problem"),
         "{} needs a method with one matrix for all terms, such as 'family: gauss', not {}",
         charts ? what : "'projection: {kind: stages}'", spec.method.family->name);
  if (charts && spec.structure)
    fail(root.require("output"), "'structure' in 'output' does not go with {}", what);
}

}  // namespace sparkdyn::input
