// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The Poisson bracket of vector functions, Leimkuhler & Reich (1992), Definition 3.1 and
// Proposition 3.1:
//
//   {φ,ψ} = φ_q ψ_pᵀ − φ_p ψ_qᵀ,   {φ,ψ} = −{ψ,φ}ᵀ

#include "sparkdyn/dae/derivative.hpp"

namespace sparkdyn::dae {

/// The derivatives of a function of (q, p), a row for each of its components.
template <typename S>
struct Slopes {
  Matrix<S> q;  ///< by q
  Matrix<S> p;  ///< by p
};

template <typename S>
Matrix<S> bracket(const Slopes<S>& phi, const Slopes<S>& psi) {
  return phi.q * psi.p.transpose() - phi.p * psi.q.transpose();
}

/// Of a function f(q, p), by automatic differentiation.
template <typename S, typename Function>
Slopes<S> slopes_of(const Function& f, const Vector<S>& q, const Vector<S>& p) {
  const auto of_q = [&](const auto& x) {
    using D = typename std::decay_t<decltype(x)>::Scalar;
    return f(x, Vector<D>(p.template cast<D>()));
  };
  const auto of_p = [&](const auto& x) {
    using D = typename std::decay_t<decltype(x)>::Scalar;
    return f(Vector<D>(q.template cast<D>()), x);
  };
  return {jacobian(of_q, q), jacobian(of_p, p)};
}

}  // namespace sparkdyn::dae
