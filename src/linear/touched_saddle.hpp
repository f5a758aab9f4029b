// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// [ D  Gᵀ ] [ x ]   [ f ]
// [ G  0  ] [ λ ] = [ g ]   with a diagonal D > 0, on the unknowns that G touches: the smallest
// correction that gives G x = g, and the multipliers behind a force f. In units in which D = I and
// the rows of G have size 1, H, the factors kept are those of
//   [ I  Hᵀ ]
//   [ H  −ε ],
// which has LDLᵀ without pivoting in any order (quasidefinite, Vanderbei 1995) and so stays as
// sparse as G even when rows share an unknown, as all of a rigid body do; G D⁻¹Gᵀ is full then, and
// so is LU with pivoting. Conjugate gradients on HHᵀ with these factors take away ε.
// Everything is on every rank: G is small beside K.

#include <memory>
#include <span>
#include <vector>

#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::linear {

class TouchedSaddle {
 public:
  /// Throws core::Error (numerics) on all ranks when rows of G are dependent. @note Collective.
  TouchedSaddle(Mat G, Vec diagonal);
  ~TouchedSaddle();

  /// This rank's unknowns that G touches, local numbers, ascending.
  const std::vector<PetscInt>& touched() const;
  /// In x and y f and g on entry, x and λ on return: this rank's touched unknowns and rows.
  /// @note Collective.
  void solve(std::span<double> x, std::span<double> y) const;
  double factor_entries() const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace sparkdyn::linear
