// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The schemes of Simo & Gonzalez (1993), section 3, for the pendulum on its phase space P, w = (q,
// π) with |q| = 1 and π·q = 0, in a gravity of direction e3, with q = (q0 + q1)/2 and π = (π0 +
// π1)/2:
//
//   q1 − q0 = −h κ n × π/I0,   π1 − π0 = −h n × ∇V(n) = h g'(n₃) n × e3
//
//   midpoint            n = q, κ = 1                                                    (24)
//   cayley-midpoint     the same with q1 = cay(h π/I0) q0                                (32), (33)
//   projected-midpoint  n = q/|q|, κ = 1; symplectic, the midpoint rule with its stage
//                       projected onto P, as (60) writes it                             (55)
//   energy-momentum     n = q, κ = (q1 − q0)·∇V(q)/(V(q1) − V(q0))                      (61)

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "gravity_law.hpp"
#include "sparkdyn/dae/derivative.hpp"

namespace sparkdyn::dae {

/// a × b.
template <typename S>
Vector<S> cross(const Vector<S>& a, const Vector<S>& b) {
  Vector<S> c(3);
  c << a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0];
  return c;
}

/// cay[ϑ] v, (33): a rotation about ϑ.
template <typename S>
Vector<S> cayley(const Vector<S>& theta, const Vector<S>& v) {
  S square(0.0);
  for (int i = 0; i < 3; ++i) square += theta[i] * theta[i];
  const Vector<S> once = cross(theta, v);
  const Vector<S> twice = cross(theta, once);
  const S factor = 2.0 / (1.0 + 0.25 * square);
  Vector<S> result(3);
  for (int i = 0; i < 3; ++i) result[i] = v[i] + factor * (0.5 * once[i] + 0.25 * twice[i]);
  return result;
}

enum class PhaseSpaceScheme { midpoint, cayley, projected, energy_momentum };

struct PhaseSpaceEquations {
  PhaseSpaceScheme scheme;
  double inertia;  ///< I0
  GravityLaw law;

  template <typename S>
  Vector<S> operator()(const Vector<S>& w0, const Vector<S>& w1, double h) const {
    const Vector<S> q0 = w0.head(3), q1 = w1.head(3);
    const Vector<S> q = (q0 + q1) * S(0.5);
    const Vector<S> pi = (w0.tail(3) + w1.tail(3)) * S(0.5);
    const Vector<S> n = scheme == PhaseSpaceScheme::projected ? unit(q) : q;
    S turn(h / inertia);
    if (scheme == PhaseSpaceScheme::energy_momentum) turn *= kappa(q0[2], q1[2]);
    Vector<S> along(3);
    along << S(0.0), S(0.0), law.slope(n[2]);
    Vector<S> rows(6);
    if (scheme == PhaseSpaceScheme::cayley) {
      rows.head(3) = q1 - cayley(Vector<S>(pi * turn), q0);
    } else {
      rows.head(3) = q1 - q0 + cross(n, pi) * turn;
    }
    rows.tail(3) = w1.tail(3) - w0.tail(3) - cross(n, along) * S(h);
    return rows;
  }

  /// A turn by more than a right angle is not resolved. Where g' changes its sign within a step, κ
  /// is anything, and the scheme no approximation.
  std::string objection(const Eigen::VectorXd& w0, const Eigen::VectorXd& w1) const {
    if (w0.head(3).dot(w1.head(3)) < 0.0)
      return "the pendulum turns by more than a right angle in it; take a smaller step";
    if (scheme != PhaseSpaceScheme::energy_momentum || std::abs(kappa(w0[2], w1[2]) - 1.0) < 0.5)
      return "";
    return fmt::format(
        "the kappa of (61) is {:.3g} and should be near 1, as the slope of the potential changes "
        "its "
        "sign within the step; take a smaller step or midpoint",
        kappa(w0[2], w1[2]));
  }

 private:
  /// Of (61), with the heights at both ends; 1 without gravity.
  template <typename S>
  S kappa(const S& x0, const S& x1) const {
    if (law.none()) return S(1.0);
    return law.slope(S(0.5 * (x0 + x1))) / law.quotient(x0, x1);
  }
  template <typename S>
  static Vector<S> unit(const Vector<S>& q) {
    using std::sqrt;
    S square(0.0);
    for (int i = 0; i < 3; ++i) square += q[i] * q[i];
    return q * (S(1.0) / sqrt(square));
  }
};

}  // namespace sparkdyn::dae
