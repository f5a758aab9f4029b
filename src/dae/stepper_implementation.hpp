// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a Stepper has inside: the simplified Newton iteration (stepper.cpp), its starting values
// (starting_values.cpp), the look at what it found (root_choice.cpp) and what is said when it found
// nothing (step_failure.cpp).

#include <optional>
#include <vector>

#include "convergence.hpp"
#include "slow_motion.hpp"
#include "sparkdyn/dae/carried.hpp"
#include "sparkdyn/dae/consistency.hpp"
#include "sparkdyn/dae/stepper.hpp"
#include "stage_equations.hpp"

namespace sparkdyn::dae {

class Stepper::Implementation {
 public:
  Implementation(std::shared_ptr<const System> system, Method method, StepperOptions options);

  StepResult step(const Point& from, double h, const std::optional<WantedError>& wanted);
  Eigen::MatrixXd carry_tangents(const Eigen::MatrixXd& tangents);
  double error_estimate();
  std::optional<Unresolved> unresolved(const Point& from, double h);
  StepStages last_stages() const {
    require_step();
    return {last_->from, last_->values.Y, last_->values.Z, last_->end};
  }
  std::string remedy(const Point& from, double h) const;
  std::unique_ptr<Implementation> continued_with(Method method) const;
  void restart() {
    last_.reset();
    factors_.reset();
    calm_ = 0;
  }
  // Steps go on as if there had been no break.
  void carry(Carried& carried);

  const System& system() const { return *system_; }
  const Method& method() const { return method_; }

 private:
  using Scope = StageEquations::Scope;
  struct Step {
    Point from;
    double h;
    StageValues values;
    Point end;
    double error;
    bool foreseen = false;  // by the step before, continued

    void carry(Carried& carried) { carried(from)(h)(values)(end)(error)(foreseen); }
  };
  // Where the Jacobian was taken whose factors the equations have.
  struct Linearized {
    Point from;
    double h;
    StageValues at;
    bool for_tangents;

    void carry(Carried& carried) { carried(from)(h)(at)(for_tangents); }
  };

  // A solution of the step's equations.
  struct Root {
    StageValues values;
    double h;
    double error;
  };
  // Where the iteration may begin:
  enum class Guess {
    extrapolated,  // the last step's polynomials, continued
    accelerated,   // v0 + c h v0'
    slow,          // the slow motion, and of what the step does not resolve its linear part
    mean,          // the last step's displacement over its time: q1 = 2q0 − q_{−1}
    constant,      // v0 at every stage
    still          // nothing moves
  };

  std::vector<Guess> guesses(const Point& from, double h);
  bool takes_own_jacobian(const Point& from, double h, Guess kind);
  StageValues guess(const Point& from, double h, Guess kind);
  void begin_slow(const SlowMotion& slow, const Point& from, double h, StageValues& values) const;
  bool continues(const Point& from, double h) const;
  bool repeats(const Point& from, double h) const;
  Eigen::MatrixXd predicted(const Point& from, double h) const;
  bool foreseen(const Point& from, const Root& root) const;
  void extrapolate(const Point& from, double h, StageValues& values) const;
  void integrate_positions(const Point& from, double h, StageValues& values);
  void rescale(double ratio, StageValues& values) const;
  Acceleration start_rate(const Point& from) const;
  // The slow motion of the step under way; none where there is no telling.
  const SlowMotion* slow(const Point& from, double h);
  std::optional<Root> attempt(const Point& from, double h, const std::optional<WantedError>& wanted,
                              Guess kind, StepResult& result);
  std::optional<Root> first_root(const Point& from, double h,
                                 const std::optional<WantedError>& wanted, StepResult& result);
  Point end_of(const Point& from, const Root& root) const;

  // root_choice.cpp
  Root nearest(const Point& from, double h, const std::optional<WantedError>& wanted, Root found,
               StepResult& result);
  bool goes_far(const Point& from, const Root& root);
  double off_the_slow_path(const Point& from, const Root& root);
  std::optional<EnergyJump> energy_jump(const Point& from, const Root& root);
  double kinetic(const Point& at) const;

  bool iterate(double& h, const std::optional<WantedError>& wanted, StageValues& values,
               StepResult& result);
  bool ensure_factors(double h, const StageValues& values, bool& fresh, StepResult& result);
  bool close(double h, StageValues& values);
  Change apply(const StageValues& correction, double h, StageValues& values) const;
  double error_of(double h) const;
  Eigen::VectorXd end_multiplier(const Point& end, const StageValues& values) const;
  void require_step() const;
  std::string where() const;
  std::string explain(const Point& from, double h, const StepResult& result);
  std::string explain_spurious(const Point& from, double h, const EnergyJump& jump);
  std::string oscillation(const Point& from, double h);

  std::shared_ptr<const System> system_;
  Method method_;
  StepperOptions options_;
  StageEquations equations_;
  Scope scope_;
  Eigen::VectorXd estimator_;  // e_i of (38): b_i P_{s−1}(c_i), which is symmetric or antisymmetric
  Eigen::VectorXd reaction_estimator_;       // the same for reactions at the points
  Eigen::VectorXd direct_row_;               // bᵀA⁻¹, for EndMultiplier::direct
  Eigen::MatrixXd to_end_;                   // from Z at the stages to z1
  Eigen::MatrixXd multiplier_to_end_;        // from the other multipliers to the last
  StageValues start_, best_;                 // of the iteration under way; kept for their storage
  const StageValues* correction_ = nullptr;  // the last one, in the storage of the equations
  // The last one asked for and its place; a function of the place, so it is not carried.
  struct SlowAt {
    Point from;
    double h;
    std::optional<SlowMotion> motion;
  };
  std::optional<SlowAt> slow_;
  std::optional<Step> last_;
  std::optional<Linearized> factors_;  // none when the next step needs new ones
  int renew_for_ = 0;  // so many steps more begin with a new Jacobian: an old one was no good
  // The energy at the end of the last step that was looked at, where the next one begins: found
  // once.
  struct KnownEnergy {
    double t;
    Eigen::VectorXd y, z;
    double energy;
    bool at(const Point& point) const { return point.t == t && point.y == y && point.z == z; }
  };
  std::optional<KnownEnergy> known_energy_;
  int calm_ = 0;        // so many steps more are taken to resolve everything: the last look said so
  double noise_ = 0.0;  // where iterations with a new Jacobian stopped contracting
};

}  // namespace sparkdyn::dae
