// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The augmented system (13) of Jay (1998), section 3.2, for a singular mass matrix M(q): with
// r = 0 as further coordinates and constraints,
//
//   Q = (q, r),  V = (v, w),  T̂(Q,V) = T(q,v) + wᵀ G(q) v,   0 = (g(q), r)
//
// has the mass matrix [M Gᵀ; G 0], regular whenever (10) is. It is a body like any other: the extra
// forces G_qᵀ(v,w) of (16) are the gradient of T̂, so symplecticness is kept (Theorem 6.1).

#include <utility>

#include "sparkdyn/dae/mechanism.hpp"

namespace sparkdyn::dae {

/// The body (q, r) of (13), made from one with holonomic constraints; make_mechanism() takes it.
template <typename Body>
class Augmented {
 public:
  /// Keeps the body.
  explicit Augmented(Body body) : body_(std::move(body)) {}

  int coordinates() const { return body_.coordinates() + body_.constraints(); }  ///< of q and r
  int constraints() const { return 2 * body_.constraints(); }                    ///< g and r

  /// T̂.
  template <typename S>
  S kinetic_energy(const Vector<S>& Q, const Vector<S>& V) const {
    const Eigen::Index n = body_.coordinates();
    const Vector<S> q = Q.head(n);
    const Vector<S> v = V.head(n);
    const auto g = [&](const auto& t, const auto& x) { return body_.constraint(t, x); };
    const Vector<S> Gv = derivative_along(g, S(0.0), q, S(0.0), v);
    S total = body_.kinetic_energy(q, v);
    for (Eigen::Index i = 0; i < Gv.size(); ++i) total += V[n + i] * Gv[i];
    return total;
  }

  /// U of the body, if it has one.
  template <typename S>
  S potential_energy(const S& t, const Vector<S>& Q) const {
    const Vector<S> q = Q.head(body_.coordinates());
    if constexpr (requires { body_.potential_energy(t, q); }) {
      return body_.potential_energy(t, q);
    }
    return S(0.0);
  }

  /// (g, r).
  template <typename S>
  Vector<S> constraint(const S& t, const Vector<S>& Q) const {
    const Eigen::Index n = body_.coordinates();
    const Eigen::Index m = body_.constraints();
    Vector<S> result(2 * m);
    result.head(m) = body_.constraint(t, Vector<S>(Q.head(n)));
    result.tail(m) = Q.tail(m);
    return result;
  }

 private:
  Body body_;
};

}  // namespace sparkdyn::dae
