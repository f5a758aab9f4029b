// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A body without constraints in the form (8b) of Jay (1998), for comparison with the momentum form
// (8f) that mechanism.hpp makes:
//
//   q' = v,   v' = M(q)⁻¹ (T_q − M_q(v,v)) − M(q)⁻¹ U_q
//
// It has the Coriolis forces M_q(v,v) that (8f) does without. The motion is the same, the steps of
// a method are not, and symplecticness in (q, T_v) is lost.

#include <utility>

#include "sparkdyn/dae/differentiated.hpp"

namespace sparkdyn::dae {

template <typename Body>
class AccelerationForm {
 public:
  static constexpr bool velocity_is_z = true;  // q = y and q' = z

  explicit AccelerationForm(Body body) : body_(std::move(body)) {}

  Sizes sizes() const { return {.y = body_.coordinates(), .z = body_.coordinates()}; }
  std::vector<TermInfo> velocity_terms() const {
    return {{.kind = tableau::Term::velocity, .depends_on_y = false}};
  }
  std::vector<TermInfo> force_terms() const {
    return {{.kind = tableau::Term::inertia},
            {.kind = tableau::Term::elastic, .depends_on_z = false}};
  }

  template <typename S>
  Vector<S> velocity(int, const S&, const Vector<S>&, const Vector<S>& v) const {
    return v;
  }
  template <typename S>
  Vector<S> momentum(const S&, const Vector<S>&, const Vector<S>& v) const {
    return v;
  }
  template <typename S>
  Vector<S> force(int term, const S& t, const Vector<S>& q, const Vector<S>& v,
                  const Vector<S>&) const {
    return solve_small<S>(mass(q), term == 0 ? inertia(q, v) : elastic(t, q));
  }

  double kinetic_energy(double, const Vector<double>& q, const Vector<double>& v) const {
    return body_.kinetic_energy(q, v);
  }
  double energy(double t, const Vector<double>& q, const Vector<double>& v) const {
    return body_.kinetic_energy(q, v) + body_.potential_energy(t, q);
  }

 private:
  // T_v, for duals over S as well.
  template <typename S>
  Vector<S> impulse(const Vector<S>& q, const Vector<S>& v) const {
    const auto kinetic = [&](const auto& w) {
      using D = typename std::decay_t<decltype(w)>::Scalar;
      return body_.kinetic_energy(Vector<D>(q.template cast<D>()), w);
    };
    return gradient(kinetic, v);
  }
  template <typename S>
  Matrix<S> mass(const Vector<S>& q) const {
    const Vector<S> still = Vector<S>::Zero(q.size());
    return jacobian(
        [&](const auto& w) {
          using D = typename std::decay_t<decltype(w)>::Scalar;
          return impulse(Vector<D>(q.template cast<D>()), w);
        },
        still);
  }
  // T_q − M_q(v,v).
  template <typename S>
  Vector<S> inertia(const Vector<S>& q, const Vector<S>& v) const {
    const auto kinetic = [&](const auto& x) {
      using D = typename std::decay_t<decltype(x)>::Scalar;
      return body_.kinetic_energy(x, Vector<D>(v.template cast<D>()));
    };
    const auto along = [&](const auto&, const auto& x) {
      using D = typename std::decay_t<decltype(x)>::Scalar;
      return impulse(x, Vector<D>(v.template cast<D>()));
    };
    const Vector<S> coriolis = derivative_along(along, S(0.0), q, S(0.0), v);
    return gradient(kinetic, q) - coriolis;
  }
  template <typename S>
  Vector<S> elastic(const S& t, const Vector<S>& q) const {
    const auto U = [&](const auto& x) {
      using D = typename std::decay_t<decltype(x)>::Scalar;
      return body_.potential_energy(D(t), x);
    };
    return -gradient(U, q);
  }

  Body body_;
};

}  // namespace sparkdyn::dae
