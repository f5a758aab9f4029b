#include "sparkdyn/mechanics/validate.hpp"

#include <algorithm>
#include <cmath>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/mumps.hpp"

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

/// G Gᵀ of G with rows of unit length: the scale of a constraint must not decide its rank.
core::Matrix normalised_gram(Mat G) {
  const core::Matrix unit = core::make_copy(G);
  const core::RowRange rows = core::row_range(G);
  const core::Vector scale = core::make_vector(core::comm_of(G), rows.size());
  {
    core::WriteArray factor(scale);
    for_each_row(G, [&](PetscInt row, auto, auto values) {
      double sum = 0;
      for (double x : values) sum += x * x;
      factor[row - rows.begin] = sum > 0 ? 1 / std::sqrt(sum) : 0;
    });
  }
  check(MatDiagonalScale(unit, scale, nullptr));
  core::Matrix transposed, gram;
  check(MatTranspose(unit, MAT_INITIAL_MATRIX, transposed.out()));
  check(MatMatMult(unit, transposed, MAT_INITIAL_MATRIX, PETSC_DEFAULT, gram.out()));
  return gram;
}

core::Triplets<double> lower_triangle(Mat matrix) {
  core::Triplets<double> entries;
  for_each_row(matrix, [&](PetscInt row, auto columns, auto values) {
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (columns[k] > row) continue;
      entries.rows.push_back(row);
      entries.columns.push_back(columns[k]);
      entries.values.push_back(values[k]);
    }
  });
  return entries;
}

DependentRows significant_rows(const std::vector<double>& combination) {
  double largest = 0;
  for (double x : combination) largest = std::max(largest, std::abs(x));
  DependentRows rows;
  for (std::size_t i = 0; i < combination.size(); ++i)
    if (std::abs(combination[i]) > 1e-6 * largest) rows.push_back(static_cast<PetscInt>(i) + 1);
  return rows;
}

std::string describe(const DependentRows& rows) {
  constexpr std::size_t most = 12;
  if (rows.size() == 1) return fmt::format("row {} is zero", rows[0]);
  std::string list = fmt::format(
      "rows {}", fmt::join(rows.begin(), rows.begin() + std::min(rows.size(), most), ", "));
  if (rows.size() > most) list += fmt::format(" and {} more", rows.size() - most);
  return list + " are linearly dependent";
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

std::vector<DependentRows> dependent_rows(Mat G) {
  const core::Matrix gram = normalised_gram(G);
  const core::RowRange rows = core::row_range(gram);
  // A pivot of the Gram matrix is the squared distance of a unit row from the span of others.
  core::MumpsFactor<double> factor(core::comm_of(G), static_cast<int>(rows.global),
                                   static_cast<int>(rows.size()), lower_triangle(gram),
                                   {.symmetry = core::Symmetry::symmetric,
                                    .prefix = "constraint_rank_",
                                    .detect_null_pivots = true,
                                    .null_pivot_threshold = 1e-12});
  std::vector<DependentRows> sets;
  for (const auto& combination : factor.null_space()) sets.push_back(significant_rows(combination));
  return sets;
}

void require_independent_constraints(const System& system) {
  if (!system.constrained()) return;
  if (system.constraints() > system.dofs())
    core::input_error("there are {} constraints but only {} degrees of freedom",
                      system.constraints(), system.dofs());
  const auto sets = dependent_rows(system.G());
  if (sets.empty()) return;
  std::string text;
  for (std::size_t k = 0; k < std::min<std::size_t>(sets.size(), 5); ++k)
    text += (k ? "; " : "") + describe(sets[k]);
  if (sets.size() > 5) text += fmt::format("; and {} more sets", sets.size() - 5);
  core::input_error(
      "the constraint matrix does not have full row rank: {}; remove one row of each "
      "set",
      text);
}

}  // namespace sparkdyn::mechanics
