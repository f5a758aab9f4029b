// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Supports and constraints of a step as rows that hold however far the structure turns: first that
// directors are orthonormal, d_i·d_j = δ_ij, then supports, then what the input lists. On rank 0.

#include <span>

#include "structure/resolved_conditions.hpp"

namespace sparkdyn::structure::nonlinear {

/// Fills `exact`, `implied`, `warnings`, and `rows` with the names of the rows alone. Throws
/// core::Error (input) for what has no exact meaning.
void resolve_exact(const Model& model, const Conditions& conditions,
                   std::span<const ComponentMask> components, ResolvedConditions& result);

}  // namespace sparkdyn::structure::nonlinear
