// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/run/own_matrices.hpp"

namespace sparkdyn::run {
namespace {

template <typename Owner, typename Raw>
Owner shared(Raw given) {
  core::check(PetscObjectReference(reinterpret_cast<PetscObject>(given)));
  return Owner(given);
}

mechanics::MatrixPtr shared_matrix(Mat given) {
  return std::make_shared<const core::Matrix>(shared<core::Matrix>(given));
}

}  // namespace

std::shared_ptr<mechanics::System> make_system(const OwnMatrices& given) {
  using mechanics::Kind;
  std::vector<mechanics::MatrixTerm> terms{{Kind::elastic, "", {{1.0, shared_matrix(given.K)}}}};
  if (given.C) terms.push_back({Kind::damping, "", {{1.0, shared_matrix(given.C)}}});
  std::vector<mechanics::TimedVector> loads;
  if (given.F) loads.push_back({shared<core::Vector>(given.F), given.a, ""});
  std::optional<mechanics::Constraint> constraint;
  if (given.G) constraint = mechanics::Constraint{shared<core::Matrix>(given.G), {}};
  return std::make_shared<mechanics::System>(shared_matrix(given.M), std::move(terms),
                                             std::move(loads), std::move(constraint));
}

mechanics::State make_state(const mechanics::System& system, double t, Vec q, Vec v) {
  mechanics::State state{t, system.make_displacement(), system.make_displacement()};
  if (q) core::copy(q, state.q);
  if (v) core::copy(v, state.v);
  return state;
}

}  // namespace sparkdyn::run
