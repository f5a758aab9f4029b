// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The energy–momentum method of second order for constrained systems (Simo & Tarnow 1992, Gonzalez
// 1999, Betsch & Steinmann 2001), to compare with: with q̄ = ½(q₀ + q₁) and V = (q₁ − q₀)/h
//   2M (V − v₀)/h = F − B(q̄)ᵀ ½(s(z₀) + s(z₁)) − f(q̄, V) − G(q̄)ᵀλ,  0 = g(q₁),  v₁ = 2V − v₀.
// Strains z and constraints g are quadratic, so that B(q̄)(q₁ − q₀) = z₁ − z₀ and G(q̄)(q₁ − q₀) = 0:
// without loads the energy is kept exactly where it is quadratic in z, and momenta always.
// Position constraints hold after every step, velocity constraints between the steps.

#include <memory>

#include "linear/saddle.hpp"
#include "sparkdyn/integrate/stepper.hpp"
#include "stage/stage_system.hpp"

namespace sparkdyn::integrate {

class EnergyMomentumStepper final : public Stepper {
 public:
  /// Places factors as the plan of `mass` says. PETSc options: prefix `baseline_`.
  EnergyMomentumStepper(const mechanics::System& system, std::shared_ptr<stage::MassSolver> mass);

  StepWork work(Account) override { return work_; }
  int order() const override { return 2; }
  std::string description() const override { return "energy-momentum method"; }
  std::string solver_description() const override { return "direct: one real matrix an iteration"; }
  void prepare(const mechanics::State& initial, double h) override;
  linear::SolverTimes times() const override { return times_; }
  double factor_entries() const override { return entries_; }

 protected:
  StepResult advance(const mechanics::State& state, double h, mechanics::State& next) override;

 private:
  /// A force by its strains at both ends of the step.
  struct Strained {
    const mechanics::StrainForce* force = nullptr;
    core::Vector before, after, middle;
  };
  void begin(const mechanics::State& state);
  void move(const mechanics::State& state, double h);
  /// Leaves what is missing in r_ and g_.
  void residual(const mechanics::State& state, double h);
  mechanics::Linearization around_middle(double t) const;
  /// Newton's correction of V and λ.
  void correct(double t, double h);
  void account(const mechanics::State& state, double h);

  const mechanics::System* system_;
  std::shared_ptr<stage::MassSolver> mass_;
  std::vector<Strained> strained_;  ///< one for each force; null where it has none
  std::shared_ptr<linear::SharedOrder> order_ = std::make_shared<linear::SharedOrder>();
  core::Vector V_, lambda_, middle_, end_, r_, g_, dV_, dlambda_, work_n_;
  StepWork work_;
  linear::SolverTimes times_;
  double entries_ = 0;
};

}  // namespace sparkdyn::integrate
