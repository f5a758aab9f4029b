// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// One order of elimination (core/pivot_order.hpp) for all factors of a structure's size: real and
// complex shifts, Newmark's matrix, the mass and every step size have parts of the same pattern, M,
// C, K and G together. It is found once and kept in Operators::order.

#include <memory>
#include <string>
#include <vector>

#include "linear/pivot_order.hpp"
#include "sparkdyn/linear/operators.hpp"

namespace sparkdyn::linear {

/// Of all unknowns [q; λ], in the numbering of the factors, on every rank. @note Collective.
const PivotOrder& elimination_order(const Operators& system);

/// Places of this system's unknowns [q; λ], or of q alone, in the numbering of the factors, on
/// every rank. Null when an option `-<prefix>mat_mumps_icntl_7` chooses an ordering of MUMPS, or
/// the system is small.
/// @note Collective.
std::shared_ptr<const std::vector<int>> elimination_places(const Operators& system,
                                                           bool with_constraint,
                                                           const std::string& prefix);

}  // namespace sparkdyn::linear
