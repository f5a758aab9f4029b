// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/mechanics/force.hpp"

namespace sparkdyn::mechanics {

void MatrixForce::add(const Configuration& at, double scale, Vec r) const {
  Vec x = term_.kind == Kind::elastic ? at.q : at.v;
  if (!x) return;
  if (work_.empty()) work_ = core::make_like(r);
  add_product(term_, scale, x, r, work_);
}

Tangent MatrixForce::tangent(const Configuration&) const {
  if (term_.kind == Kind::elastic) return {.by_q = term_.parts, .by_v = {}};
  return {.by_q = {}, .by_v = term_.parts};
}

double MatrixForce::energy(const Configuration& at) const {
  if (term_.kind != Kind::elastic) return 0;
  const core::Vector force = core::make_like(at.q);
  add({.t = at.t, .q = at.q}, 0.5, force);
  return core::dot(at.q, force);
}

}  // namespace sparkdyn::mechanics
