// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A PETSc KSP that by default is a direct solve with MUMPS and by option anything PETSc offers.

#include <optional>
#include <string>

#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::linear {

struct FactorOptions {
  bool symmetric = false;  ///< LDLᵀ instead of LU
  bool inertia = false;    ///< negative_pivots() will be asked for
};

/// Factors at once. Throws core::Error (numerics) when singular. @note Collective.
core::LinearSolver make_direct_solver(Mat matrix, const std::string& prefix, FactorOptions options);

/// Empty when the last solve did what it should; else why not. Of an iteration the true residual
/// is looked at, row by row as TrueResidual does, whatever norm it used itself. @note Collective.
std::string why_unsolved(KSP solver);

/// Throws core::Error (numerics) with the reason when the last solve failed. @note Collective.
void require_solved(KSP solver, const std::string& prefix);

/// Whether it only applies factors.
bool is_direct(KSP solver);

/// Of the LDLᵀ factors of MUMPS made with `inertia`; empty for other solvers.
std::optional<PetscInt> negative_pivots(KSP solver);

/// Entries of the MUMPS factors, or 0 for other solvers.
double factor_entries(KSP solver);

}  // namespace sparkdyn::linear
