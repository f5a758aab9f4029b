// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a user should know of a step that failed: which load, which degree of freedom.

#include <string>

#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/integrate/stepper.hpp"

namespace sparkdyn::integrate {

/// 0-based, over all ranks; −1: all are finite. @note Collective.
PetscInt first_not_finite(Vec vector);
/// The entry of largest size, its index 0-based. @note Collective.
core::Located largest_entry(Vec vector);

/// The load or prescribed motion that is not finite between t and t + h, with its amplitude, the
/// time and where it acts most; empty when all are. @note Collective.
std::string not_finite_input(const mechanics::System& system, int load_case, double t, double h);

/// result.cause with names: the input that is to blame, or where it happened. `state` is the last
/// good one, from which a step h failed. @note Collective.
std::string explained_cause(const mechanics::System& system, const StepResult& result,
                            const mechanics::State& state, double h);

}  // namespace sparkdyn::integrate
