// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Free vibrations of a damped structure with its constraints held, x exp(λt):
//   (λ²M + λC + K) x + Gᵀy = 0,  G x = 0.
// λ = −ζω ± iω√(1 − ζ²) of what oscillates; two real λ instead of a pair where damping is more than
// critical. Complex shapes: parts do not pass through rest at the same time.

#include <complex>
#include <vector>

#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::modal {

struct DampedMode {
  std::complex<double> lambda;   ///< its imaginary part is not negative
  core::Vector real, imaginary;  ///< x, its largest entry 1
  double residual = 0;  ///< |(λ²M + λC + K)x + Gᵀy| as the motion it causes, relative to x
};

/// The `count` with the smallest |λ|, of each pair one, ascending; fewer when there are no more.
/// The system must be symmetric. Throws core::Error (numerics) when the search does not converge.
/// PETSc options: `damped_` (EPS), `modes_`. @note Collective.
std::vector<DampedMode> damped_modes(const mechanics::System& system, int count);

}  // namespace sparkdyn::modal
