// SPDX-License-Identifier: BSD-3-Clause
// Families that are for problems with equations of their own, and what is made of any one-step
// method, in `method` of a problem: Simo & Gonzalez (1993).
#include "case_sections.hpp"
#include "dae/composition.hpp"
#include "dae/energy_surface.hpp"

namespace sparkdyn::input {
namespace {

int read_composition(const Section& method, const ProblemMethod& of) {
  const Tree* tree = method.find("composition");
  if (tree == nullptr) return 0;
  const int wanted = static_cast<int>(method.integer("composition", std::nullopt, 2, 10));
  // All schemes are symmetric and of order 2.
  const bool symmetric = !of.family->make || coefficients(of).symmetric;
  const int order = of.family->make ? coefficients(of).order : 2;
  if (!symmetric)
    fail(
        *tree,
        "'composition' in 'method' needs a symmetric method: midpoint, energy-momentum, alpha with "
        "alpha 0.5, gauss, gauss-lobatto with rho_infinity 1, or lobatto without C");
  located(*tree, [&] { dae::composition_sizes(order, wanted); });
  return wanted;
}

/// What of a composition, a projection onto the energy or a scheme the method has; "" for none.
std::string special_part(const ProblemMethod& method) {
  if (method.composition > 0) return "'composition' in 'method'";
  if (method.energy_projection) return "'energy_projection' in 'method'";
  return method.family->make ? "" : "the family " + method.family->name;
}

}  // namespace

void read_one_step(const Section& method, const dae::Problem& problem, ProblemMethod& result) {
  const dae::Family& family = *result.family;
  if (const Tree* tree = method.find("alpha"); tree && !family.has_alpha)
    fail(*tree, "'alpha' in 'method' belongs to the family alpha, not to {}", family.name);
  result.alpha = method.number("alpha", 0.5, 0, 1);
  if (family.has_alpha && problem.system->sizes().u() > 0)
    fail(method.require("family"),
         "the family alpha takes no constraints, and the problem '{}' has {}: use midpoint, gauss "
         "or gauss-lobatto",
         problem.name, problem.system->sizes().u());
  if (!family.make && !problem.schemes.contains(family.name))
    fail(method.require("family"), "the family {} is for the problems {}, not for '{}'",
         family.name, fmt::join(dae::problems_with_scheme(family.name), ", "), problem.name);
  result.composition = read_composition(method, result);
  result.energy_projection = method.boolean("energy_projection", false);
  if (result.energy_projection)
    located(method.require("energy_projection"),
            [&] { dae::require_energy_surface(*problem.system, problem.start); });
}

void check_one_step(const Section& root, const ProblemSpec& spec) {
  const std::string what = special_part(spec.method);
  if (what.empty()) return;
  if (!spec.method.damping.regions.empty() || spec.method.local_model.scheme)
    fail(root.require("method"), "{} does not go with '{}'", what,
         spec.method.local_model.scheme ? "local_model" : "damping");
  if (spec.projection.kind != dae::ProjectionOptions::Kind::none ||
      spec.formulation == dae::Formulation::state_space)
    fail(root.require("problem"), "{} does not go with projections or charts", what);
  if (spec.method.energy_projection && spec.structure)
    fail(root.require("output"), "'structure' in 'output' does not go with {}",
         "'energy_projection' in 'method'");
}

}  // namespace sparkdyn::input
