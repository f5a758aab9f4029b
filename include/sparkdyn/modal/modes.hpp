// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Undamped natural modes of the structure with its constraints held,
//   K x + Gᵀy = ω² M x,  G x = 0,  xᵀM x = 1,
// the lowest ω first. K is the sum of the elastic terms; damping and loads play no part. M may be
// singular (massless degrees of freedom follow statically), and so may K (a structure that floats
// has modes with ω = 0).

#include <vector>

#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::modal {

/// One solution (ω, x).
struct Mode {
  double eigenvalue = 0;  ///< ω²; exactly 0 where it is below what the digits of K can tell from 0
  double omega = 0;  ///< −√−ω² for a negative ω²: not an oscillation, the structure is unstable
  double frequency = 0;  ///< ω / 2π
  core::Vector shape;    ///< x, its largest component positive
  /// |Kx + Gᵀy − ω²Mx| relative to |diag(K) x| + (|ω²| + |σ|)|Mx|; σ: see ModesOptions.
  double residual = 0;
  /// Of a motion Re((x + i·quadrature) exp((growth + iω) t)); empty where all moves in phase.
  core::Vector quadrature = {};
  double growth = 0;  ///< of a structure with gyroscopic forces: above 0 it is unstable
};

/// How many modes, and how they are searched for.
struct ModesOptions {
  int count = 10;  ///< the lowest
  /// The search inverts K − σM at σ = −(2π f)². 0: f is chosen from the diagonals of K and M, which
  /// suits all units; give about the lowest frequency above zero when convergence is slow.
  double shift_frequency = 0;
  double tolerance = 1e-12;  ///< of the search, relative
  int max_restarts = 300;    ///< of the search, before it gives up
};

/// What was found, the lowest frequency first.
struct NaturalModes {
  std::vector<Mode> modes;  ///< fewer than asked for when there are no more
  /// By Sylvester's law (the signs of the pivots of K − μM) no lower mode is missing. False only
  /// when PETSc options chose a solver that cannot count.
  bool verified = false;
};

/// Modes of one frequency (relative difference below 1e-10) are turned to a basis that depends on
/// the structure alone, so that shapes are the same on any number of ranks. PETSc options: `modes_`
/// (KSP, MUMPS and EPS). Throws core::Error: input when a matrix is not symmetric, when constraints
/// depend on one another or when a degree of freedom has neither mass nor stiffness; numerics when
/// the search does not converge or modes stay missing. @note Collective.
NaturalModes natural_modes(const mechanics::System& system, const ModesOptions& options = {});

}  // namespace sparkdyn::modal
