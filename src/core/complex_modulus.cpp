// SPDX-License-Identifier: BSD-3-Clause
// MUMPS looks for the largest entry of every complex column that it eliminates, by |z| of all of
// them, and the C library takes ten times as long for |z| = √(x² + y²) as its rounding and overflow
// ask for: a tenth of the time of a factorization. Programs that link this file bring a modulus of
// their own. It is no part of the library, as the stand-ins for BLAS are not.

#include <cmath>

__extension__ using Complex = __complex__ double;  // what C calls double _Complex

extern "C" double cabs(Complex z) {
  const double x = __real__ z, y = __imag__ z;
  const double square = x * x + y * y;
  // Beyond these squares lose digits or overflow; what is no number fails the test too.
  constexpr double smallest = 1e-280, largest = 1e280;
  return square > smallest && square < largest ? std::sqrt(square) : std::hypot(x, y);
}
