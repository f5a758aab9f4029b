// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// f, f' and f'' at one time, carried through arithmetic by the rules of differentiation:
//   (f∘g)' = f'(g) g',   (f∘g)'' = f''(g) g'² + f'(g) g''.
// Where a function has a corner, the derivatives are those to the right.

#include <cmath>

namespace sparkdyn::mechanics {

struct Jet {
  double value = 0;
  double first = 0;
  double second = 0;
  /// Constant from this time on for a while: f'(g) may be infinite where g does not move at all.
  bool flat = false;
};

inline Jet constant_jet(double value) {
  return {value, 0, 0, true};
}

/// f(x) of which value, f' and f'' at x.value are known.
inline Jet chain(const Jet& x, double value, double first, double second) {
  if (x.flat) return constant_jet(value);
  return {value, first * x.first, second * x.first * x.first + first * x.second, false};
}

inline Jet operator-(const Jet& x) {
  return {-x.value, -x.first, -x.second, x.flat};
}
inline Jet operator+(const Jet& x, const Jet& y) {
  return {x.value + y.value, x.first + y.first, x.second + y.second, x.flat && y.flat};
}
inline Jet operator-(const Jet& x, const Jet& y) {
  return x + -y;
}
inline Jet operator*(const Jet& x, const Jet& y) {
  if (x.flat && y.flat) return constant_jet(x.value * y.value);
  return {x.value * y.value, x.first * y.value + x.value * y.first,
          x.second * y.value + 2 * x.first * y.first + x.value * y.second, false};
}
inline Jet operator/(const Jet& x, const Jet& y) {
  const double value = x.value / y.value;
  if (x.flat && y.flat) return constant_jet(value);
  const double first = (x.first - value * y.first) / y.value;
  return {value, first, (x.second - 2 * first * y.first - value * y.second) / y.value, false};
}

/// The sign x has just after this time, as far as its second derivative tells.
inline int sign_after(const Jet& x) {
  for (const double part : {x.value, x.first, x.second})
    if (part != 0) return part > 0 ? 1 : -1;
  return 0;
}

Jet power(const Jet& x, const Jet& y);
Jet arc_tangent(const Jet& y, const Jet& x);  ///< atan2

}  // namespace sparkdyn::mechanics
