// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a run steps through: a large system with all its load cases, or a small mechanism. Outside a
// step both look the same: they move on or say why not, show a frame, and list what they remember.

#include <string>

#include "sparkdyn/core/archive.hpp"
#include "sparkdyn/run/frame.hpp"

namespace sparkdyn::run {

/// A step that failed is a value, the same on all ranks; misuse throws.
struct StepOutcome {
  bool done = true;        ///< the state is new
  std::string cause = {};  ///< with step and time, and a hint
};

/// What is known of one load case when a run has ended.
struct CaseReport {
  long steps = 0;           ///< number of the last state
  long rejected = 0;        ///< step sizes that were tried and not used
  long iterations = 0;      ///< of solvers
  long corrections = 0;     ///< of Newton's method; 0 of linear systems
  int most_iterations = 0;  ///< in one step
  long factorizations = 0;  ///< of a mechanism
  Violations largest;       ///< met in the run
  Energies energies;        ///< at the end
};

/// All is collective.
class Integration {
 public:
  virtual ~Integration() = default;

  virtual int load_cases() const { return 1; }  ///< one for each state
  virtual long step() const = 0;                ///< number of the state at hand
  virtual double time() const = 0;              ///< of the state at hand
  virtual bool done() const = 0;                ///< the state at hand is the last
  virtual bool resumed() const = 0;             ///< the state at hand is that of a checkpoint

  /// One step of all load cases. After a failure all states are the last good ones.
  virtual StepOutcome advance() = 0;

  /// The state at hand; valid until the next step.
  virtual const Frame& frame(int load_case) const = 0;
  /// At a time within the step just taken; good until the next call. Throws core::Error (input)
  /// where nothing is known between steps. @note Collective.
  virtual const Frame& between(int load_case, double time);
  /// The estimated error of a state that was not asked for yet, exact − computed; null when there
  /// is none. Good until the next step. @note Collective.
  virtual const Frame* error(int load_case);
  /// Takes estimates, which are some steps behind, one step further; false when all have got to the
  /// state at hand. @note Collective.
  virtual bool carry_errors() { return false; }
  /// All that the steps from here on depend on, of one load case; given back, resume() follows.
  virtual void carry(int load_case, core::Archive& archive) = 0;
  /// What was given back is the state after this step.
  virtual void resume(long step) = 0;
  /// What was met so far.
  virtual CaseReport report(int load_case) const = 0;
};

}  // namespace sparkdyn::run
