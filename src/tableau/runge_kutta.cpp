// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/tableau/runge_kutta.hpp"

#include "tableau/conditions.hpp"
#include "w_transform.hpp"
#include "wide_quadrature.hpp"

namespace sparkdyn::tableau {

namespace {

constexpr double tolerance = 1e-12;

RungeKutta from_quadrature(std::string name, const WideQuadrature& quadrature, const WideMatrix& T,
                           int order) {
  return {.name = std::move(name),
          .A = from_transform(T, quadrature),
          .b = quadrature.weights.cast<double>(),
          .c = quadrature.nodes.cast<double>(),
          .order = order};
}

}  // namespace

RungeKutta gauss(int s) {
  const WideQuadrature quadrature = wide_gauss(s);
  return from_quadrature("Gauss", quadrature, transformed_integration(s), 2 * s);
}

RungeKutta radau_iia(int s) {
  const WideQuadrature quadrature = wide_radau_right(s);
  WideMatrix T = transformed_integration(s);
  T(s - 1, s - 1) += damping_corner(s);
  RungeKutta method = from_quadrature("Radau IIA", quadrature, T, 2 * s - 1);
  method.A.row(s - 1) = method.b.transpose();
  return method;
}

RungeKutta lobatto(Family family, int s) {
  const Lobatto all(s);
  return {.name = "Lobatto III" + std::string(name(family)),
          .A = all.matrix(family),
          .b = all.b(),
          .c = all.c(),
          .order = all.order()};
}

bool is_symplectic(const RungeKutta& method) {
  return symplectic_defect(method.A, method.A, method.b) < tolerance;
}

bool is_symmetric(const RungeKutta& method) {
  return symmetry_defect(method.A, method.b) < tolerance;
}

bool is_stiffly_accurate(const RungeKutta& method) {
  return stiff_accuracy_defect(method.A, method.b) < tolerance;
}

bool is_algebraically_stable(const RungeKutta& method) {
  return algebraically_stable(method.A, method.b);
}

}  // namespace sparkdyn::tableau
