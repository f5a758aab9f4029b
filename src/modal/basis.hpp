// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The structure in its modes Φ. With supports that move as c(t) = Σ_k s_k a_k(t),
//   q = Σ_k w_k a_k(t) + Φ (z − Σ_k p_k a_k(t)),   K w_k + Gᵀμ = 0,  G w_k = s_k,  p_k = ΦᵀM w_k,
// where z = ΦᵀM q follows
//   z'' + D (z' − Σ p_k a_k') + Ω² (z − Σ p_k a_k) = ΦᵀF(t) − Σ ΦᵀC w_k a_k',
//   D = ΦᵀCΦ + the modes' own damping.
// With the static correction also Σ_k r_k a_k(t) of each load, what modes left out answer at rest:
//   r_k = (K⁻¹ − ΦΩ⁻²Φᵀ) F_k on G r = 0.

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "sparkdyn/modal/modes.hpp"

namespace sparkdyn::modal {

/// What state, load and motion of supports mean for the modes.
class Basis {
 public:
  /// `damping`: added to ΦᵀCΦ, one for each mode, 2ζω; acts relative to the supports. `motions`: w
  /// of each prescribed motion (integrate::static_motions). @note Collective.
  Basis(const mechanics::System& system, std::shared_ptr<const NaturalModes> modes,
        const std::vector<double>& damping, std::vector<core::Vector> motions);
  /// From now on states have the static correction. @note Collective.
  void correct();

  /// Whose modes these are; must outlive the basis.
  const mechanics::System& system() const { return *system_; }
  /// Φ and Ω.
  const NaturalModes& modes() const { return *modes_; }
  Eigen::Index size() const { return omega_squared_.size(); }  ///< number of modes
  /// Ω², one for each mode.
  const Eigen::VectorXd& omega_squared() const { return omega_squared_; }
  /// D, of all modes together.
  const Eigen::MatrixXd& damping() const { return damping_; }
  bool coupled() const { return coupled_; }  ///< D is not diagonal

  /// Where the structure is among its modes.
  struct Coordinates {
    Eigen::VectorXd z, rate;  ///< z and z'
  };
  /// @note Collective.
  Coordinates coordinates(const mechanics::State& state) const;
  /// q and v at the state's time. @note Collective.
  void expand(const Coordinates& from, mechanics::State& to) const;
  /// ΦᵀF + Ω²p a + (D p − ΦᵀC w) a' at t; the slopes are those from `from` to `to`.
  Eigen::VectorXd force(double t, double from, double to, int load_case) const;
  /// z''. `t`: of the coordinates.
  Eigen::VectorXd acceleration(const Coordinates& at, double t, int load_case) const;
  /// a. @note Collective.
  void expand_acceleration(const Coordinates& at, double t, int load_case, Vec a) const;
  /// Where F or c have corners between the times, ascending, and `to`.
  std::vector<double> corners(double from, double to) const;
  bool moved() const { return !motions_.empty(); }  ///< supports move
  bool corrected() const { return corrected_; }     ///< see correct()

 private:
  struct Acting {
    Eigen::VectorXd modal;  ///< Φᵀ·shape
    const mechanics::TimedVector* load;
    core::Vector beside = {};  ///< r; empty without correction
  };
  struct Motion {
    core::Vector shape;           ///< w
    Eigen::VectorXd modal, drag;  ///< p, ΦᵀC w
    const mechanics::TimedVector* value;
  };
  Eigen::VectorXd project(Vec x) const;
  void superpose(const Eigen::VectorXd& y, Vec x) const;

  const mechanics::System* system_;
  std::shared_ptr<const NaturalModes> modes_;
  std::vector<Vec> shapes_;
  Eigen::VectorXd omega_squared_;
  Eigen::MatrixXd damping_;
  bool coupled_ = false, corrected_ = false;
  std::vector<Acting> loads_;
  std::vector<Motion> motions_;
  core::Vector work_;
};

}  // namespace sparkdyn::modal
