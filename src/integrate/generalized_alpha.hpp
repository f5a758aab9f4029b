// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Newmark, HHT-α and generalized-α on the index-3 form, as Arnold & Brüls (2007) write it for
// constrained systems, the familiar order-2 baseline:
//   M v'₁ = F − C v₁ − K q₁ − Gᵀλ₁ at t₁,  0 = G q₁ − c(t₁),
//   (1−α_m) a₁ + α_m a₀ = (1−α_f) v'₁ + α_f v'₀,
//   q₁ = q₀ + h v₀ + h²(½−β) a₀ + h²β a₁,  v₁ = v₀ + h(1−γ) a₀ + hγ a₁.
// Position constraints hold after every step, velocity constraints do not. Where forces or
// constraints are not linear, f(q₁, v₁) and G(q₁) take the place of C, K and G:
// alpha_equations.hpp.

#include <map>
#include <memory>

#include "integrate/step_cache.hpp"
#include "sparkdyn/integrate/stepper.hpp"
#include "stage/stage_system.hpp"

namespace sparkdyn::integrate {

struct AlphaParameters {
  std::string name = "generalized-alpha";
  double alpha_m = 0, alpha_f = 0, beta = 0.25, gamma = 0.5;
  /// Of a change of v'₁, what a₁ has.
  double ratio() const { return (1 - alpha_f) / (1 - alpha_m); }

  static AlphaParameters newmark(double beta = 0.25, double gamma = 0.5);
  /// α in [−1/3, 0].
  static AlphaParameters hht(double alpha);
  /// Chung & Hulbert (1993): ρ∞ in [0, 1].
  static AlphaParameters generalized_alpha(double rho_infinity);
};

class AlphaNewton;

class AlphaStepper final : public Stepper {
 public:
  /// Solves as the plan of `mass` says. PETSc options: prefix `baseline_`.
  AlphaStepper(const mechanics::System& system, AlphaParameters parameters,
               std::shared_ptr<stage::MassSolver> mass, StepCacheLimits kept = {});
  ~AlphaStepper() override;

  StepWork work(Account account) override;
  int order() const override;
  std::string description() const override;
  std::string solver_description() const override;
  void prepare(const mechanics::State& initial, double h) override;
  void carry(int load_case, core::Archive& archive) override;
  void retract() override { accept(); }
  linear::SolverTimes times() const override;
  double factor_entries() const override;

 protected:
  StepResult advance(const mechanics::State& state, double h, mechanics::State& next) override;
  void accept() override;

 private:
  /// v', a and λ at a time; a lags v' by the averaging of the method.
  struct Rates {
    core::Vector derivative, averaged, multiplier;
  };
  void start(const mechanics::State& state);
  linear::RealSaddle& matrix(double h);
  StepResult advance_linear(const mechanics::State& state, double h, mechanics::State& next);
  StepResult advance_by_newton(const mechanics::State& state, double h, mechanics::State& next);
  void predict(const mechanics::State& state, double h, mechanics::State& next);
  double power(const mechanics::State& state, const Rates& rates, double* dissipated);

  const mechanics::System* system_;
  AlphaParameters p_;
  std::shared_ptr<stage::MassSolver> mass_;
  StepCache<std::unique_ptr<linear::RealSaddle>> matrices_;
  std::unique_ptr<AlphaNewton> newton_;  ///< of a system that is not linear
  linear::SolverTimes let_go_;           ///< of those that are no longer kept
  Rates now_, next_;
  bool started_ = false;
  StepWork work_;
  core::Vector force_, value_, work_n_;
};

}  // namespace sparkdyn::integrate
