// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Vectors of the largest ν of S M x = ν x by SLEPc's Krylov–Schur method in the inner product of M.
// S f is the x of [K−σM Gᵀ; G 0] [x; y] = [f; 0], so that ν = 1/(ω² − σ) and G x = 0.

#include <span>
#include <vector>

#include "linear/saddle.hpp"
#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::modal {

struct LanczosOptions {
  PetscInt wanted = 1;
  PetscInt most = 1;  ///< how many there can be: the search space is not made larger
  double tolerance = 1e-12;
  int max_restarts = 300;
  double shift = -1;  ///< σ < 0, below all ω²
};

/// Fewer than wanted when the range of S M holds no more. Vectors are sought M-orthogonal to
/// `known`. Throws core::Error (numerics) when restarts run out. @note Collective.
std::vector<core::Vector> dominant_vectors(const mechanics::System& system,
                                           linear::RealSaddle& inverse, std::span<const Vec> known,
                                           const LanczosOptions& options);

}  // namespace sparkdyn::modal
