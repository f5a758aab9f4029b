// SPDX-License-Identifier: BSD-3-Clause
#include "modal/static_rest.hpp"

namespace sparkdyn::modal {

using core::check;

double sigma_beside(std::span<const Mode> modes) {
  constexpr double small = 1e-2;
  return modes.empty() ? 0 : small * std::max(modes.back().eigenvalue, 0.0);
}

core::Vector static_rest(const EnergySpace& space, std::span<const Mode> modes, Vec force) {
  constexpr int times = 9;  // small^9 is below round-off
  core::Vector rest = core::make_copy(force);
  for (const Mode& mode : modes) {
    const core::Vector inertia = space.mass(mode.shape);
    check(VecAXPY(rest, -core::dot(mode.shape, force), inertia));
  }
  core::Vector r = space.system().make_displacement();
  for (int k = 0; k < times; ++k) {
    const core::Vector right = space.mass(r);
    check(VecAYPX(right, space.sigma(), rest));
    r = space.image(right).x;
    const core::Vector inertia = space.mass(r);
    for (const Mode& mode : modes) check(VecAXPY(r, -core::dot(mode.shape, inertia), mode.shape));
  }
  return r;
}

}  // namespace sparkdyn::modal
