// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Which solver for which splitting, and why: the user is told in the summary.

#include <memory>
#include <string>

#include "sparkdyn/linear/wish.hpp"
#include "sparkdyn/stage/solver.hpp"
#include "stage/krylov.hpp"
#include "stage/rank_one.hpp"
#include "stage/stage_system.hpp"

namespace sparkdyn::stage {

/// What errors are carried through a step by.
struct ErrorCarrier {
  StageSystem* stages = nullptr;
  Solver* solver = nullptr;
};

/// A stage system with the solver that was chosen for it.
struct PreparedStep {
  std::unique_ptr<StageSystem> stages;
  std::unique_ptr<Solver> solver;
  std::string why;              ///< one sentence
  ErrorCarrier surrogate = {};  ///< what the solver iterates with, which it owns

  /// The errors of a mixture need its surrogate alone (docs/gauss_lobatto/notes.md §4.2).
  ErrorCarrier error_carrier() const {
    return surrogate.solver ? surrogate : ErrorCarrier{stages.get(), solver.get()};
  }
};

/// As the plan of `mass` says, around a configuration; null: as the system is by itself. Throws
/// core::Error (input) when an explicitly asked strategy does not fit the splitting, (numerics)
/// when a factorization fails. @note Collective.
PreparedStep prepare_step(const mechanics::System& system, const Coefficients& coefficients,
                          double h, const std::shared_ptr<MassSolver>& mass,
                          std::shared_ptr<const mechanics::Linearization> around = nullptr);

/// An estimate of the largest frequency: max over rows of the stiffness row sum over the mass.
/// @note Collective.
double estimate_largest_omega(const mechanics::System& system);

}  // namespace sparkdyn::stage
