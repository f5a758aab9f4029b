// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The constraints on the level of z, 0 = dg/dt(t,y,z) and 0 = w(t,y,z), one under the other.

#include "sparkdyn/dae/system.hpp"

namespace sparkdyn::dae {

// And their derivatives by t, y and z.
Linearization velocity_level(const System& system, const Point& at);

}  // namespace sparkdyn::dae
