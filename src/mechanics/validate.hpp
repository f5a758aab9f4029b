// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What must hold before a step can be taken: finite numbers, no loose degree of freedom.

#include <string>
#include <vector>

#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::mechanics {

/// Throws core::Error (input) naming the 1-based row when a matrix or vector holds NaN or infinity.
/// `what` says which, e.g. "stiffness (K.mtx)". @note Collective.
void require_finite(Mat matrix, const std::string& what);
void require_finite(Vec vector, const std::string& what);

/// Throws naming the first degree of freedom (1-based) that has neither mass nor stiffness and is
/// in no constraint.
/// @note Collective.
void require_inertia_or_stiffness(const System& system);

}  // namespace sparkdyn::mechanics
