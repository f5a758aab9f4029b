// SPDX-License-Identifier: BSD-3-Clause
#include "mechanics/validate.hpp"

#include <algorithm>
#include <cmath>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::mechanics {
namespace {

using core::check;
using core::for_each_row;

/// 1 for every row with an entry, added to what `marks` holds.
void mark_rows(Mat matrix, Vec marks) {
  const core::RowRange rows = core::row_range(matrix);
  core::WriteArray mark(marks);
  for_each_row(matrix, [&](PetscInt row, auto, auto values) {
    if (std::any_of(values.begin(), values.end(), [](double x) { return x != 0; }))
      mark[row - rows.begin] += 1;
  });
}

/// Marks every column of G in the same way.
void mark_columns(Mat G, Vec marks) {
  core::Matrix transposed;
  check(MatTranspose(G, MAT_INITIAL_MATRIX, transposed.out()));
  mark_rows(transposed, marks);
}

/// 1-based index of the first zero entry over all ranks, or 0.
PetscInt first_zero(Vec marks) {
  const core::RowRange rows = core::row_range(marks);
  const core::ReadArray mark(marks);
  PetscInt first = rows.global;
  for (PetscInt i = mark.size(); i-- > 0;)
    if (mark[i] == 0) first = rows.begin + i;
  PetscInt result = 0;
  MPI_Allreduce(&first, &result, 1, MPIU_INT, MPI_MIN, core::comm_of(marks));
  return result == rows.global ? 0 : result + 1;
}

}  // namespace

void require_finite(Mat matrix, const std::string& what) {
  core::collectively(core::comm_of(matrix), [&] {
    for_each_row(matrix, [&](PetscInt row, auto columns, auto values) {
      for (std::size_t k = 0; k < values.size(); ++k)
        if (!std::isfinite(values[k]))
          core::input_error("{}: entry ({}, {}) is {}, not a finite number", what, row + 1,
                            columns[k] + 1, values[k]);
    });
  });
}

void require_finite(Vec vector, const std::string& what) {
  core::collectively(core::comm_of(vector), [&] {
    const core::RowRange rows = core::row_range(vector);
    const core::ReadArray values(vector);
    for (PetscInt i = 0; i < values.size(); ++i)
      if (!std::isfinite(values[i]))
        core::input_error("{}: entry {} is {}, not a finite number", what, rows.begin + i + 1,
                          values[i]);
  });
}

void require_inertia_or_stiffness(const System& system) {
  const core::Vector marks = system.make_displacement();
  mark_rows(*system.mass(), marks);
  for (const auto& term : system.terms())
    if (term.kind == Kind::elastic)
      for (const auto& part : term.parts) mark_rows(*part.matrix, marks);
  // The reference node of a rigid body or a coupling moves with what it is joined to.
  if (system.constrained()) mark_columns(system.G(), marks);
  const PetscInt loose = first_zero(marks);
  if (loose > 0)
    core::input_error(
        "degree of freedom {} has a zero row in the mass matrix and no stiffness; give it mass or "
        "stiffness, or remove it",
        loose);
}

}  // namespace sparkdyn::mechanics
