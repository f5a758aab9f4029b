// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// One step of a method: (t, q, v) at t to t + h.

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "sparkdyn/core/archive.hpp"
#include "sparkdyn/mechanics/system.hpp"
#include "sparkdyn/stage/solver.hpp"

namespace sparkdyn::integrate {

/// A failed step is a value; misuse throws.
struct StepResult {
  bool done = true;         ///< the state is new
  int iterations = 0;       ///< of the solver, if it iterates; solutions of a Newton's method
  int corrections = 0;      ///< of a Newton's method: iterations in the usual sense
  std::string cause;        ///< empty when done
  PetscInt dof = -1;        ///< where it went wrong, 0-based; −1: not known
  bool not_finite = false;  ///< the new state holds NaN or infinity, at `dof` first
};

/// What loads and prescribed motion put in and damping took out during one step.
struct StepWork {
  double external = 0;    ///< by loads and prescribed motion
  double dissipated = 0;  ///< by damping
};

/// What of it is counted: dissipation costs a product with C per stage.
enum class Account { loads, loads_and_damping };

/// How many step sizes a stepper keeps factors of; beyond, the least recently used go.
struct StepCacheLimits {
  std::size_t count = 6;                                   ///< of step sizes
  double bytes = std::numeric_limits<double>::infinity();  ///< of all that is kept, over all ranks
};

/// Moves states on. A method of one's own implements advance() and the pure functions.
class Stepper {
 public:
  virtual ~Stepper() = default;

  /// On success `state` is the new state; otherwise it is untouched. A state that is not finite
  /// is a failure. @note Collective.
  StepResult step(mechanics::State& state, double h);

  /// Several load cases over the same step with the same factors, solved together where the method
  /// allows it. On success all states are new; on failure those are untouched whose step was not
  /// taken. Only steppers that keep nothing from step to step take more than one. `work`, if given,
  /// gets one entry each. @note Collective.
  virtual StepResult step_all(std::span<mechanics::State* const> states, double h, Account account,
                              std::vector<StepWork>* work);

  /// Takes back what accept() moved on, once, when the caller refuses a step that was taken.
  virtual void retract() {}

  /// Of the last successful step. @note Collective.
  virtual StepWork work(Account account) = 0;
  /// q and v of `at` at its time, within the last step of this load case, from `before` to `after`:
  /// here the cubic polynomial through q and v at both ends. @note Collective.
  virtual void between(const mechanics::State& before, const mechanics::State& after,
                       mechanics::State& at);
  /// From here on the error of every load case is estimated and carried along, where the method
  /// can do that: see why_no_errors().
  virtual void estimate_errors() {}
  /// After prepare(): empty where errors are estimated, or why they are not.
  virtual std::string why_no_errors() const { return "the method has no error estimate"; }
  /// The same for step_error().
  virtual std::string why_no_step_errors() const { return why_no_errors(); }
  /// A step that cannot be solved is then a failure, and is not taken in pieces.
  virtual void keep_steps_whole(bool) {}
  /// The estimate, exact − computed, of q and v at its time, which is some steps behind that of the
  /// load case; null without one. Owned here.
  virtual const mechanics::State* error(int load_case) const;
  /// The estimate by one step nearer to the end of the last step; false when it is there.
  /// @note Collective.
  virtual bool carry_error(int load_case);
  /// The estimated error, exact − computed, of the last step of a load case by itself, as if the
  /// motion were exact at `before`; `after` is where the step led. Null where
  /// why_no_step_errors() says so, or when it cannot be solved for. Owned here. @note Collective.
  virtual const mechanics::State* step_error(const mechanics::State& before,
                                             const mechanics::State& after);
  virtual int order() const = 0;  ///< of convergence; 0: exact
  /// "Lobatto SPARK, 3 stages, every term: …".
  virtual std::string description() const = 0;
  /// "decoupled: the stages decouple into …"; known after prepare() or the first step.
  virtual std::string solver_description() const = 0;
  /// Factors what steps of size h need, so that failures come before results are touched.
  /// @note Collective.
  virtual void prepare(const mechanics::State& initial, double h) = 0;
  /// What the next step of a load case depends on besides the state: given back, it takes the
  /// stepper to where it was. The first number, `vectors`, is 0 when nothing is remembered.
  /// @note Collective.
  virtual void carry(int load_case, core::Archive& archive);
  virtual linear::SolverTimes times() const = 0;  ///< spent on factors and solves so far
  virtual double factor_entries() const = 0;      ///< of all factors kept, over all ranks

 protected:
  /// Writes t, q, v of `next`; must not change `state`. @note Collective.
  virtual StepResult advance(const mechanics::State& state, double h, mechanics::State& next) = 0;
  /// The step was accepted: internal variables may move on.
  virtual void accept() {}

  /// Puts `next_`, filled for it, in place of `state`, if it is finite. @note Collective.
  bool take_next(mechanics::State& state);
  /// What to return when take_next() refused. @note Collective.
  StepResult refused() const;
  /// A state of the same layout to write to; owned here.
  mechanics::State& next_of(const mechanics::State& state);

 private:
  mechanics::State next_;
};

}  // namespace sparkdyn::integrate
