#pragma once
// A PETSc KSP that by default is a direct solve with MUMPS and by option anything PETSc offers.

#include <string>

#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::stage {

/// Factors at once. Throws core::Error (numerics) when singular. @note Collective.
core::LinearSolver make_direct_solver(Mat matrix, const std::string& prefix, bool symmetric);

/// Throws core::Error (numerics) with the reason when the last solve failed. @note Collective.
void require_solved(KSP solver, const std::string& prefix);

/// Entries of the MUMPS factors, or 0 for other solvers.
double factor_entries(KSP solver);

}  // namespace sparkdyn::stage
