// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// F = Σ_k F_k a_k(t): one vector per amplitude, of nodal forces and of M_e times the acceleration
// of body loads.

#include <vector>

#include "block_rows.hpp"
#include "sparkdyn/structure/assemble.hpp"

namespace sparkdyn::structure {

/// The loads of the step itself, or of the load cases that the options name. @note Collective.
std::vector<mechanics::TimedVector> load_vectors(const Distributed& structure,
                                                 const LocalConditions& conditions, RowKind kind,
                                                 const AssembleOptions& options);

}  // namespace sparkdyn::structure
