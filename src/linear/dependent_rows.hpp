// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Whether the rows of G are independent, so that [M Gᵀ; G 0] can be regular (10).

#include <vector>

#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::linear {

/// A set of rows of G (1-based) of which some combination vanishes.
using DependentRows = std::vector<PetscInt>;
/// Each set of linearly dependent rows of G; empty when G has full rank. @note Collective.
std::vector<DependentRows> dependent_rows(Mat G);
/// Throws core::Error (input) naming the dependent rows. @note Collective.
void require_independent_rows(Mat G);

}  // namespace sparkdyn::linear
