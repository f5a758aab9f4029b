// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The SPARK step (17) of Jay 1998 for any splitting of velocity, elastic, damping, load and
// constraint: order 2s−2, constraints at both levels after every step.

#include <map>
#include <memory>

#include "integrate/stage_memory.hpp"
#include "sparkdyn/integrate/step_cache.hpp"
#include "sparkdyn/integrate/stepper.hpp"
#include "stage/strategy.hpp"

namespace sparkdyn::integrate {

struct SparkOptions {
  int stages = 3;
  tableau::Splitting splitting = tableau::Splitting::uniform(0.8);
  StepCacheLimits kept = {};  ///< factors of how many step sizes
};

class SparkStepper final : public Stepper {
 public:
  /// `system` must outlive the stepper. Throws core::Error (input) when the splitting names a
  /// region the system does not have. Steps are solved as the plan of `mass` says.
  SparkStepper(const mechanics::System& system, SparkOptions options,
               std::shared_ptr<stage::MassSolver> mass);

  StepResult step_all(std::span<mechanics::State* const> states, double h, Account account,
                      std::vector<StepWork>* work) override;
  StepWork work(Account account) override;
  int order() const override { return 2 * options_.stages - 2; }
  std::string description() const override;
  std::string solver_description() const override;
  void prepare(const mechanics::State& initial, double h) override;
  linear::SolverTimes times() const override;
  double factor_entries() const override;
  /// Of how many step sizes factors are kept.
  std::size_t kept_step_sizes() const { return prepared_.size(); }

  /// The stage velocities V_i and multipliers hΛ_i of the last step.
  Vec stage_velocity(int i) const { return x_->velocity(i); }
  Vec stage_multiplier(int i) const { return current_->stages->multiplier(*x_, i); }
  /// The solver in use; null before the first step.
  const stage::PreparedStep* prepared() const { return current_; }
  /// The stages of the last step; nothing unless the solver takes guesses.
  void carry(int load_case, core::Archive& archive) override;

 protected:
  StepResult advance(const mechanics::State& state, double h, mechanics::State& next) override;
  void accept() override;

 private:
  void use_step(double h);
  bool guess_stages(const mechanics::State& state, double h);
  double damping_form();
  double circulation_work();
  void keep_start(const mechanics::State& state);

  const mechanics::System* system_;
  SparkOptions options_;
  stage::Coefficients coefficients_;
  std::shared_ptr<stage::MassSolver> mass_;
  StepCache<stage::PreparedStep> prepared_;
  linear::SolverTimes let_go_;  ///< of those that are no longer kept
  stage::PreparedStep* current_ = nullptr;
  std::unique_ptr<linear::BlockVector> rhs_, x_;
  std::vector<std::unique_ptr<linear::BlockVector>> all_rhs_, all_x_;  ///< of several load cases
  std::map<int, StageMemory> memory_;
  double last_start_ = 0;
  int last_case_ = 0;
  core::Vector work_n_, work_m_;
  core::Vector last_q_;  ///< at the start of the step, where K is not symmetric
  std::map<Mat, std::unique_ptr<linear::JointProduct>> products_;  // with damping matrices
};

}  // namespace sparkdyn::integrate
