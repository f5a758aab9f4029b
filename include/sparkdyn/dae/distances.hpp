// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Potentials of particles that are sums of functions of distances, Simo & Gonzalez (1993), (64):
//
//   T = Σ m_I |v_I|²/2,   U = Σ_pairs V(|x_J − x_I|) − fᵀq
//
// with what their family of methods (69), (70) takes from a pair: σ = V'(λ)/λ, (72), or the
// quotient
//
//   σ = (V(b) − V(a))/(b − a) / ((a + b)/2)                                              (75)
//
// of the lengths a before and b after a step. A pair may have a fixed point for its second end.

#include <Eigen/Core>
#include <memory>
#include <vector>

namespace sparkdyn::dae {

/// V(λ) of one pair.
class PairPotential {
 public:
  /// σ and its derivatives by the lengths it depends on.
  struct Coefficient {
    double value = 0;      ///< σ
    double by_first = 0;   ///< by λ, or by a
    double by_second = 0;  ///< by b
  };

  virtual ~PairPotential() = default;
  virtual double value(double length) const = 0;                       ///< V(λ)
  virtual Coefficient at(double length) const = 0;                     ///< V'(λ)/λ
  virtual Coefficient between(double before, double after) const = 0;  ///< (75)
};

/// V = k (λ − L)²/2, (76); (75) then is k (1 − L/m) with the mean length m, exactly.
std::shared_ptr<const PairPotential> spring(double stiffness, double length);

/// Which coordinates belong to which pairs.
struct DistancePotential {
  /// Two points, or one and a fixed one.
  struct Pair {
    Eigen::Index first;                              ///< where its coordinates begin
    Eigen::Index second;                             ///< the same; fixed_end: at `anchor`
    std::shared_ptr<const PairPotential> potential;  ///< of their distance
    Eigen::VectorXd anchor = {};                     ///< of fixed_end
  };
  static constexpr Eigen::Index fixed_end = -1;  ///< instead of the place of a second point

  int dimension = 3;             ///< coordinates of a point
  Eigen::VectorXd masses = {};   ///< one for each coordinate
  Eigen::VectorXd force = {};    ///< f, the same all the time; of no size: none
  std::vector<Pair> pairs = {};  ///< all of them

  double value(const Eigen::VectorXd& q) const;            ///< U
  Eigen::VectorXd forces(const Eigen::VectorXd& q) const;  ///< −U_q
};

}  // namespace sparkdyn::dae
