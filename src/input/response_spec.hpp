// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What `response:` says: a steady state at each of these frequencies.

#include <vector>

namespace sparkdyn::input {

struct ResponseSpec {
  enum class Spacing { linear, logarithmic };

  std::vector<double> frequencies;  ///< ascending, cycles per unit of time
  double structural_damping = 0;    ///< η of K(1 + iη)
  double accuracy = 1e-8;           ///< of the interpolation, relative
  int modes = 0;                    ///< above zero: superposed
  std::vector<double> ratios = {};  ///< of critical damping, of these modes
};

/// From one to the other, both included, at equal differences or equal ratios.
std::vector<double> spaced_frequencies(double from, double to, long count,
                                       ResponseSpec::Spacing spacing);

}  // namespace sparkdyn::input
