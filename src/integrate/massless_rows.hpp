// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Which degrees of freedom settle: those with neither mass nor a dashpot that a step resolves.

#include <vector>

#include "sparkdyn/mechanics/system.hpp"
#include "sparkdyn/mechanics/term.hpp"

namespace sparkdyn::integrate {

/// Σ_j |a_ij| of this rank's rows, over all terms of that kind.
std::vector<double> row_sizes(const mechanics::System& system, mechanics::Kind kind);

/// Those of this rank's rows that settle, `stiffness` their sizes; what their dashpots slow down is
/// over within a twentieth of the step.
std::vector<char> rows_that_settle(const mechanics::System& system,
                                   const std::vector<double>& stiffness, double h);

/// @note Collective.
PetscInt count_of(const mechanics::System& system, const std::vector<char>& settles);

}  // namespace sparkdyn::integrate
