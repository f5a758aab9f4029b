// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// How many modes of (λ² M + λ C + K) x + Gᵀy = 0 with a skew C, as Coriolis forces have, lie below
// a frequency: with λ = iω the matrix is Hermitian, and in real parts symmetric,
//   [K − ω²M  −ωC; ωC  K − ω²M] with G twice,
// whose negative pivots count each of them twice as long as K is positive on the null space of G.

#include <memory>
#include <optional>

#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::modal {

class GyroscopicCount {
 public:
  /// @note Collective.
  explicit GyroscopicCount(const mechanics::System& system);
  /// Empty where C is not skew or the factors cannot tell. @note Collective.
  std::optional<PetscInt> below(double omega) const;

 private:
  bool skew_ = true;
  std::unique_ptr<mechanics::System> twice_;
  core::MatrixPtr coupling_;
};

}  // namespace sparkdyn::modal
