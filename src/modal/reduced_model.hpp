// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The steady state [P Gᵀ; G 0][x; λ] = [F; c], P(ω) = (1 + iη)K + iωC − ω²M, sought among few
// motions:
//   x = Σ_k w_k c_k + V z,   Vᵀ(F − P x) = 0,   G w_k = s_k,   G V = 0,   VᵀXV = 1,
// with X = K + σM (energy_space.hpp). The residual r = F − P x is known in full, in a basis of its
// own: no product of norms hides what is left of it. Its size over that of the least stretching of
// P bounds the error,
//   |x − x_true| ≤ |r| / β,   β = min_j |(1 + iη)κ_j + iωδ_j − ω²μ_j|,
// where κ, δ, μ are K, C, M in the modes of the few motions: exact as soon as they hold the modes
// near ω, and where C couples modes an estimate by its diagonal.

#include <vector>

#include "modal/energy_space.hpp"
#include "modal/excitation.hpp"

namespace sparkdyn::modal {

/// The multipliers of the force that each vector of the reduced model stands for.
struct ForceMultipliers {
  core::Vector stiffness, damping, mass;  ///< of K b, C b, M b; empty without constraints
};

/// A steady state in the vectors of the model.
struct ReducedState {
  Eigen::VectorXcd motions;     ///< c: one for each w
  Eigen::VectorXcd loads;       ///< a: one for each F
  Eigen::VectorXcd z;           ///< one for each vector of V
  double size = 0;              ///< |x|
  double bound = 0;             ///< of |x − x_true|/|x|
  double least_stretching = 1;  ///< β
};

class ReducedModel {
 public:
  /// `eta`: η. @note Collective.
  ReducedModel(const EnergySpace& space, const Excitation& excitation, double eta);

  /// Takes what is new of x into V, without its part along the w; whether anything was.
  /// @note Collective.
  bool add(Vec x);
  /// After add(), before state().
  void prepare();
  ReducedState state(double frequency) const;

  Eigen::Index size() const { return basis_.size(); }                            ///< vectors of V
  const std::vector<core::Vector>& vectors() const { return basis_.vectors(); }  ///< V
  const std::vector<core::Vector>& motions() const { return motions_; }          ///< w
  const std::vector<ForceMultipliers>& motion_multipliers() const { return of_motions_; }
  const std::vector<ForceMultipliers>& vector_multipliers() const { return of_vectors_; }
  const std::vector<core::Vector>& load_multipliers() const { return of_loads_; }
  double eta() const { return eta_; }
  /// Real and imaginary part of x. @note Collective.
  void expand(const ReducedState& state, Vec real, Vec imaginary) const;

 private:
  using Columns = std::vector<Eigen::VectorXd>;
  void add_loads();
  void add_motions();
  Eigen::VectorXcd solve(double omega, const Eigen::VectorXcd& right, double& stretching) const;

  const EnergySpace* space_;
  const Excitation* excitation_;
  double eta_;
  bool damped_;
  OrthonormalVectors basis_;     // V
  OrthonormalVectors residual_;  // in which S r is written
  std::vector<core::Vector> motions_, of_loads_;
  std::vector<ForceMultipliers> of_motions_, of_vectors_;
  std::vector<core::Vector> mass_of_motions_, damping_of_motions_;
  // Coefficients of S times … in residual_.
  Columns load_, motion_mass_, motion_damping_, unit_, mass_, damping_;
  Eigen::MatrixXd gram_;  // of the w
  // What prepare() makes.
  Eigen::MatrixXd M_, C_, F_, Mw_, Cw_;  // VᵀMV, VᵀCV, VᵀF, VᵀMw, VᵀCw
  Eigen::MatrixXd modes_;                // U: V U are the modes
  Eigen::VectorXd kappa_, mu_, delta_;
  Eigen::MatrixXd coupling_;  // UᵀCU where that is not diagonal
  Eigen::MatrixXd rho_unit_, rho_mass_, rho_damping_, rho_load_, rho_motion_mass_,
      rho_motion_damping_;
};

}  // namespace sparkdyn::modal
