// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a step leaves for the polynomial through it and its neighbours, from which the sources of
// its error come (tableau/error_source.hpp): the velocity at its start and the means ν_j = ∫P_j v.

#include <span>
#include <vector>

#include "sparkdyn/core/archive.hpp"
#include "sparkdyn/mechanics/system.hpp"
#include "stage/stage_system.hpp"

namespace sparkdyn::integrate {

struct StepMeans {
  double t = 0, h = 0;
  core::Vector v;                   ///< at its start
  std::vector<core::Vector> means;  ///< ν_0 … of it

  void carry(core::Archive& archive);
};

/// Steps so different in length are not seen together: errors of one would show in the other.
bool alike(double a, double b);

/// Makes them, and sources from them.
class ErrorSources {
 public:
  explicit ErrorSources(const stage::Coefficients& coefficients);

  /// All zero, of the layout of `like`.
  StepMeans empty(Vec like) const;
  /// Of the step from `before` with these stages.
  void fill(StepMeans& step, const mechanics::State& before, double h,
            const stage::BlockVector& x) const;
  /// The sources of the step number `current` of a window of up to three; `end` is the velocity
  /// where the window ends.
  void make(std::span<const StepMeans* const> window, int current, Vec end, Vec s_q, Vec s_v) const;

 private:
  int stages_;
  double beta_, beta_velocity_;
  stage::Matrix means_;  ///< from stages to ν_j, a row each
};

}  // namespace sparkdyn::integrate
