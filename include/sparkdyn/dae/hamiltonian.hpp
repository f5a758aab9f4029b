// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Hamiltonian systems with holonomic constraints, (6) of Jay (1998) and (3) of Jay (2007):
//
//   q' = H_p(q,p),   p' = −H_q(q,p) − g_qᵀ(q) λ,   0 = g(q)
//
// The user writes, templated on the scalar S:
//
//   int coordinates() const;
//   S hamiltonian(Vector<S> q, Vector<S> p) const;
//   int constraints() const;   Vector<S> constraint(S t, Vector<S> q) const;      optional

#include <memory>
#include <utility>

#include "sparkdyn/dae/differentiated.hpp"

namespace sparkdyn::dae {

/// The model of a body with a Hamiltonian; make_hamiltonian() differentiates it.
template <typename Body>
class Hamiltonian {
 public:
  /// Keeps the body.
  explicit Hamiltonian(Body body) : body_(std::move(body)) {}

  /// y = q, z = p.
  Sizes sizes() const {
    Sizes sizes{.y = body_.coordinates(), .z = body_.coordinates()};
    if constexpr (constrained) sizes.holonomic = body_.constraints();
    return sizes;
  }

  /// One: H_p.
  std::vector<TermInfo> velocity_terms() const { return {{.kind = tableau::Term::velocity}}; }

  /// −H_q and, with constraints, the reaction.
  std::vector<TermInfo> force_terms() const {
    std::vector<TermInfo> terms = {{.kind = tableau::Term::elastic}};
    if constexpr (constrained) {
      terms.push_back(
          {.kind = tableau::Term::constraint, .depends_on_z = false, .depends_on_u = true});
    }
    return terms;
  }

  /// H_p.
  template <typename S>
  Vector<S> velocity(int, const S&, const Vector<S>& q, const Vector<S>& p) const {
    const auto H = [&](const auto& x) {
      using D = typename std::decay_t<decltype(x)>::Scalar;
      return body_.hamiltonian(Vector<D>(q.template cast<D>()), x);
    };
    return gradient(H, p);
  }

  /// p itself.
  template <typename S>
  Vector<S> momentum(const S&, const Vector<S>&, const Vector<S>& p) const {
    return p;
  }

  /// −H_q, or −g_qᵀλ for the last term.
  template <typename S>
  Vector<S> force(int term, const S& t, const Vector<S>& q, const Vector<S>& p,
                  const Vector<S>& u) const {
    const auto energy = [&](const auto& x) {
      using D = typename std::decay_t<decltype(x)>::Scalar;
      if (term == 0) return body_.hamiltonian(x, Vector<D>(p.template cast<D>()));
      D work(0.0);
      if constexpr (constrained) {
        const Vector<D> g = body_.constraint(D(t), x);
        for (Eigen::Index i = 0; i < g.size(); ++i) work += g[i] * D(u[i]);
      }
      return work;
    };
    return -gradient(energy, q);
  }

  /// g.
  template <typename S>
  Vector<S> constraint(const S& t, const Vector<S>& q) const requires requires(const Body& body) {
    body.constraint(t, q);
  }
  { return body_.constraint(t, q); }

  /// H.
  double energy(double, const Vector<double>& q, const Vector<double>& p) const {
    return body_.hamiltonian(q, p);
  }

 private:
  static constexpr bool constrained = requires(const Body& body, const Vector<double>& q) {
    body.constraint(0.0, q);
  };

  Body body_;
};

/// The System of a body, shared with whoever steps it.
template <typename Body>
std::shared_ptr<const System> make_hamiltonian(Body body) {
  return std::make_shared<Differentiated<Hamiltonian<Body>>>(Hamiltonian<Body>(std::move(body)));
}

}  // namespace sparkdyn::dae
