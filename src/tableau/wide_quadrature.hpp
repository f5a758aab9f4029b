// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The quadratures of quadrature.hpp in long double, so that the coefficients built from them are
// still accurate to the last digit after rounding to double.

#include <Eigen/Core>

namespace sparkdyn::tableau {

using WideMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using WideVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

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
