// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// On which ranks factors live, or iterations run, for the independent systems of a step.

#include <string>
#include <vector>

#include "sparkdyn/linear/group_factor.hpp"
#include "sparkdyn/linear/operators.hpp"
#include "sparkdyn/linear/wish.hpp"

namespace sparkdyn::linear {

using linear::Placement;

/// Of systems with these costs of a solve on one rank: what PETSc's option `-factors` says; without
/// it `single` up to `largest_single` unknowns, and beyond whichever of the others solves faster.
/// `spread` on one rank, and when options with this prefix choose a solver of PETSc's. Never
/// `automatic`. @note Collective.
Placement placement(const Operators& system, const std::string& prefix,
                    const std::vector<double>& costs);
inline constexpr PetscInt largest_single = 200000;

/// Of systems that are iterated: `groups` when the option says so, and without it when the ranks
/// outnumber what one system can use: two or more for each system, with fewer than
/// `fewest_unknowns` each, where messages begin to count (docs/performance.md). Otherwise `spread`.
Placement iteration_placement(const Operators& system, int systems);
inline constexpr PetscInt fewest_unknowns = 2500;

/// The same by numbers; `wish` is what the option says.
Placement iteration_placement(Placement wish, int ranks, int systems, PetscInt unknowns);

/// Costs of a solve, which is memory traffic: complex entries are twice as long.
std::vector<double> solve_costs(int real_systems, int complex_systems);

/// The ranks of each system. On single ranks and in groups the work of the ranks is about equal.
std::vector<Group> share_ranks(const std::vector<double>& costs, int ranks, Placement factors);

/// How long the systems take in the units of their costs, where p ranks solve with one factor
/// p^0.8 times as fast as one (2 ranks: 1.61 to 1.77 times, scripts/bench ranks_direct).
double solving_time(const std::vector<double>& costs, int ranks, Placement factors);

/// The ranks for the factors of a system that is solved alone: the first, or all.
Group group_for_one(const Operators& system);

/// Whether options `-<prefix>ksp_…` or `-<prefix>pc_…` ask for a solver of PETSc's.
bool options_choose_solver(const std::string& prefix);

/// Sets `-factors`, unless it is set.
void choose_factors(Placement factors);

}  // namespace sparkdyn::linear
