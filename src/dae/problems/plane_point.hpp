// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A point of mass 1 in a plane, T = |v|²/2 of its two coordinates, alone or with gravity along the
// second.

#include "sparkdyn/dae/mechanism.hpp"

namespace sparkdyn::dae::problems {

struct PlanePoint {
  template <typename S>
  S kinetic_energy(const Vector<S>&, const Vector<S>& v) const {
    return 0.5 * (v[0] * v[0] + v[1] * v[1]);
  }
};

struct HeavyPlanePoint : PlanePoint {
  double gravity;

  template <typename S>
  S potential_energy(const S&, const Vector<S>& q) const {
    return gravity * q[1];
  }
};

}  // namespace sparkdyn::dae::problems
