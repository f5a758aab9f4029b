// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A degree of freedom without mass has no motion of its own: 0 = F − Cv − Kq − Gᵀλ in its row says
// where it is. Started elsewhere it would jump there at once; a method that does not damp (ρ∞ = 1)
// never gets over that and swings about the answer for the whole run.

#include <memory>

#include "sparkdyn/mechanics/system.hpp"
#include "stage/stage_system.hpp"

namespace sparkdyn::integrate {

struct Settled {
  PetscInt dofs = 0;           ///< without mass, and with no dashpot that a step h resolves
  double displacement = 0;     ///< by how much they were moved at most
  double velocity = 0;         ///< the same
  std::string complaint = {};  ///< why they could not be; empty: they balance
};

/// How many degrees of freedom have neither mass nor a dashpot that a step h resolves.
/// @note Collective.
PetscInt count_settling(const mechanics::System& system, double h);

/// Moves q and v of degrees of freedom without mass to where the forces on them balance, and with
/// them their rates: Zᵀ(F − Cv − Kq) = 0 and Zᵀ(F' − Kv) = 0 for all motions Z of theirs that the
/// constraints allow. All others, and Gq and Gv, stay as they are. Dashpots count as none when what
/// they slow down is over long before h. Iterates where `mass` has spaces for it.
/// @note Collective.
Settled settle_massless(const mechanics::System& system, mechanics::State& state, double h,
                        const stage::MassSolver& mass);

}  // namespace sparkdyn::integrate
