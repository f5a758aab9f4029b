// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The stages of a half-explicit method (method.hpp), one after the other: a Newton iteration for
// Z_i and Ψ_{i−1} each,
//
//   p(T_i,Y_i,Z_i) − C_i − h ã_{i,i−1} r(Ȳ_{i−1},Ψ_{i−1}) = 0,   g(T̄_i, D_i + h ā_ii
//   v(T_i,Y_i,Z_i)) = 0

#include "sparkdyn/dae/stepper.hpp"
#include "stage_equations.hpp"

namespace sparkdyn::dae {

// Throws core::Error (input) unless q = y, the velocity is z, no force depends on z and there is no
// nonholonomic constraint.
void require_half_explicit(const System& system, const Method& method);

// Fills Y, Ȳ, Z and all multipliers but the last; adds to result.history. False when an iteration
// does not converge.
bool half_explicit_stages(const System& system, const Method& method, const StepperOptions& options,
                          const Point& from, double h, StageValues& values, StepResult& result);

}  // namespace sparkdyn::dae
