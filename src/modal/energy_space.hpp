// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Motions that meet the constraints, measured by X = K + σM: (x, y) = xᵀX y on G x = 0. A force r
// is measured by the motion S r that it causes,
//   [X Gᵀ; G 0][S r; μ] = [r; 0],   |r|² = rᵀ S r = |S r|²,
// which is blind to what constraints take up and has no units of its own.

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "linear/saddle.hpp"
#include "sparkdyn/modal/modes.hpp"

namespace sparkdyn::modal {

class EnergySpace {
 public:
  /// Factors X with the constraints; `sigma` > 0. The system must outlive it. Throws core::Error
  /// (numerics) when some motion has neither mass nor stiffness. @note Collective.
  EnergySpace(const mechanics::System& system, double sigma);

  struct Image {
    core::Vector x, multiplier;  ///< the multiplier is empty without constraints
  };
  Image image(Vec force) const;   ///< S r and μ. @note Collective.
  Image follow(Vec moved) const;  ///< [X Gᵀ; G 0][x; μ] = [0; moved]. @note Collective.
  /// The motion nearest to x that meets G x = 0. @note Collective.
  core::Vector admissible(Vec x) const;

  /// From now on C is the system's and Σ_j δ_j Mφ_j(Mφ_j)ᵀ: modes have a damping of their own.
  /// @note Collective.
  void add_modal_damping(const std::vector<Mode>& modes, const std::vector<double>& delta);
  bool damped() const { return system_->damped() || !mode_forces_.empty(); }

  double sigma() const { return sigma_; }
  const mechanics::System& system() const { return *system_; }
  core::Vector stiffness(Vec x) const;  ///< K x. @note Collective.
  core::Vector damping(Vec x) const;    ///< C x, with the modes' own. @note Collective.
  core::Vector mass(Vec x) const;       ///< M x. @note Collective.
  core::Vector apply(Vec x) const;      ///< X x. @note Collective.

 private:
  Image solve(Vec f, Vec g) const;

  const mechanics::System* system_;
  double sigma_;
  std::unique_ptr<linear::RealSaddle> factors_;
  mutable core::Vector no_force_;
  core::Vector unmoved_;
  std::vector<core::Vector> mode_forces_;  // √δ Mφ
};

/// Vectors with G x = 0 that are orthonormal in X.
class OrthonormalVectors {
 public:
  explicit OrthonormalVectors(const EnergySpace& space) : space_(&space) {}

  /// The part of x that is new becomes one more vector, unless it is less than `drop` of x.
  /// Coefficients of x in all vectors, the new one among them. @note Collective.
  Eigen::VectorXd add(Vec x, double drop = 1e-13);
  const std::vector<core::Vector>& vectors() const { return vectors_; }
  Eigen::Index size() const { return static_cast<Eigen::Index>(vectors_.size()); }
  /// vᵀy of each. @note Collective.
  Eigen::VectorXd products(Vec y) const;

 private:
  void take_out(Vec x, Eigen::VectorXd& coefficients) const;

  const EnergySpace* space_;
  std::vector<core::Vector> vectors_;
  std::vector<Vec> handles_;
};

}  // namespace sparkdyn::modal
