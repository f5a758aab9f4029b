// SPDX-License-Identifier: BSD-3-Clause
#include "tableau/quadrature.hpp"

#include "wide_quadrature.hpp"

namespace sparkdyn::tableau {

namespace {

Quadrature rounded(const WideQuadrature& wide) {
  return {wide.nodes.cast<double>(), wide.weights.cast<double>()};
}

}  // namespace

Quadrature gauss_quadrature(int s) {
  return rounded(wide_gauss(s));
}

Quadrature radau_right_quadrature(int s) {
  return rounded(wide_radau_right(s));
}

Quadrature lobatto_quadrature(int s) {
  return rounded(wide_lobatto(s));
}

}  // namespace sparkdyn::tableau
