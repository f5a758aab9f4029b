// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Around which configuration a system that is not linear was linearised. Factors serve several
// steps, so that it is not the state that a step begins with.

#include "sparkdyn/core/archive.hpp"
#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::integrate {

/// Where the forces and constraints of a system that is not linear were linearised for the factors
/// at hand: a run that goes on needs the same ones.
struct Around {
  double h = 0;                ///< of the step they were made for; 0: there are none
  mechanics::State at;         ///< the configuration
  core::Vector lambda;         ///< empty: without multipliers, whose curvature is then left out
  core::Vector stressed = {};  ///< whose stresses the tangents have; empty: those of `at`
};

/// In a checkpoint, with whether the next step wants other factors. @note Collective.
void carry_around(Around& around, bool& stale, const mechanics::System& system,
                  core::Archive& archive);

}  // namespace sparkdyn::integrate
