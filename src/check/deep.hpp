// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What can be known of a case before hours are spent on it: mass, loads, rank, frequencies,
// stability, cost. Nothing is written; numerics that fail become errors of the report.

#include <string>

#include "input/case.hpp"
#include "output/report.hpp"
#include "sparkdyn/dae/problem.hpp"
#include "sparkdyn/dae/stepper.hpp"

namespace sparkdyn::check {

using output::Level;
using output::Report;

inline constexpr int label_width = 27;  ///< of the report

/// A structure: its mass and loads have places and directions. @note Collective.
void check_structure(MPI_Comm comm, const input::Case& description, Report& report);

/// Matrices: what they add up to, and whether they can be those of a structure. @note Collective.
void check_matrices(MPI_Comm comm, const input::Case& description, Report& report);

/// A small nonlinear problem, whose initial values were `moved` if that is not empty: does its
/// start hold, and does Newton's iteration on the first step of size h?
void check_mechanism(const dae::Problem& problem, dae::OneStep& stepper, const std::string& moved,
                     double h, Report& report);

/// The last line. 0 without errors, 2 when the input is wrong, else 1.
int conclude(Report& report);

}  // namespace sparkdyn::check
