// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a method on Gauss' nodes does wrong in a step (docs/gauss_lobatto/notes.md §4.1). In
// Legendre coefficients ν_j = ∫P_j v, κ_j = h∫P_j v' the exact motion satisfies the stage equations
// with an infinite tridiagonal matrix; the method cuts it after s rows and puts β into its corner.
// So the error obeys the same stage equations with sources in the direction p alone,
//   s_v = −(ξ_s κ_s + β κ_{s−1}),   s_q = −h (ξ_s ν_s + β_v ν_{s−1}),   ξ_s = 1/(2√(4s²−1)),
// with ν and κ of a polynomial v through what neighbouring steps know best: the velocities at their
// ends and the means ν_0 … ν_J of each.

#include <vector>

#include "sparkdyn/tableau/types.hpp"

namespace sparkdyn::tableau {

/// √(2j+1) P_j(2θ−1) for j = 0 … last.
Vector normalised_legendre(double theta, int last);

/// J for a window of one, two or three steps.
int highest_mean(int stages, int steps);

/// Multiply the velocities at all ends of a window of steps, then the means 0 … J of its first
/// step, of its second, …
struct ErrorSource {
  Vector velocity;      ///< gives s_v
  Vector displacement;  ///< gives s_q/h
};

/// For the step number `current`, from 0, of a window of up to three steps with these lengths. At
/// least two stages.
ErrorSource error_source(int stages, double beta, double beta_velocity,
                         const std::vector<double>& lengths, int current);

}  // namespace sparkdyn::tableau
