// SPDX-License-Identifier: BSD-3-Clause
// `local_model` in `method` of a problem, Jay (2007), sections 5 and 6.
#include "case_sections.hpp"

namespace sparkdyn::input {

dae::LocalModelOptions read_local_model(const Tree* tree, const dae::Problem& problem,
                                        const dae::Family& family) {
  dae::LocalModelOptions options;
  if (tree == nullptr) return options;
  if (family.splits != dae::Family::Splits::nothing || family.size == dae::Family::Size::order)
    fail(*tree,
         "'local_model' in 'method' needs a method with one matrix for all terms, such as 'family: "
         "gauss', not {}",
         family.name);
  const Section section(*tree, "local_model", keys::local_model_table());
  options.scheme =
      static_cast<dae::LocalScheme>(section.choice("scheme", 2, dae::local_scheme_names()));
  const auto names = dae::local_model_names(problem.name);
  options.model = names[section.choice("model", names.size() - 1, names)];
  located(*tree, [&] { dae::local_model(problem, options.model); });
  return options;
}

void check_local_model(const Section& root, const ProblemSpec& spec) {
  if (!spec.method.local_model.scheme) return;
  if (spec.time.tolerance)
    fail(root.require("time"),
         "'local_model' in 'method' goes with steps of given sizes, not with 'tolerance'");
  if (spec.structure)
    fail(root.require("output"), "'structure' in 'output' does not go with 'local_model'");
  if (spec.projection.kind != dae::ProjectionOptions::Kind::none ||
      spec.formulation == dae::Formulation::state_space)
    fail(root.require("problem"),
         "'local_model' in 'method' does not go with projections or charts");
}

}  // namespace sparkdyn::input
