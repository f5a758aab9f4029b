#pragma once
// On which ranks factors live. On single ranks: each system's factors on one rank, several systems
// side by side on several; the same run gives the same bits every time. Spread: by MUMPS over all
// ranks, which needs less memory on each; the last bits differ from run to run.

#include <string>
#include <vector>

#include "sparkdyn/core/group_factor.hpp"
#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::stage {

enum class Factors { automatic, single, spread };

/// Whether factors of systems of this structure's size are held by one of several ranks: as PETSc's
/// option `-factors single|spread` says, and without it up to `largest_single` unknowns. Not when
/// options with this prefix choose a solver of PETSc's. @note Collective.
bool factors_on_single_ranks(const mechanics::System& system, const std::string& prefix);

/// Whether options `-<prefix>ksp_…` or `-<prefix>pc_…` ask for a solver of PETSc's.
bool options_choose_solver(const std::string& prefix);

/// The ranks for the factors of a system that is solved alone: the first, or all.
core::Group group_for_one(const mechanics::System& system);
inline constexpr PetscInt largest_single = 200000;

/// Sets `-factors`, unless it is set.
void choose_factors(Factors factors);

/// A rank for each system, so that the sums of their costs on the ranks are about equal: the
/// costliest first, each to the rank with the least so far.
std::vector<int> spread_over_ranks(const std::vector<double>& costs, int ranks);

}  // namespace sparkdyn::stage
