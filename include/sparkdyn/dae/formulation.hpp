// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Ordinary differential equations in (q, p) whose flow is that of
//
//   q' = H_p,   p' = −H_q − Gᵀλ,   0 = g(q),   G = g_q
//
// on its manifold g = 0, ψ = G H_p = 0, and which differ away from it: Leimkuhler & Reich (1992),
// sections 1, 3 and 4. With the bracket {φ,ψ} = φ_q ψ_pᵀ − φ_p ψ_qᵀ of their Proposition 3.1,
//
//   {g,ψ} η = −ψ,   {g,ψ}ᵀ μ = {ψ,H} + {ψ,ψ} η
//
// which for H = pᵀp/2 + F(q) are GGᵀη = −Gp, GGᵀμ = G_q(p,p) − G∇F + [(Gp)_q Gᵀ − G(Gp)_qᵀ]η.
// Their section 3.4 prints this μ with the opposite sign; their λ of section 1 has it right.

#include <memory>
#include <string>
#include <vector>

#include "sparkdyn/dae/system.hpp"

namespace sparkdyn::dae {

/// Which equations a constrained Hamiltonian system is given as.
enum class Formulation {
  constrained,  ///< with its constraints and multipliers
  underlying,   ///< (1.6): λ = μ with η = 0, from the second derivative of g
  dirac,        ///< (3.2), (3.3): the canonical flow of H + μᵀg + ηᵀψ
  weak,  ///< (3.7), (3.8): the same without the derivatives of μ and η; keeps g and ψ anywhere
  simplified,   ///< (3.9), (3.10): the canonical flow of H + μᵀg with η = 0
  linear,       ///< section 3, linear constraints: the canonical flow of H at q on the constraint
  baumgarte,    ///< section 4: g' = ψ − g, ψ' = −ψ
  state_space,  ///< section 2: canonical equations in a chart of the manifold; as a system (1.6)
};

/// In the order of Formulation.
const std::vector<std::string>& formulation_names();

/// What a problem with a Hamiltonian and holonomic constraints can be given as.
class Formulations {
 public:
  virtual ~Formulations() = default;

  /// y = q, z = p, no multipliers. `start` is where constraints are looked at: throws core::Error
  /// (input) for `linear` where they are not.
  virtual std::shared_ptr<const System> system(Formulation kind, const Point& start) const = 0;

  /// H = pᵀp/2 + F(q).
  virtual bool unit_mass() const = 0;
  /// The number of constraints, m.
  virtual int constraints() const = 0;
  /// (g, ψ), 2m of them, zero on the manifold.
  virtual Eigen::VectorXd residuals(const Eigen::VectorXd& q, const Eigen::VectorXd& p) const = 0;
  /// Their derivative by (q, p).
  virtual Eigen::MatrixXd slopes(const Eigen::VectorXd& q, const Eigen::VectorXd& p) const = 0;
  /// The second derivative of λ·(g, ψ) by (q, p).
  virtual Eigen::MatrixXd curvature(const Eigen::VectorXd& q, const Eigen::VectorXd& p,
                                    const Eigen::VectorXd& lambda) const = 0;

  /// The constrained problem's own (y, z) → (q, p).
  virtual Point with_momenta(const Point& own) const = 0;
  /// Back: (q, p) → the constrained problem's own (y, z).
  virtual Point as_own(const Point& at) const = 0;
};

}  // namespace sparkdyn::dae
