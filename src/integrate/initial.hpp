// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Consistent initial values: 0 = Gq₀ − c(t₀) and 0 = Gv₀ − c'(t₀).

#include <limits>
#include <memory>

#include "sparkdyn/core/log.hpp"
#include "sparkdyn/mechanics/system.hpp"
#include "stage/stage_system.hpp"

namespace sparkdyn::integrate {

inline constexpr double no_time = -std::numeric_limits<double>::infinity();

/// How far a state is from the constraints, and where most.
struct Inconsistency {
  double position = 0, velocity = 0;  ///< largest |Gq − c|, |Gv − c'|
  double relative_position = 0, relative_velocity = 0;
  long long position_row = -1, velocity_row = -1;  ///< 1-based
};

/// Relative to the sizes of what cancels, |G||q| and |c|, but not to less than the round-off that
/// the motion prescribed up to the time `end` has. @note Collective.
Inconsistency inconsistency(const mechanics::System& system, const mechanics::State& state,
                            double end = no_time);

inline constexpr double consistent_to = 1e-10;  ///< relative; see require_consistent

/// Throws core::Error (input) that says by how much and in which row. @note Collective.
void require_consistent(const mechanics::System& system, const mechanics::State& state,
                        double end = no_time);

/// Moves q and v onto the constraints by the smallest change in the mass norm:
/// [M Gᵀ; G 0][q − q₀; ·] = [0; c − Gq₀], the same for v. @note Collective.
void project(const mechanics::System& system, mechanics::State& state, stage::MassSolver& mass);

}  // namespace sparkdyn::integrate
