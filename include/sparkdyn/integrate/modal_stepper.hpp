#pragma once
// Superposition of natural modes, exact in time. With supports that move as c(t) = Σ_k s_k a_k(t),
//   q = Σ_k w_k a_k(t) + Φ (z − Σ_k p_k a_k(t)),   K w_k + Gᵀμ = 0,  G w_k = s_k,  p_k = ΦᵀM w_k,
// where z = ΦᵀM q follows
//   z'' + D (z' − Σ p_k a_k') + Ω² (z − Σ p_k a_k) = ΦᵀF(t) − Σ ΦᵀC w_k a_k',
//   D = ΦᵀCΦ + the modes' own damping.
// F and c of a deck are linear between the corners of tables, and so each mode (all of them
// together, when damping couples them) is integrated exactly from corner to corner: the step only
// says when states are looked at.

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "sparkdyn/integrate/acceleration.hpp"
#include "sparkdyn/integrate/modes.hpp"
#include "sparkdyn/integrate/stepper.hpp"

namespace sparkdyn::integrate {

/// z and z' after h when the force goes linearly from g₀ to g₁, and ∫z: the upper rows of exp of
/// the equations, over (z, z', g₀, g₁ − g₀).
struct ModalPropagator {
  Eigen::MatrixXd z, rate, integral;  ///< m × 4m each
};
/// Of z'' + D z' + ω² z = g with m = omega_squared.size().
ModalPropagator modal_propagator(const Eigen::VectorXd& omega_squared, const Eigen::MatrixXd& D,
                                 double h);

/// The structure in its modes: what load and motion of supports mean for them.
class ModalBasis {
 public:
  /// `damping`: added to ΦᵀCΦ, one for each mode, 2ζω; acts relative to the supports. Throws
  /// core::Error (numerics) when supports move a structure that floats. @note Collective.
  ModalBasis(const mechanics::System& system, std::shared_ptr<const NaturalModes> modes,
             const std::vector<double>& damping);

  const mechanics::System& system() const { return *system_; }
  const NaturalModes& modes() const { return *modes_; }
  Eigen::Index size() const { return omega_squared_.size(); }
  const Eigen::VectorXd& omega_squared() const { return omega_squared_; }
  const Eigen::MatrixXd& damping() const { return damping_; }
  bool coupled() const { return coupled_; }  ///< D is not diagonal

  struct Coordinates {
    Eigen::VectorXd z, rate;
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

 private:
  struct Acting {
    Eigen::VectorXd modal;  ///< Φᵀ·shape
    const mechanics::TimedVector* load;
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
  bool coupled_ = false;
  std::vector<Acting> loads_;
  std::vector<Motion> motions_;
  core::Vector work_;
};

class ModalStepper final : public Stepper {
 public:
  explicit ModalStepper(std::shared_ptr<const ModalBasis> basis) : basis_(std::move(basis)) {}

  /// Between corners the work of loads is exact; what is not stored then has been dissipated.
  StepWork work(Account) override { return work_; }
  int order() const override { return 0; }  ///< exact
  std::string description() const override;
  std::string solver_description() const override;
  void prepare(const mechanics::State&, double) override {}
  linear::SolverTimes times() const override { return {}; }
  double factor_entries() const override { return 0; }

 protected:
  StepResult advance(const mechanics::State& state, double h, mechanics::State& next) override;

 private:
  using Coordinates = ModalBasis::Coordinates;
  double energy(const Coordinates& at) const;
  /// Moves on by one piece without corners; its work.
  double move(Coordinates& at, double from, double to, double h, int load_case);
  const std::vector<ModalPropagator>& propagators(double h);

  std::shared_ptr<const ModalBasis> basis_;
  StepWork work_;
  double h_ = 0;  ///< of the propagators
  std::vector<ModalPropagator> propagators_;
};

/// a = Φz'' + Σ(w_k − Φp_k) a_k'': loads that the modes do not hold move nothing. λ as ever.
class ModalAcceleration final : public Acceleration {
 public:
  ModalAcceleration(std::shared_ptr<const ModalBasis> basis,
                    std::shared_ptr<stage::MassSolver> mass)
      : Acceleration(basis->system(), std::move(mass)), basis_(std::move(basis)) {}
  bool available() override;
  void compute(const mechanics::State& state) override;

 private:
  std::shared_ptr<const ModalBasis> basis_;
};

}  // namespace sparkdyn::integrate
