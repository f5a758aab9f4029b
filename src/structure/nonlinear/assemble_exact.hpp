// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A structure that may turn as far as it likes as a mechanics::System: M constant, forces of
// elements and moments, and constraints that are linear or quadratic (numerics.md, section 7.1).

#include "layout.hpp"
#include "sparkdyn/structure/assemble.hpp"

namespace sparkdyn::structure::nonlinear {

/// The unknowns of LocalConditions, by node.
Layout layout_of(const Distributed& structure, const LocalConditions& conditions);

/// See structure::assemble(). @note Collective.
Assembled assemble_exact(const Distributed& structure, std::size_t step,
                         const AssembleOptions& options);

}  // namespace sparkdyn::structure::nonlinear
