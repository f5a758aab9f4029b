// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What guesses of the next step missed is as smooth from step to step as the motion, and is carried
// on too: with e_n = x_n − (the guess of x_n) and its backward differences ∇ʲ,
//   e_n+1 ≈ Σ_j<k ∇ʲe_n,    whose error is ∇ᵏe_n+1.
// The k is taken that would have been best in the last step: none where motion is not smooth.

#include <vector>

#include "sparkdyn/core/archive.hpp"

namespace sparkdyn::integrate {

class Missed {
 public:
  /// After a step: block by block what its guess missed. Steps must have one size. @note
  /// Collective.
  void record(std::vector<core::Vector> missed);
  /// x_i ← x_i + factor Σ_j<k ∇ʲe_i. @note Collective.
  void add_to(std::size_t block, double factor, Vec x) const;
  void forget();
  /// `like` makes a vector as those of the blocks.
  void carry(core::Archive& archive, core::Space space, std::size_t blocks, Vec like);

 private:
  static constexpr std::size_t most = 4;
  std::vector<std::vector<core::Vector>> differences_;  ///< ∇ʲe of the last step, [j][block]
  std::size_t used_ = 0;                                ///< k
};

}  // namespace sparkdyn::integrate
