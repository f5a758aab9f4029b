// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A body of mechanism.hpp with a constant mass, without load and damping, as
//
//   H = pᵀM⁻¹p/2 + U(q),   p = M v

#include <utility>

#include "sparkdyn/dae/derivative.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::dae {

template <typename Body>
class InMomenta {
 public:
  explicit InMomenta(Body body) : body_(std::move(body)) {
    static_assert(Body::constant_mass, "the formulations need a constant mass");
    const Eigen::VectorXd zero = Eigen::VectorXd::Zero(body_.coordinates());
    const auto T = [&](const auto& v) {
      using D = typename std::decay_t<decltype(v)>::Scalar;
      return body_.kinetic_energy(Vector<D>(zero.template cast<D>()), v);
    };
    mass_ = jacobian([&](const auto& v) { return gradient(T, v); }, zero);
    inverse_ =
        tableau::solve(mass_, tableau::Matrix(tableau::Matrix::Identity(zero.size(), zero.size())));
  }

  bool unit_mass() const { return mass_.isIdentity(1e-14); }
  int coordinates() const { return body_.coordinates(); }
  int constraints() const { return body_.constraints(); }

  template <typename S>
  S hamiltonian(const Vector<S>& q, const Vector<S>& p) const {
    const Vector<S> v = velocity(q, p);
    S sum = body_.potential_energy(S(0.0), q);
    for (Eigen::Index i = 0; i < v.size(); ++i) sum += 0.5 * (p[i] * v[i]);
    return sum;
  }

  /// M⁻¹p; zeros are left out, for a mass is often diagonal.
  template <typename S>
  Vector<S> velocity(const Vector<S>&, const Vector<S>& p) const {
    Vector<S> v = Vector<S>::Zero(p.size());
    for (Eigen::Index i = 0; i < p.size(); ++i)
      for (Eigen::Index j = 0; j < p.size(); ++j)
        if (inverse_(i, j) != 0.0) v[i] += p[j] * inverse_(i, j);
    return v;
  }

  template <typename S>
  Vector<S> constraint(const S& t, const Vector<S>& q) const {
    return body_.constraint(t, q);
  }

  Eigen::VectorXd momenta(const Eigen::VectorXd& v) const { return mass_ * v; }
  Eigen::VectorXd velocities(const Eigen::VectorXd& p) const { return inverse_ * p; }

 private:
  Body body_;
  Eigen::MatrixXd mass_, inverse_;
};

}  // namespace sparkdyn::dae
