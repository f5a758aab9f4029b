// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a planned step of a structure means for method, time and matrices.

#include <functional>

#include "input/load_structure.hpp"
#include "sparkdyn/linear/wish.hpp"
#include "sparkdyn/modal/modes.hpp"
#include "sparkdyn/run/method.hpp"

namespace sparkdyn::job {

/// The case's, with a deck's own damping where the case gives none.
run::MethodOptions method_of(const input::Case& description, const input::PlannedStep& step);
/// Whether modes are superposed: as the deck says, unless the case names a method.
bool superposes(const input::Case& description, const input::PlannedStep& step);
/// The damping of single modes, 2ζω.
std::vector<double> modal_damping(const std::vector<input::ModalRatio>& ratios,
                                  const modal::NaturalModes& modes);
/// No steps for what is not dynamic.
run::TimeSpan span_of(const input::PlannedStep& step);
/// "100 steps", or that errors decide.
std::string step_count_text(const run::TimeSpan& span);
/// With the loads of every load case. @note Collective.
structure::Assembled assemble(const input::LoadedStructure& loaded, const input::PlannedStep& step);
/// The states at rest when the step ends: by multigrid where the case's solver is that, or where
/// it is left to `auto` and factors of K have no place; by factors otherwise. @note Collective.
struct Rest {
  std::vector<core::Vector> multipliers;  ///< λ of each state
  bool multigrid = false;
};
/// `tell`: see integrate::Equilibria.
Rest carry_out_equilibrium(const mechanics::System& system, const input::PlannedStep& step,
                           const linear::SolverWish& solver, std::vector<mechanics::State>& states,
                           const std::function<void(const std::string&)>& tell = {});

}  // namespace sparkdyn::job
