// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// How much each mode takes part in a motion r of the whole structure: Γ = xᵀM r, and its share
// Γ² of the mass rᵀM r.

#include <span>
#include <string>
#include <vector>

#include "sparkdyn/modal/modes.hpp"

namespace sparkdyn::modal {

/// A motion of the whole structure, e.g. ones at all degrees of freedom along x.
struct Direction {
  std::string name;
  core::Vector vector;  ///< r
};

/// One entry per mode: Γ = xᵀM r, Γ², and Σ Γ² so far over rᵀM r.
struct Participation {
  std::string direction;
  double mass = 0;  ///< rᵀM r
  std::vector<double> factor;
  std::vector<double> effective_mass;
  std::vector<double> cumulative_fraction;  ///< zero when the direction has no mass
};

/// @note Collective.
std::vector<Participation> participation(const mechanics::System& system,
                                         std::span<const Mode> modes,
                                         std::span<const Direction> directions);

}  // namespace sparkdyn::modal
