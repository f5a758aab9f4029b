// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Mechanical systems (8) of Jay (1998), section 3.2, in the momentum form (8f) in which the
// Coriolis forces cancel:
//
//   q' = v,   (T_v(q,v))' = T_q − U_q + damping + load − g_qᵀλ − w_vᵀμ,   0 = g(t,q),  0 = w(t,q,v)
//
// The user writes a body once, every function a template on the scalar S:
//
//   int coordinates() const;
//   S kinetic_energy(Vector<S> q, Vector<S> v) const;
//   S potential_energy(S t, Vector<S> q) const;                               optional
//   Vector<S> damping(S t, Vector<S> q, Vector<S> v) const, load(…) const;    optional
//   int constraints() const;              Vector<S> constraint(S t, Vector<S> q) const;
//   int nonholonomic_constraints() const; Vector<S> nonholonomic(S t, Vector<S> q, Vector<S> v);
//   Eigen::MatrixXd compliance() const;   C of soft constraints, 0 = g − Cλ, U + gᵀC⁻¹g/2; or empty
//   static constexpr bool constant_mass = true;       when T does not depend on q
//   std::vector<std::string> regions() const;         a region per coordinate, for section 7
//
// Gradients are taken by automatic differentiation. Where speed matters a body may write some of
// them out, which spares one level of it:
//
//   Vector<S> momentum(q, v) const        T_v          Vector<S> elastic_force(t, q) const   −U_q
//   Vector<S> inertia_force(q, v) const   T_q          Vector<S> reaction(t, q, λ) const     −g_qᵀλ

#include <memory>
#include <utility>

#include "sparkdyn/dae/differentiated.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::dae {

/// The model of a body; make_mechanism() differentiates it.
template <typename Body>
class Mechanism {
 public:
  static constexpr bool velocity_is_z = true;  ///< q = y and q' = z

  /// Keeps the body.
  explicit Mechanism(Body body) : body_(std::move(body)) {}

  const Body& body() const { return body_; }  ///< as it was given

  /// y = q, z = v.
  Sizes sizes() const {
    Sizes sizes{.y = body_.coordinates(), .z = body_.coordinates()};
    if constexpr (constrained) sizes.holonomic = body_.constraints();
    if constexpr (rolling) sizes.nonholonomic = body_.nonholonomic_constraints();
    return sizes;
  }

  /// One: v.
  std::vector<TermInfo> velocity_terms() const {
    return {{.kind = tableau::Term::velocity, .depends_on_y = false}};
  }

  /// Inertia, elastic, damping, load and constraint, those that the body has.
  std::vector<TermInfo> force_terms() const {
    using tableau::Term;
    std::vector<TermInfo> terms;
    if constexpr (!constant_mass) terms.push_back({.kind = Term::inertia});
    if constexpr (elastic) terms.push_back({.kind = Term::elastic, .depends_on_z = false});
    if constexpr (damped) terms.push_back({.kind = Term::damping});
    if constexpr (loaded) terms.push_back({.kind = Term::load});
    if constexpr (constrained || rolling) {
      terms.push_back({.kind = Term::constraint, .depends_on_z = rolling, .depends_on_u = true});
    }
    return terms;
  }

  /// The body's, or none.
  std::vector<std::string> regions() const {
    if constexpr (requires { body_.regions(); }) return body_.regions();
    return {};
  }

  /// The body's, or none.
  Eigen::MatrixXd compliance() const {
    if constexpr (requires { body_.compliance(); }) return body_.compliance();
    return {};
  }

  /// v itself.
  template <typename S>
  Vector<S> velocity(int, const S&, const Vector<S>&, const Vector<S>& v) const {
    return v;
  }

  /// T_v.
  template <typename S>
  Vector<S> momentum(const S&, const Vector<S>& q, const Vector<S>& v) const {
    if constexpr (requires { body_.momentum(q, v); }) return body_.momentum(q, v);
    const auto kinetic = [&](const auto& w) {
      using D = typename std::decay_t<decltype(w)>::Scalar;
      return body_.kinetic_energy(Vector<D>(q.template cast<D>()), w);
    };
    return gradient(kinetic, v);
  }

