// SPDX-License-Identifier: BSD-3-Clause
#include "mechanics/small_motion.hpp"

#include <algorithm>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::mechanics {
namespace {

Names names_of(const System& system) {
  return {[&system](PetscInt dof) { return system.dof_name(dof); },
          [&system](PetscInt row) { return system.constraint_name(row); }};
}

System of_matrices(const System& names, std::vector<MatrixTerm> terms, Mat G, bool symmetric) {
  std::optional<Constraint> constraint;
  if (G) constraint = Constraint{core::make_copy(G), {}};
  System result(names.mass(), std::move(terms), {}, std::move(constraint), symmetric);
  result.set_names(names_of(names));
  return result;
}

}  // namespace

System small_motions(const System& system, const Configuration& at, Vec lambda) {
  const auto& forces = system.forces();
  if (std::any_of(forces.begin(), forces.end(), [](const auto& each) { return each->external(); }))
    core::input_error(
        "small motions about a state are not known where moments, a pressure or loads with "
        "'follower' act: their tangents are not symmetric; use forces, tractions or gravity");
  Linearization around = system.linearize(at, lambda);
  return of_matrices(system, std::move(around.terms),
                     system.constrained() ? around.G->get() : nullptr, true);
}

System with_damping(const System& linear, MatrixPtr damping) {
  std::vector<MatrixTerm> terms = linear.terms();
  terms.push_back({.kind = Kind::damping, .region = "", .parts = {{1.0, std::move(damping)}}});
  return of_matrices(linear, std::move(terms), linear.constrained() ? linear.G() : nullptr, false);
}

}  // namespace sparkdyn::mechanics
