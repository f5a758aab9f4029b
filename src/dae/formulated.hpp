// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The formulations of sparkdyn/dae/formulation.hpp as models of differentiated.hpp. Those that are
// canonical flows, of H + μᵀg + ηᵀψ and the like, differentiate that sum; the others have their
// right-hand sides written out.

#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "dae/constrained_hamiltonian.hpp"
#include "dae/in_momenta.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/differentiated.hpp"
#include "sparkdyn/dae/formulation.hpp"

namespace sparkdyn::dae {

/// q' = velocity, p' = force.
template <typename Body>
class Formulated {
 public:
  Formulated(ConstrainedHamiltonian<Body> of, Formulation kind) : of_(std::move(of)), kind_(kind) {}

  Sizes sizes() const { return {.y = of_.body().coordinates(), .z = of_.body().coordinates()}; }
  std::vector<TermInfo> velocity_terms() const { return {{.kind = tableau::Term::velocity}}; }
  std::vector<TermInfo> force_terms() const { return {{.kind = tableau::Term::elastic}}; }

  template <typename S>
  Vector<S> momentum(const S&, const Vector<S>&, const Vector<S>& p) const {
    return p;
  }
  /// H, which every formulation keeps on the manifold.
  double energy(double, const Vector<double>& q, const Vector<double>& p) const {
    return of_.body().hamiltonian(q, p);
  }

  template <typename S>
  Vector<S> velocity(int, const S&, const Vector<S>& q, const Vector<S>& p) const {
    if (canonical()) {
      return gradient(
          [&](const auto& r) {
            using D = typename std::decay_t<decltype(r)>::Scalar;
            return hamiltonian(Vector<D>(q.template cast<D>()), r);
          },
          p);
    }
    Vector<S> rate = of_.velocity(q, p);
    if (kind_ == Formulation::weak) {
      const auto at = of_.parts(q, p);
      rate += at.psi.p.transpose() * at.eta();
    }
    if (kind_ == Formulation::baumgarte) rate -= distance(q);
    return rate;
  }

  template <typename S>
  Vector<S> force(int, const S&, const Vector<S>& q, const Vector<S>& p, const Vector<S>&) const {
    if (canonical()) {
      return -gradient(
          [&](const auto& x) {
            using D = typename std::decay_t<decltype(x)>::Scalar;
            return hamiltonian(x, Vector<D>(p.template cast<D>()));
          },
          q);
    }
    const auto at = of_.parts(q, p);
    if (kind_ == Formulation::weak) {
      const Vector<S> eta = at.eta();
      return -at.slope - at.g.q.transpose() * at.mu(eta) - at.psi.q.transpose() * eta;
    }
    if (kind_ == Formulation::baumgarte) {
      // ψ' = ψ_q q' + ψ_p p' is to be −ψ.
      const Vector<S> wanted = at.psi_with_H() - at.psi.q * distance(q) + at.psi_value;
      return -at.slope - at.g.q.transpose() * at.solve_mu(wanted);
    }
    return -at.slope - at.g.q.transpose() * at.mu_without_eta();
  }

 private:
  bool canonical() const {
    return kind_ == Formulation::dirac || kind_ == Formulation::simplified ||
           kind_ == Formulation::linear;
  }
  template <typename S>
  S hamiltonian(const Vector<S>& q, const Vector<S>& p) const {
    if (kind_ == Formulation::linear) return of_.on_linear_constraint(q, p);
    return of_.total(q, p, kind_ == Formulation::dirac);
  }
  /// Gᵀ(GGᵀ)⁻¹g, of linear constraints the paper's ℋq.
  template <typename S>
  Vector<S> distance(const Vector<S>& q) const {
    const Matrix<S> G = of_.G(q);
    return G.transpose() * solve_small<S>(G * G.transpose(), of_.g(q));
  }

