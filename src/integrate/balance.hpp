// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Rest of a linear system: [K Gᵀ; G 0][q; λ] = [F; c] with one matrix for all F and c, and whether
// there is an answer.

#include <vector>

#include "linear/saddle.hpp"
#include "sparkdyn/linear/plan.hpp"
#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::integrate {

/// The elastic terms.
std::vector<linear::WeightedMatrix<double>> stiffness_of(const mechanics::System& system);

/// Numbers in (−½, ½) that depend on the index alone: a force with a part in every direction.
void fill_with_waves(Vec vector);

/// Solves with K, and says whether it can.
class Balance {
 public:
  Balance(const mechanics::System& system, const linear::SolverPlan& plan);

  /// q and λ from F and c, λ in place of c: |F − Kq − Gᵀλ| relative to |F| + |Gᵀλ|.
  /// @note Collective.
  double solve(Vec force, Vec lambda, Vec q);

  /// A matrix that is singular but for round-off gives displacements so large that K q no longer
  /// meets the force, whatever the units. The actual load may do no work on a mechanism and hide
  /// it, so this asks with a force that has a part in every direction. @note Collective.
  bool regular();

  /// Of the force that asks for mechanisms. Factors of a singular matrix meet none of it; an
  /// iteration may miss just the mechanism's part, √(6/n) for six motions of n unknowns: 2e-4 of a
  /// hundred million.
  static constexpr double factored_to = 1e-2, iterated_to = 1e-4;

 private:
  /// Leaves F − Kq − Gᵀλ in `residual_`.
  double imbalance(Vec force, Vec q, Vec lambda);

  const mechanics::System* system_;
  bool factored_;
  linear::RealSaddle matrix_;
  core::Vector residual_, correction_, multiplier_, zero_;
};

}  // namespace sparkdyn::integrate
