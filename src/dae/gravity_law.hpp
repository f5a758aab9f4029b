// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Gravity of one direction γ and an intensity that depends on the height x = γ·q, Simo & Gonzalez
// (1993), (15):
//
//   V(q) = −g(γ·q),   g(x) = a x + b x²/2 + c x⁴/4 + d eˣ
//
// with its quotient (g(y) − g(x))/(y − x) in closed form, which has no digits to lose at y = x.

#include <cmath>

#include "sparkdyn/dae/dual.hpp"

namespace sparkdyn::dae {

/// sin x / x, by its series where that has all digits.
template <typename S>
S sine_quotient(const S& x) {
  using std::abs, std::sin;
  if (abs(x) > S(0.5)) return sin(x) / x;
  const S z = x * x;
  return 1.0 - z / 6.0 *
                   (1.0 - z / 20.0 *
                              (1.0 - z / 42.0 *
                                         (1.0 - z / 72.0 * (1.0 - z / 110.0 * (1.0 - z / 156.0)))));
}

/// sinh x / x.
template <typename S>
S hyperbolic_sine_quotient(const S& x) {
  using std::abs, std::exp;
  if (abs(x) > S(0.5)) return (exp(x) - exp(-x)) / (2.0 * x);
  const S z = x * x;
  return 1.0 + z / 6.0 *
                   (1.0 + z / 20.0 *
                              (1.0 + z / 42.0 *
                                         (1.0 + z / 72.0 * (1.0 + z / 110.0 * (1.0 + z / 156.0)))));
}

struct GravityLaw {
  double linear = 1.0, quadratic = 0.0, quartic = 0.0, exponential = 0.0;  ///< a, b, c, d

  bool none() const {
    return linear == 0.0 && quadratic == 0.0 && quartic == 0.0 && exponential == 0.0;
  }
  template <typename S>
  S value(const S& x) const {
    using std::exp;
    const S square = x * x;
    return linear * x + 0.5 * quadratic * square + 0.25 * quartic * (square * square) +
           exponential * exp(x);
  }
  /// g'.
  template <typename S>
  S slope(const S& x) const {
    using std::exp;
    return linear + quadratic * x + quartic * (x * x * x) + exponential * exp(x);
  }
  /// (g(y) − g(x))/(y − x).
  template <typename S>
  S quotient(const S& x, const S& y) const {
    using std::exp;
    const S half = 0.5 * (y - x);
    return linear + 0.5 * quadratic * (x + y) + 0.25 * quartic * ((x + y) * (x * x + y * y)) +
           exponential * (exp(0.5 * (x + y)) * hyperbolic_sine_quotient(half));
  }
};

}  // namespace sparkdyn::dae
