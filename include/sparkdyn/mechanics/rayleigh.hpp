// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Rayleigh damping C = αM + βK damps a mode of frequency f by the ratio
//   ζ(f) = α/(2ω) + βω/2,  ω = 2πf:
// ratios at two frequencies give α and β.

#include <cmath>
#include <numbers>
#include <utility>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::mechanics {

/// α and β.
struct Rayleigh {
  double alpha = 0;  ///< of M
  double beta = 0;   ///< of K
};

/// ζ of critical damping (1 is critical) at a frequency in cycles per unit of time.
struct DampingRatio {
  double frequency = 0;  ///< f
  double ratio = 0;      ///< ζ
};

/// ζ(f).
inline double damping_ratio(const Rayleigh& rayleigh, double frequency) {
  const double omega = 2 * std::numbers::pi * frequency;
  return rayleigh.alpha / (2 * omega) + rayleigh.beta * omega / 2;
}

/// In any order. Throws core::Error (input) when no α, β ≥ 0 give both ratios, and says which
/// second ratio they could give.
inline Rayleigh rayleigh_from_ratios(DampingRatio first, DampingRatio second) {
  for (const auto& [frequency, ratio] : {first, second}) {
    if (!(std::isfinite(frequency) && frequency > 0))
      core::input_error("Rayleigh damping by two frequencies: a frequency is {}, not positive",
                        frequency);
    if (!(std::isfinite(ratio) && ratio >= 0))
      core::input_error(
          "Rayleigh damping by two frequencies: the damping ratio at frequency {} is {}, not zero "
          "or positive",
          frequency, ratio);
  }
  if (first.frequency > second.frequency) std::swap(first, second);
  const double f1 = first.frequency, f2 = second.frequency;
  if (f2 - f1 <= 1e-9 * f2)
    core::input_error(
        "Rayleigh damping by two frequencies: both are {}; give two that differ, e.g. the first "
        "mode "
        "and the highest of interest",
        f1);
  // α, β ≥ 0 mean that ζ grows at most as f and falls at most as 1/f. Round-off may not decide.
  const double lowest = first.ratio * f1 / f2, highest = first.ratio * f2 / f1;
  constexpr double slack = 1e-12;
  if (second.ratio < lowest * (1 - slack) || second.ratio > highest * (1 + slack))
    core::input_error(
        "Rayleigh damping by two frequencies: with the ratio {} at frequency {} the ratio at {} "
        "can "
        "be {:.6g} to {:.6g}, not {}: outside, alpha or beta would be negative",
        first.ratio, f1, f2, lowest, highest, second.ratio);
  const double w1 = 2 * std::numbers::pi * f1, w2 = 2 * std::numbers::pi * f2;
  const double scale = 2 / ((w2 - w1) * (w2 + w1));
  const auto difference = [](double a, double b) { return a - b > slack * a ? a - b : 0.0; };
  return {.alpha = scale * w1 * w2 * difference(first.ratio * w2, second.ratio * w1),
          .beta = scale * difference(second.ratio * w2, first.ratio * w1)};
}

}  // namespace sparkdyn::mechanics
