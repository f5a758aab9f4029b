// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Superposition of natural modes, exact in time: z'' + D z' + Ω² z = g(t) of modal/basis.hpp. F and
// c of a deck are linear between the corners of tables, and so each mode (all of them together,
// when damping couples them) is integrated exactly from corner to corner: the step only says when
// states are looked at.

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "integrate/acceleration.hpp"
#include "modal/basis.hpp"
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

class ModalStepper final : public Stepper {
 public:
  explicit ModalStepper(std::shared_ptr<const modal::Basis> basis) : basis_(std::move(basis)) {}

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
  using Coordinates = modal::Basis::Coordinates;
  double energy(const Coordinates& at) const;
  /// Moves on by one piece without corners; its work.
  double move(Coordinates& at, double from, double to, double h, int load_case);
  const std::vector<ModalPropagator>& propagators(double h);

  std::shared_ptr<const modal::Basis> basis_;
  StepWork work_;
  double h_ = 0;  ///< of the propagators
  std::vector<ModalPropagator> propagators_;
};

/// a = Φz'' + Σ(w_k − Φp_k) a_k'': loads that the modes do not hold move nothing. λ as ever.
class ModalAcceleration final : public Acceleration {
 public:
  ModalAcceleration(std::shared_ptr<const modal::Basis> basis,
                    std::shared_ptr<stage::MassSolver> mass)
      : Acceleration(basis->system(), std::move(mass)), basis_(std::move(basis)) {}
  bool available() override;
  void compute(const mechanics::State& state) override;

 private:
  std::shared_ptr<const modal::Basis> basis_;
};

}  // namespace sparkdyn::integrate
