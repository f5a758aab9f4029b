// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a step leaves for the polynomial through it and its neighbours, from which the sources of
// its error come (tableau/error_source.hpp): the velocity at its start and the means ν_j = ∫P_j v.
// With several ρ∞ the source of v is −(ξ_s κ_s + ψ), where ψ takes the place of βκ_{s−1}: what the
// stages have beyond Gauss' own matrix (docs/gauss_lobatto/notes.md §2.4, §4.2),
//   κ_0 = v₁ − v₀,   κ_1 = (½κ_0 + v₀ − ν_0)/ξ_1,   κ_{j+1} = (ξ_jκ_{j−1} − ν_j)/ξ_{j+1},
//   ψ = ν_{s−1} − ξ_{s−1}κ_{s−2}.

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
  core::Vector beyond;              ///< ψ, of mixtures alone

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
  /// Of the step from `before` with these stages to the velocity `after`.
  void fill(StepMeans& step, const mechanics::State& before, double h, const stage::BlockVector& x,
            Vec after) const;
  /// The sources of the step number `current` of a window of up to three; `end` is the velocity
  /// where the window ends.
  void make(std::span<const StepMeans* const> window, int current, Vec end, Vec s_q, Vec s_v) const;

 private:
  int stages_;
  bool mixed_;                   ///< terms or loads have matrices of their own
  double beta_, beta_velocity_;  ///< β is zero in mixtures
  stage::Matrix means_;          ///< from stages to ν_j, a row each
  stage::Vector beyond_;         ///< gives ψ, multiplies v₀, v₁ and the stages
};

}  // namespace sparkdyn::integrate