  ConstrainedHamiltonian<Body> of_;
  Formulation kind_;
};

/// All of a body.
template <typename Body>
class FormulationsOf final : public Formulations {
 public:
  explicit FormulationsOf(Body body) : of_(std::move(body)) {}

  std::shared_ptr<const System> system(Formulation kind, const Point& start) const override {
    if (kind == Formulation::linear) require_linear(start.y);
    return std::make_shared<Differentiated<Formulated<Body>>>(Formulated<Body>(of_, kind));
  }
  bool unit_mass() const override {
    if constexpr (requires { of_.body().unit_mass(); }) return of_.body().unit_mass();
    return false;
  }
  int constraints() const override { return of_.body().constraints(); }

  Eigen::VectorXd residuals(const Eigen::VectorXd& q, const Eigen::VectorXd& p) const override {
    Eigen::VectorXd both(2 * constraints());
    both << of_.g(q), of_.psi(q, p);
    return both;
  }
  Eigen::MatrixXd slopes(const Eigen::VectorXd& q, const Eigen::VectorXd& p) const override {
    const auto at = of_.parts(q, p);
    Eigen::MatrixXd rows(2 * constraints(), 2 * q.size());
    rows << at.g.q, at.g.p, at.psi.q, at.psi.p;
    return rows;
  }
  Eigen::MatrixXd curvature(const Eigen::VectorXd& q, const Eigen::VectorXd& p,
                            const Eigen::VectorXd& lambda) const override {
    const Eigen::Index n = q.size();
    Eigen::VectorXd w(2 * n);
    w << q, p;
    const auto weighed = [&](const auto& x) {
      using D = typename std::decay_t<decltype(x)>::Scalar;
      const Vector<D> g = of_.g(Vector<D>(x.head(n)));
      const Vector<D> psi = of_.psi(Vector<D>(x.head(n)), Vector<D>(x.tail(n)));
      D sum(0.0);
      for (Eigen::Index i = 0; i < g.size(); ++i)
        sum += g[i] * lambda[i] + psi[i] * lambda[g.size() + i];
      return sum;
    };
    return jacobian([&](const auto& x) { return gradient(weighed, x); }, w);
  }

  Point with_momenta(const Point& own) const override {
    Point at = own;
    if constexpr (requires { of_.body().momenta(own.z); }) at.z = of_.body().momenta(own.z);
    return at;
  }
  Point as_own(const Point& at) const override {
    Point own = at;
    if constexpr (requires { of_.body().velocities(at.z); }) own.z = of_.body().velocities(at.z);
    return own;
  }

 private:
  /// Second derivatives that vanish at three places, chosen without symmetry, are zero.
  void require_linear(const Eigen::VectorXd& q) const {
    const Eigen::VectorXd zero = Eigen::VectorXd::Zero(q.size());
    for (const double by : std::array{0.0, 0.37, -1.91}) {
      Eigen::VectorXd at = q;
      for (Eigen::Index i = 0; i < q.size(); ++i)
        at[i] += by * (1.0 + 0.61 * static_cast<double>(i));
      for (int k = 0; k < constraints(); ++k) {
        const Eigen::MatrixXd second =
            curvature(at, zero, Eigen::VectorXd::Unit(2 * constraints(), k));
        if (second.norm() > 0.0)
          core::input_error(
              "'linear' is a formulation for linear constraints, as that of "
              "guided-oscillator, and number {} is not",
              k + 1);
      }
    }
  }

  ConstrainedHamiltonian<Body> of_;
};

/// Of a body with a Hamiltonian.
template <typename Body>
std::shared_ptr<const Formulations> formulations_of_hamiltonian(Body body) {
  return std::make_shared<FormulationsOf<Body>>(std::move(body));
}

/// Of a mechanism with a constant mass whose forces have a potential.
template <typename Body>
std::shared_ptr<const Formulations> formulations_of_mechanism(Body body) {
  return std::make_shared<FormulationsOf<InMomenta<Body>>>(InMomenta<Body>(std::move(body)));
}

}  // namespace sparkdyn::dae
