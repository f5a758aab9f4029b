// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Step sizes by estimated errors. A step of size h may add TOL·h/T of the largest displacement to
// the error of a run of length T; `share` is what it added of that. Factors belong to one size, so
// sizes are those of a geometric grid, h₀·r^k with r^(p+1) = 16 for order p, and are left with
// reluctance (docs/gauss_lobatto/notes.md §4.3): at once when errors are too large, after some
// calm steps when the next size is expected to do. Errors of steps cancel and are damped: what is
// left of their sum, which the estimate of the whole error tells, lets steps add more or less, and
// what earlier steps did not use is there for later ones.

#include <string>

#include "sparkdyn/core/archive.hpp"
#include "sparkdyn/run/options.hpp"

namespace sparkdyn::run {

class StepControl {
 public:
  /// The span's step is the first that is tried and belongs to the grid; `order` is the method's.
  StepControl(const TimeSpan& span, int order);

  double time() const { return time_; }  ///< to which steps were taken
  bool done() const { return time_ >= end_; }
  /// The step to try from there. The last few are made equal, so that the run ends in time.
  double step() const;
  /// Where it leads.
  double next_time() const;
  /// Of the whole run, that step's part in what the error may be.
  double allowed() const;
  /// Whether a step with this share is to be taken; if not, step() is a smaller one. After
  /// one that was `hard` to solve steps do not become longer.
  bool accepts(double share, bool hard = false);
  /// The share of a step that has no solution.
  static constexpr double cannot_be_solved = 16;
  /// The error of the run so far is estimated to be this, relative to the largest displacement.
  void saw(double error) { error_ = error > error_ ? error : error_; }
  /// The step was taken.
  void take();
  /// Steps have become so small that time hardly moves.
  bool stuck() const;
  long rejected() const { return rejected_; }
  void carry(core::Archive& archive);

 private:
  double grid_step(long index) const;
  double coherence() const;
  void shrink(double share);
  void grow();

  double start_, end_, tolerance_, first_;
  double order_, ratio_;
  double time_;
  long index_ = 0;         // h = h₀ r^index
  double last_ = 0;        // the last step's size
  long calm_ = 0;          // steps with a small share in turn
  double worst_ = 0;       // of them
  long patience_;          // how many are needed
  long grown_ = 0;         // whether it ever grew, 0 or 1
  long since_growth_ = 0;  // steps
  long rejected_ = 0;
  long taken_ = 0;
  double share_ = 0;                         // of the step that was accepted and not yet taken
  double sum_ = 0, error_ = 0;               // of the errors of steps by themselves, and of the run
  double tried_step_ = 0, tried_share_ = 0;  // of the step that was refused from here, if any
};

}  // namespace sparkdyn::run
