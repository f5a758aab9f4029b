// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/tableau/gauss_lobatto.hpp"

#include <cmath>
#include <stdexcept>

#include "term_text.hpp"
#include "w_transform.hpp"
#include "wide_quadrature.hpp"

namespace sparkdyn::tableau {

namespace {

void check_gauss_lobatto_stages(int stages) {
  if (stages >= 1 && stages <= GaussLobatto::most_stages) return;
  throw std::invalid_argument("Gauss-Lobatto coefficients need 1 to " +
                              std::to_string(GaussLobatto::most_stages) + " stages, not " +
                              std::to_string(stages));
}

WideMatrix damped_integration(int s, double gamma) {
  WideMatrix T = transformed_integration(s);
  T(s - 1, s - 1) += gamma * damping_corner(s);
  return T;
}

}  // namespace

double damping_gamma(double rho_infinity) {
  check_rho_infinity(rho_infinity);
  return (1.0 - rho_infinity) / (1.0 + rho_infinity);
}

GaussLobatto::GaussLobatto(int stages) {
  check_gauss_lobatto_stages(stages);
  const WideQuadrature gauss = wide_gauss(stages);
  const WideQuadrature ends = wide_lobatto(stages + 1);
  b_ = gauss.weights.cast<double>();
  c_ = gauss.nodes.cast<double>();
  points_ = ends.nodes.cast<double>();
  point_weights_ = ends.weights.cast<double>();
  const WideMatrix W = legendre_columns(gauss.nodes);
  p_ = W.col(stages - 1).cast<double>();
  coefficients_ = W.transpose() * gauss.weights.asDiagonal();

  WideMatrix rows(stages + 1, stages);
  for (int k = 0; k <= stages; ++k) rows.row(k) = wide_integration_row(ends.nodes[k]);
  // At the ends by definition, without rounding: y₁ is the last point.
  rows.row(0).setZero();
  rows.row(stages) = gauss.weights.transpose();
  point_rows_ = rows.cast<double>();
  WideMatrix reactions(stages, stages + 1);
  for (int i = 0; i < stages; ++i) {
    for (int k = 0; k <= stages; ++k) {
      reactions(i, k) = ends.weights[k] * (1 - rows(k, i) / gauss.weights[i]);
    }
  }
  reaction_rows_ = reactions.cast<double>();
}

Matrix GaussLobatto::member(double gamma) const {
  return from_transform(damped_integration(stages(), gamma), wide_gauss(stages()));
}

RungeKutta GaussLobatto::method(double rho_infinity) const {
  return {.name = "Gauss-Lobatto, rho_infinity " + shortest(rho_infinity),
          .A = A(rho_infinity),
          .b = b_,
          .c = c_,
          .order = order(rho_infinity < 1)};
}

double GaussLobatto::limit(double rho_infinity) const {
  check_rho_infinity(rho_infinity);
  return stages() % 2 == 0 ? rho_infinity : -rho_infinity;
}

// bᵀA⁻¹ = e₁ᵀT⁻¹ WᵀB. The pivots of the tridiagonal T are positive without exchange of rows,
// because its off-diagonal entries have opposite signs and its diagonal is not negative.
Vector GaussLobatto::end_row(double rho_infinity) const {
  const int s = stages();
  const WideMatrix T = damped_integration(s, damping_gamma(rho_infinity));
  WideVector pivot(s);
  WideVector x = WideVector::Zero(s);  // Tᵀx = e₁
  pivot[0] = T(0, 0);
  x[0] = 1;
  for (int k = 1; k < s; ++k) {
    const long double factor = T(k - 1, k) / pivot[k - 1];
    pivot[k] = T(k, k) - factor * T(k, k - 1);
    x[k] = -factor * x[k - 1];
  }
  x[s - 1] /= pivot[s - 1];
  for (int k = s - 2; k >= 0; --k) x[k] = (x[k] - T(k + 1, k) * x[k + 1]) / pivot[k];
  return (coefficients_.transpose() * x).cast<double>();
}

// ∫₀^θ P_k(2t − 1) dt = (P_{k+1}(x) − P_{k−1}(x)) / (4k + 2) with x = 2θ − 1, and θ for k = 0.
GaussLobatto::WideRow GaussLobatto::wide_integration_row(long double theta) const {
  WideRow integrals(stages());
  integrals[0] = theta;
  for (int k = 1; k < stages(); ++k) {
    const long double difference =
        legendre(k + 1, 2 * theta - 1).value - legendre(k - 1, 2 * theta - 1).value;
    integrals[k] = std::sqrt(2.0L * k + 1) * difference / (4 * k + 2);
  }
  return integrals * coefficients_;
}

Vector GaussLobatto::integration_row(double theta) const {
  return wide_integration_row(theta).transpose().cast<double>();
}

Vector GaussLobatto::interpolation_row(double theta) const {
  const WideMatrix values = legendre_columns(WideVector::Constant(1, theta), stages());
  return (values * coefficients_).transpose().cast<double>();
}

}  // namespace sparkdyn::tableau
