// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The quadratures of quadrature.hpp in long double, so that the coefficients built from them are
// still accurate to the last digit after rounding to double.

#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::tableau {

struct WideQuadrature {
  WideVector nodes;
  WideVector weights;
};

WideQuadrature wide_gauss(int s);
WideQuadrature wide_radau_right(int s);
WideQuadrature wide_lobatto(int s);

// P_k, P_{k−1} and P'_k at x in [−1, 1].
struct Legendre {
  long double value;
  long double previous;
  long double derivative;
};

Legendre legendre(int degree, long double x);

}  // namespace sparkdyn::tableau
