// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/mechanics/linearization.hpp"

#include <algorithm>

namespace sparkdyn::mechanics {
namespace {

void add_term(Linearization& result, Kind kind, std::string region, std::size_t force,
              std::vector<ScaledMatrix> parts) {
  if (parts.empty()) return;
  result.terms.push_back({.kind = kind, .region = std::move(region), .parts = std::move(parts)});
  result.force.push_back(force);
}

void list_matrices(const MatrixPtr& mass, Linearization& result) {
  const auto add = [&](const MatrixPtr& matrix, double stiffness) {
    const auto found =
        std::find_if(result.matrices.begin(), result.matrices.end(),
                     [&](const MatrixPtr& known) { return known->get() == matrix->get(); });
    const auto k = static_cast<std::size_t>(found - result.matrices.begin());
    if (found == result.matrices.end()) {
      result.matrices.push_back(matrix);
      result.uses.push_back(0);
      result.stiffness_weights.push_back(0);
    }
    ++result.uses[k];
    result.stiffness_weights[k] += stiffness;
  };
  add(mass, 0);
  for (const auto& term : result.terms)
    for (const auto& part : term.parts)
      add(part.matrix, term.kind == Kind::elastic ? part.factor : 0);
}

}  // namespace

Linearization linearize(const MatrixPtr& mass, const std::vector<ForcePtr>& forces,
                        std::vector<Tangent> tangents, const Constraints* constraints,
                        const Configuration& at, Vec lambda) {
  Linearization result;
  for (std::size_t k = 0; k < forces.size(); ++k) {
    add_term(result, Kind::elastic, forces[k]->region(), k, std::move(tangents[k].by_q));
    add_term(result, Kind::damping, forces[k]->region(), k, std::move(tangents[k].by_v));
  }
  if (constraints) {
    result.G = constraints->gradient(at.t, at.q);
    PetscReal norm = 0;
    core::check(MatNorm(*result.G, NORM_INFINITY, &norm));
    result.constraint_norm = norm;
    if (lambda && !constraints->linear())
      add_term(result, Kind::elastic, "", forces.size(), constraints->curvature(at, lambda));
  }
  list_matrices(mass, result);
  return result;
}

Linearization linearize(const MatrixPtr& mass, const std::vector<ForcePtr>& forces,
                        const Constraints* constraints, const Configuration& at, Vec lambda) {
  std::vector<Tangent> tangents;
  for (const ForcePtr& force : forces) tangents.push_back(force->tangent(at));
  return linearize(mass, forces, std::move(tangents), constraints, at, lambda);
}

}  // namespace sparkdyn::mechanics
