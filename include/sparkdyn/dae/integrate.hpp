// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Many steps: t_k = t_0 + k h with constant h, and the variable steps of Jay (1998), section 9,
//
//   reversible:  err(h) = TOL^{(p̃+1)/(p+1)} = TOL', err the symmetric estimator (38), solved for h
//                together with the stages: the step is the same function of both of its ends
//   standard:    h ← 0.8 h (TOL'/err)^{1/(p̃+1)}, repeated when err > TOL'

#include <functional>
#include <limits>
#include <memory>

#include "sparkdyn/dae/stepper.hpp"

namespace sparkdyn::dae {

/// A run is a Run, made by one of the functions below and asked for one step after another, or all
/// of them at once with integrate…().

/// Called with the start and with every accepted point.
using Observer = std::function<void(const Point&)>;

/// Where a run is, and what it took so far.
struct RunSummary {
  Point end;               ///< the last accepted point
  int steps = 0;           ///< accepted
  int rejected = 0;        ///< trial step sizes that were not used
  int iterations = 0;      ///< Newton, rejected trials included
  int factorizations = 0;  ///< of Newton's matrices
  int nearer_roots = 0;    ///< steps whose first solution was not the one taken, and when it began
  double first_nearer_root = 0.0;  ///< the time of the first of them
  int energy_jumps = 0;            ///< of a conservative system: steps, and the first of them
  double first_energy_jump = 0.0;  ///< the time of the first of them
  double energy_before = 0.0;      ///< the first of them
  double energy_after = 0.0;       ///< the same
  double fastest = 0.0;            ///< along the constraints, where the method does not hold them

  /// All of it, for a run that goes on.
  void carry(Carried& carried) {
    carried(end)(steps)(rejected)(iterations)(factorizations)(nearer_roots)(first_nearer_root);
    carried(energy_jumps)(first_energy_jump)(energy_before)(energy_after)(fastest);
  }
};

class FixedSteps;

/// Steps to `end_time`, one at a time.
class Run {
 public:
  virtual ~Run() = default;

  virtual bool done() const = 0;  ///< whether end_time is reached
  /// The next accepted point is then summary().end. Throws core::Error (numerics) with the failing
  /// step's message; the summary is then that of the point before.
  virtual void advance() = 0;
  const RunSummary& summary() const { return summary_; }  ///< so far
  /// The derivative of the last step applied to the columns (dy, dz) of `tangents`, its size kept.
  /// Throws core::Error (input) where a run has none.
  virtual Eigen::MatrixXd carry_tangents(const Eigen::MatrixXd& tangents);
  /// All that is needed to go on, the stepper's part included. A run that gets it back may have
  /// another end.
  virtual void carry(Carried& carried) = 0;

 protected:
  /// Begins at a consistent point.
  explicit Run(const Point& start) : summary_{.end = start} {}
  /// Adds what a step took, whether it was accepted or not.
  void count(const StepResult& result);
  /// One of steps whose sizes are known. Throws as advance() does.
  void take_step(OneStep& stepper, FixedSteps& steps);
  /// What the user should know of a step that was taken. Throws as advance() does when it leads off
  /// the constraints ten times as fast as the motion has ever been.
  void note(const StepResult& accepted);

  RunSummary summary_;  ///< kept by those who derive

 private:
  void require_motion(const StepResult& accepted);
};

/// Through all points, the start first.
RunSummary follow(Run& run, const Observer& observer);

/// round((end_time − t)/h) steps of the size that hits end_time. With a pattern the steps are h
/// p_1, h p_2, …, over and over, as many rounds as hit end_time.
std::unique_ptr<Run> constant_steps(OneStep& stepper, const Point& start, double end_time, double h,
                                    std::vector<double> pattern = {1.0});
/// constant_steps() through all points. Throws what advance() throws.
RunSummary integrate(OneStep& stepper, const Point& start, double end_time, double h,
                     const Observer& observer = {});

/// The two of the header.
enum class ControlRule { reversible, standard };

/// How the step size follows the error.
struct ControlOptions {
  ControlRule control = ControlRule::reversible;  ///< which of the two
  double tolerance = 1e-8;                        ///< TOL, the wanted local error
  double first_step = 1e-3;                       ///< tried first
  double largest_step = 1e300;                    ///< never exceeded
  int max_trials = 40;                            ///< step sizes tried per step
  /// Of the standard control: while an oscillation that the step does not resolve is larger, no
  /// step is longer than its period (Jay & Petzold 1995, section 4).
  double resolve_above = std::numeric_limits<double>::infinity();
};

/// The last step is shortened to hit end_time. advance() throws core::Error (numerics) when no step
/// size is found or a step fails; (input) here for a reversible control of a method that is not
/// symmetric.
std::unique_ptr<Run> variable_steps(Stepper& stepper, const Point& start, double end_time,
                                    const ControlOptions& options);
/// variable_steps() through all points. Throws what advance() throws.
RunSummary integrate_variable(Stepper& stepper, const Point& start, double end_time,
                              const ControlOptions& options, const Observer& observer = {});

}  // namespace sparkdyn::dae
