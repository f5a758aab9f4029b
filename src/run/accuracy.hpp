// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Stages and step of the family gauss-lobatto from the accuracy that is wanted
// (docs/gauss_lobatto.md). A mode ω loses per radian
//   E(s, hω) = |R(ihω) − e^{ihω}|/(hω),
// and a mode much stiffer than what the load does, which answers statically, is off by
//   S(s, hΩ) = |Σ_i w_i e^{i c_i hΩ}/(e^{ihΩ} − R∞) − 1|,   w = bᵀA⁻¹,
// Ω the highest frequency of the load. The step is the largest with both within bounds, the stages
// those with the least work: solves of the steps and factors.

#include <optional>
#include <string>

namespace sparkdyn::run {

struct AccuracyWish {
  double accuracy = 1e-4;  ///< relative, per radian of the highest frequency of interest
  double rho_infinity = 0.8;
  double omega = 0;       ///< of interest, radians per unit of time; 0: that of the load
  double load_omega = 0;  ///< of the load; 0: none
  double span = 0;        ///< time to integrate
  std::optional<int> stages = std::nullopt;   ///< given: only the step is chosen
  std::optional<double> step = std::nullopt;  ///< given: only the stages are chosen
};

struct AccuracyChoice {
  int stages = 3;
  double step = 0;   ///< divides the span
  double error = 0;  ///< expected, per radian
};

/// Throws core::Error (input) when there is no frequency to go by, or no choice is accurate enough.
AccuracyChoice choose_accuracy(const AccuracyWish& wish);

}  // namespace sparkdyn::run
