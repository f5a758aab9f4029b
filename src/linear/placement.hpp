// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// On which ranks factors live, or iterations run, for the independent systems of a step.

#include <petscsys.h>

#include <string>
#include <vector>

#include "linear/rank_group.hpp"
#include "sparkdyn/linear/wish.hpp"

namespace sparkdyn::linear {

/// Of the factors of systems with these costs of a solve on one rank: as wished; without a wish
/// `single` up to `largest_single` unknowns, and beyond whichever of the others solves faster.
/// `spread` on one rank. Never `automatic`.
Placement place_factors(Placement wish, int ranks, PetscInt unknowns,
                        const std::vector<double>& costs);
inline constexpr PetscInt largest_single = 200000;

/// Of systems that are iterated: `groups` when that is wished, and without a wish when the ranks
/// outnumber what one system can use: two or more for each system, with fewer than
/// `fewest_unknowns` each, where messages begin to count (docs/performance.md). Otherwise `spread`.
Placement place_iterations(Placement wish, int ranks, int systems, PetscInt unknowns);
inline constexpr PetscInt fewest_unknowns = 2500;

/// Costs of a solve, which is memory traffic: complex entries are twice as long.
std::vector<double> solve_costs(int real_systems, int complex_systems);

/// The ranks of each system. On single ranks and in groups the work of the ranks is about equal.
std::vector<RankGroup> share_ranks(const std::vector<double>& costs, int ranks, Placement factors);

/// How long the systems take in the units of their costs, where p ranks solve with one factor
/// p^0.8 times as fast as one (2 ranks: 1.61 to 1.77 times, scripts/bench ranks_direct).
double solving_time(const std::vector<double>& costs, int ranks, Placement factors);

/// Whether options `-<prefix>ksp_…` or `-<prefix>pc_…` ask for a solver of PETSc's.
bool options_choose_solver(const std::string& prefix);

}  // namespace sparkdyn::linear
