// SPDX-License-Identifier: BSD-3-Clause
#include "w_transform.hpp"

#include <cmath>

namespace sparkdyn::tableau {

WideMatrix legendre_columns(const WideVector& x) {
  return legendre_columns(x, static_cast<int>(x.size()));
}

WideMatrix legendre_columns(const WideVector& x, int count) {
  WideMatrix W(x.size(), count);
  for (int i = 0; i < W.rows(); ++i) {
    for (int j = 0; j < count; ++j) {
      W(i, j) = std::sqrt(2.0L * j + 1) * legendre(j, 2 * x[i] - 1).value;
    }
  }
  return W;
}

WideMatrix transformed_integration(int s) {
  WideMatrix T = WideMatrix::Zero(s, s);
  T(0, 0) = 0.5L;
  for (int k = 1; k < s; ++k) {
    const long double zeta = 0.5L / std::sqrt(4.0L * k * k - 1);
    T(k, k - 1) = zeta;
    T(k - 1, k) = -zeta;
  }
  return T;
}

long double damping_corner(int s) {
  return 1.0L / (4 * s - 2);
}

Matrix from_transform(const WideMatrix& T, const WideQuadrature& quadrature) {
  const WideMatrix W = legendre_columns(quadrature.nodes);
  const WideMatrix A = W * T * W.transpose() * quadrature.weights.asDiagonal();
  return A.cast<double>();
}

}  // namespace sparkdyn::tableau
