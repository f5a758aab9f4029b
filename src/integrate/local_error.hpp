// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The error of one step by itself, exact − computed, as if the motion were exact where it begins:
// what a control of the step size goes by. It obeys the step's own equations with the sources of
// docs/gauss_lobatto/notes.md §4.1 and nothing to start from, and costs one solve with the step's
// own factors. The sources come from the polynomial through this step and the one before.

#include <optional>

#include "integrate/step_means.hpp"

namespace sparkdyn::integrate {

class LocalError {
 public:
  LocalError(const stage::Coefficients& coefficients, const mechanics::State& like);

  /// Of the step of length h from `before` to a velocity, with these stages. A step that is asked
  /// for again from the same time takes the place of the one asked for last. @note Collective.
  void right_hand_side(stage::StageSystem& stages, const mechanics::State& before, double h,
                       const stage::BlockVector& x, Vec after, stage::BlockVector& rhs);
  /// With the solution of it; owned here, good until the next step.
  const mechanics::State& finish(const stage::StageSystem& stages, const stage::BlockVector& x);
  /// The step before, and the last one.
  void carry(core::Archive& archive);

 private:
  void take_place(const mechanics::State& before, double h);
  stage::ErrorStart start() const;

  ErrorSources from_;
  std::optional<StepMeans> previous_, current_;
  mechanics::State error_;
  core::Vector s_q_, s_v_;
};

}  // namespace sparkdyn::integrate
