// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// H, g and ψ = G H_p of a body, and the multipliers of formulation.hpp, by automatic
// differentiation. The body has, templated on the scalar S,
//
//   int coordinates() const, constraints() const;
//   S hamiltonian(Vector<S> q, Vector<S> p) const;
//   Vector<S> velocity(q, p) const;     H_p, optional: spares one level of differentiation
//   Vector<S> constraint(S t, Vector<S> q) const;     does not depend on t

#include <utility>

#include "dae/bracket.hpp"

namespace sparkdyn::dae {

template <typename Body>
class ConstrainedHamiltonian {
 public:
  explicit ConstrainedHamiltonian(Body body) : body_(std::move(body)) {}

  const Body& body() const { return body_; }

  template <typename S>
  Vector<S> g(const Vector<S>& q) const {
    return body_.constraint(S(0.0), q);
  }

  template <typename S>
  Matrix<S> G(const Vector<S>& q) const {
    return jacobian([&](const auto& x) { return g(x); }, q);
  }

  /// H_p.
  template <typename S>
  Vector<S> velocity(const Vector<S>& q, const Vector<S>& p) const {
    if constexpr (requires { body_.velocity(q, p); }) return body_.velocity(q, p);
    const auto H = [&](const auto& r) {
      using D = typename std::decay_t<decltype(r)>::Scalar;
      return body_.hamiltonian(Vector<D>(q.template cast<D>()), r);
    };
    return gradient(H, p);
  }

  /// H_q.
  template <typename S>
  Vector<S> slope(const Vector<S>& q, const Vector<S>& p) const {
    const auto H = [&](const auto& x) {
      using D = typename std::decay_t<decltype(x)>::Scalar;
      return body_.hamiltonian(x, Vector<D>(p.template cast<D>()));
    };
    return gradient(H, q);
  }

  /// ψ = {g,H} = G H_p.
  template <typename S>
  Vector<S> psi(const Vector<S>& q, const Vector<S>& p) const {
    const auto rows = [&](const auto&, const auto& x) { return g(x); };
    return derivative_along(rows, S(0.0), q, S(0.0), velocity(q, p));
  }

  /// What the formulations are made of, at one point.
  template <typename S>
  struct Parts {
    Vector<S> psi_value, velocity, slope;
    Slopes<S> g, psi;

    /// −{g,ψ}⁻¹ψ.
    Vector<S> eta() const { return -solve_small<S>(bracket(g, psi), psi_value); }
    /// {g,ψ}⁻ᵀ wanted.
    Vector<S> solve_mu(const Vector<S>& wanted) const {
      return solve_small<S>(bracket(g, psi).transpose(), wanted);
    }
    Vector<S> mu_without_eta() const { return solve_mu(psi_with_H()); }
    Vector<S> mu(const Vector<S>& eta) const {
      return solve_mu(psi_with_H() + bracket(psi, psi) * eta);
    }
    /// {ψ,H}.
    Vector<S> psi_with_H() const { return psi.q * velocity - psi.p * slope; }
  };

  template <typename S>
  Parts<S> parts(const Vector<S>& q, const Vector<S>& p) const {
    const Matrix<S> zero = Matrix<S>::Zero(body_.constraints(), q.size());
    const auto both = [&](const auto& x, const auto& r) { return psi(x, r); };
    return {psi(q, p), velocity(q, p), slope(q, p), {G(q), zero}, slopes_of(both, q, p)};
  }

  /// H + μᵀg + ηᵀψ, or H + μᵀg with the μ of η = 0.
  template <typename S>
  S total(const Vector<S>& q, const Vector<S>& p, bool with_eta) const {
    const Parts<S> at = parts(q, p);
    const Vector<S> rows = g(q);
    const Vector<S> eta = at.eta();
    const Vector<S> mu = with_eta ? at.mu(eta) : at.mu_without_eta();
    S sum = body_.hamiltonian(q, p);
    for (Eigen::Index i = 0; i < rows.size(); ++i) {
      sum += mu[i] * rows[i];
      if (with_eta) sum += eta[i] * at.psi_value[i];
    }
    return sum;
  }

  /// H at the point with g = 0 that reactions of linear constraints lead to from q.
  template <typename S>
  S on_linear_constraint(const Vector<S>& q, const Vector<S>& p) const {
    const Parts<S> at = parts(q, p);
    const Vector<S> away = at.psi.p.transpose() * solve_small<S>(bracket(at.g, at.psi), g(q));
    return body_.hamiltonian(Vector<S>(q - away), p);
  }

 private:
  Body body_;
};

}  // namespace sparkdyn::dae