  /// The term of that number in force_terms().
  template <typename S>
  Vector<S> force(int term, const S& t, const Vector<S>& q, const Vector<S>& v,
                  const Vector<S>& u) const {
    if constexpr (!constant_mass) {
      if (term-- == 0) return inertia(q, v);
    }
    if constexpr (elastic) {
      if (term-- == 0) {
        if constexpr (requires { body_.elastic_force(t, q); }) return body_.elastic_force(t, q);
        const auto U = [&](const auto& x) {
          using D = typename std::decay_t<decltype(x)>::Scalar;
          return body_.potential_energy(D(t), x);
        };
        return -gradient(U, q);
      }
    }
    if constexpr (damped) {
      if (term-- == 0) return body_.damping(t, q, v);
    }
    if constexpr (loaded) {
      if (term-- == 0) return body_.load(t, q, v);
    }
    return reaction(t, q, v, u);
  }

  /// g.
  template <typename S>
  Vector<S> constraint(const S& t, const Vector<S>& q) const requires requires(const Body& body) {
    body.constraint(t, q);
  }
  { return body_.constraint(t, q); }

  /// w.
  template <typename S>
  Vector<S> nonholonomic(const S& t, const Vector<S>& q, const Vector<S>& v) const requires
      requires(const Body& body) {
    body.nonholonomic(t, q, v);
  }
  { return body_.nonholonomic(t, q, v); }

  /// T.
  double kinetic_energy(double, const Vector<double>& q, const Vector<double>& v) const {
    return body_.kinetic_energy(q, v);
  }

  /// T + U, with what soft constraints have stored.
  double energy(double t, const Vector<double>& q, const Vector<double>& v) const {
    double total = body_.kinetic_energy(q, v);
    if constexpr (elastic) total += body_.potential_energy(t, q);
    if constexpr (constrained && requires { body_.compliance(); }) {
      const Eigen::MatrixXd C = body_.compliance();
      const V g = body_.constraint(t, q);
      if (C.size() > 0) total += 0.5 * g.dot(tableau::solve(C, g));
    }
    return total;
  }

 private:
  using V = Vector<double>;
  static constexpr bool elastic = requires(const Body& b, const V& q) {
    b.potential_energy(0.0, q);
  };
  static constexpr bool damped = requires(const Body& b, const V& q) { b.damping(0.0, q, q); };
  static constexpr bool loaded = requires(const Body& b, const V& q) { b.load(0.0, q, q); };
  static constexpr bool constrained = requires(const Body& b, const V& q) { b.constraint(0.0, q); };
  static constexpr bool rolling = requires(const Body& b, const V& q) {
    b.nonholonomic(0.0, q, q);
  };
  static constexpr bool constant_mass = requires { Body::constant_mass; };

  /// T_q, the centrifugal forces.
  template <typename S>
  Vector<S> inertia(const Vector<S>& q, const Vector<S>& v) const {
    if constexpr (requires { body_.inertia_force(q, v); }) return body_.inertia_force(q, v);
    const auto kinetic = [&](const auto& x) {
      using D = typename std::decay_t<decltype(x)>::Scalar;
      return body_.kinetic_energy(x, Vector<D>(v.template cast<D>()));
    };
    return gradient(kinetic, q);
  }

  /// −g_qᵀλ − w_vᵀμ.
  template <typename S>
  Vector<S> reaction(const S& t, const Vector<S>& q, const Vector<S>& v, const Vector<S>& u) const {
    if constexpr (constrained && !rolling && requires { body_.reaction(t, q, u); }) {
      return body_.reaction(t, q, u);
    }
    Vector<S> result = Vector<S>::Zero(q.size());
    Eigen::Index used = 0;
    if constexpr (constrained) {
      const auto work = [&](const auto& x) {
        using D = typename std::decay_t<decltype(x)>::Scalar;
        const Vector<D> g = body_.constraint(D(t), x);
        D sum(0.0);
        for (Eigen::Index i = 0; i < g.size(); ++i) sum += g[i] * D(u[i]);
        return sum;
      };
      result -= gradient(work, q);
      used = body_.constraints();
    }
    if constexpr (rolling) {
      const auto power = [&](const auto& w) {
        using D = typename std::decay_t<decltype(w)>::Scalar;
        const Vector<D> rows = body_.nonholonomic(D(t), Vector<D>(q.template cast<D>()), w);
        D sum(0.0);
        for (Eigen::Index i = 0; i < rows.size(); ++i) sum += rows[i] * D(u[used + i]);
        return sum;
      };
      result -= gradient(power, v);
    }
    return result;
  }

  Body body_;
};

/// The System of a body, shared with whoever steps it.
template <typename Body>
std::shared_ptr<const System> make_mechanism(Body body) {
  return std::make_shared<Differentiated<Mechanism<Body>>>(Mechanism<Body>(std::move(body)));
}

}  // namespace sparkdyn::dae
