// SPDX-License-Identifier: BSD-3-Clause
#include "stage/coefficients.hpp"

#include <algorithm>
#include <set>

#include "sparkdyn/core/error.hpp"
#include "tableau/decompositions.hpp"

namespace sparkdyn::stage {
namespace {

using tableau::Term;

Term term_of(mechanics::Kind kind) {
  return kind == mechanics::Kind::elastic ? Term::elastic : Term::damping;
}

std::set<std::string> regions_of(const mechanics::System& system, Term term) {
  std::set<std::string> regions;
  for (const auto& part : system.terms())
    if (term_of(part.kind) == term) regions.insert(part.region);
  if (term == Term::load)
    for (const auto& load : system.loads()) regions.insert(load.region);
  regions.erase("");
  return regions;
}

void require_known_regions(const mechanics::System& system, const tableau::Splitting& splitting) {
  for (Term term : tableau::all_terms) {
    const auto known = regions_of(system, term);
    for (const auto& region : splitting.regions(term)) {
      if (known.contains(region)) continue;
      const std::vector<std::string> names(known.begin(), known.end());
      const std::string have = names.empty()
                                   ? fmt::format("no {} term has a region", tableau::name(term))
                                   : "regions: " + core::allowed(region, names);
      core::input_error("the splitting names '{}@{}', which the system does not have; {}",
                        tableau::name(term), region, have);
    }
  }
}

bool same(const Matrix& a, const Matrix& b) {
  return (a - b).lpNorm<Eigen::Infinity>() <= 1e-14;
}

}  // namespace

Coefficients make_coefficients(const mechanics::System& system, const tableau::Lobatto& lobatto,
                               const tableau::Splitting& splitting) {
  require_known_regions(system, splitting);
  Coefficients result{.stages = lobatto.stages(),
                      .b = lobatto.b(),
                      .c = lobatto.c(),
                      .position = lobatto.A(),
                      .velocity = splitting(Term::velocity).evaluate(lobatto),
                      .terms = {},
                      .loads = {},
                      .constraint = splitting(Term::constraint).evaluate(lobatto)};
  for (const auto& term : system.terms())
    result.terms.push_back(splitting(term_of(term.kind), term.region).evaluate(lobatto));
  for (const auto& load : system.loads())
    result.loads.push_back(splitting(Term::load, load.region).evaluate(lobatto));
  return result;
}

Matrix uniform_force_matrix(const mechanics::System& system, const Coefficients& coefficients) {
  std::vector<Matrix> matrices = coefficients.terms;
  if (system.constrained()) matrices.push_back(coefficients.constraint);
  if (matrices.empty()) matrices.push_back(coefficients.velocity);
  const Matrix& A = matrices.front();
  if (!std::all_of(matrices.begin(), matrices.end(), [&](const Matrix& B) { return same(A, B); }))
    return {};
  // The families with a zero row or column (IIIA, IIIB, IIIC*) are singular to the last digit.
  const Vector sigma = tableau::singular_values(A);
  return sigma(sigma.size() - 1) > 1e-10 * sigma(0) ? A : Matrix();
}

}  // namespace sparkdyn::stage
