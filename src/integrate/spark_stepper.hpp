// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The step of a SPARK method for any splitting of velocity, elastic, damping, load and constraint,
// constraints at both levels after every step: (17) of Jay 1998 on Lobatto's nodes, of order 2s−2,
// or (7) of Jay 2007 on Gauss' with a damping for each term (docs/numerics.md §2b), of order 2s−1.

#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "integrate/around.hpp"
#include "integrate/companion.hpp"
#include "integrate/last_stages.hpp"
#include "integrate/local_error.hpp"
#include "integrate/spark_method.hpp"
#include "integrate/step_cache.hpp"
#include "sparkdyn/integrate/stepper.hpp"
#include "stage/mixed_newton.hpp"
#include "stage/strategy.hpp"

namespace sparkdyn::integrate {

/// On Lobatto's nodes.
struct SparkOptions {
  int stages = 3;
  tableau::Splitting splitting = tableau::Splitting::uniform(0.8);
  StepCacheLimits kept = {};  ///< factors of how many step sizes
};

class SparkStepper final : public Stepper {
 public:
  /// `system` must outlive the stepper. Steps are solved as the plan of `mass` says.
  SparkStepper(const mechanics::System& system, SparkMethod method,
               std::shared_ptr<stage::MassSolver> mass, StepCacheLimits kept = {});
  SparkStepper(const mechanics::System& system, const SparkOptions& options,
               std::shared_ptr<stage::MassSolver> mass);

  StepResult step_all(std::span<mechanics::State* const> states, double h, Account account,
                      std::vector<StepWork>* work) override;
  StepWork work(Account account) override;
  /// From the stages (tableau/dense_output.hpp).
  void between(const mechanics::State& before, const mechanics::State& after,
               mechanics::State& at) override;
  void estimate_errors() override { estimates_ = true; }
  std::string why_no_errors() const override;
  std::string why_no_step_errors() const override;
  void keep_steps_whole(bool whole) override { whole_ = whole; }
  const mechanics::State* error(int load_case) const override;
  bool carry_error(int load_case) override;
  const mechanics::State* step_error(const mechanics::State& before,
                                     const mechanics::State& after) override;
  void retract() override;
  int order() const override { return order_; }
  std::string description() const override { return description_; }
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
  /// The stages of the last step; nothing unless guesses save work.
  void carry(int load_case, core::Archive& archive) override;

 protected:
  StepResult advance(const mechanics::State& state, double h, mechanics::State& next) override;
  void accept() override;

 private:
  void use_step(const mechanics::State& state, double h);
  bool find_step(double h);
  void renew_vectors();
  void relinearize(const mechanics::State& state, double h);
  StepResult advance_whole(const mechanics::State& state, double h, mechanics::State& next);
  StepResult attempt_whole(const mechanics::State& state, double h, mechanics::State& next,
                           bool believed = false);
  StepResult advance_in_pieces(const mechanics::State& state, double h, mechanics::State& next,
                               StepResult whole);
  void linearize_around(Around around);
  void carry_linearization(core::Archive& archive);
  void extrapolate(const std::vector<core::Vector>& last, const Eigen::VectorXd& nodes, double from,
                   double stretch, const std::function<Vec(int)>& to) const;
  void install(double h, std::shared_ptr<const mechanics::Linearization> around);
  bool begins_mixed(double h) const;
  bool stays_mixed(double h);
  void begin_mixed();
  stage::NewtonResult solve_with_strains(const mechanics::State& state, double h, bool guessed);
  void guess_strains(const mechanics::StrainForce& force, const mechanics::State& state, double h,
                     std::vector<core::Vector>& strains) const;
  bool remembers() const;
  Companion* companion_of(const mechanics::State& state);
  void make_error_vectors();
  bool carries_errors_along() const;
  linear::SolveResult solve_with_error(const mechanics::State& state, Companion& companion);
  void carry_errors_of_other_steps(double h);
  void carry_companion(int load_case, core::Archive& archive);
  void carry_local_error(int load_case, core::Archive& archive);
  bool guess_stages(const mechanics::State& state, double h);
  bool follows(const LastStages& last, const mechanics::State& state, double h) const;
  void last_stage_position(const mechanics::State& state, double h, Vec q) const;
  void add_missed(LastStages& last);
  void record_missed(LastStages& kept, double h) const;
  void carry_missed(LastStages& stages, core::Archive& archive);
  bool gains_energy(const mechanics::State& state, const mechanics::State& next);
  double damping_form();
  double power_of(const std::function<bool(const mechanics::Force&)>& wanted);
  double circulation_work();
  void stage_position(int i, Vec q);
  void keep_start(const mechanics::State& state);

  const mechanics::System* system_;
  stage::Coefficients coefficients_;
  int order_;
  std::string description_;
  std::shared_ptr<stage::MassSolver> mass_;
  StepCache<stage::PreparedStep> prepared_;
  linear::SolverTimes let_go_;  ///< of those that are no longer kept
  stage::PreparedStep* current_ = nullptr;
  std::unique_ptr<linear::BlockVector> rhs_, x_;
  std::vector<std::unique_ptr<linear::BlockVector>> all_rhs_, all_x_;  ///< of several load cases
  std::map<int, const linear::BlockVector*>
      stages_of_;  ///< those of the last step of each load case
  std::map<int, LastStages> last_stages_;
  bool estimates_ = false;
  std::map<int, Companion> companions_;     ///< the errors of load cases, if they are estimated
  std::map<int, LocalError> local_errors_;  ///< of the last step, where they were asked for
  std::unique_ptr<linear::BlockVector> error_rhs_, error_x_;
  long linearization_ = 0;                 ///< of a system that is not linear: which one is in use
  long mixed_steps_ = 0, mixed_left_ = 0;  ///< with strains as unknowns: last time, and to come
  double stiffness_asked_for_ = 0;         ///< of which step size
  bool stiff_ = false;                     ///< its answer
  bool whole_ = false;                     ///< no step is taken in pieces
  bool stale_ = false;                     ///< Newton's method wants another one for the next step
  Around around_;
  std::optional<StepWork> work_of_pieces_;  ///< of a step that was taken in pieces
  mechanics::State last_;  ///< the start of the step; q and v where K is not symmetric or constant
  core::Vector work_n_, work_m_;
  std::map<Mat, std::unique_ptr<linear::JointProduct>> products_;  // with damping matrices
};

}  // namespace sparkdyn::integrate
