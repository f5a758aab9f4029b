// SPDX-License-Identifier: BSD-3-Clause
#include "constraint_rows.hpp"

#include <map>

#include "local_places.hpp"

namespace sparkdyn::structure {
namespace {

using core::check;
using mechanics::TimedVector;

struct SortedRows {
  explicit SortedRows(const LocalRows& rows)
      : columns(rows.columns), coefficients(rows.coefficients) {
    for (PetscInt r = 0; r < rows.size(); ++r) {
      std::map<PetscInt, double> row;
      for (PetscInt k = rows.first[r]; k < rows.first[r + 1]; ++k)
        row[rows.columns[k]] = rows.coefficients[k];
      PetscInt at = rows.first[r];
      for (const auto& [column, coefficient] : row) {
        columns[at] = column;
        coefficients[at++] = coefficient;
      }
    }
  }
  std::vector<PetscInt> columns;
  std::vector<double> coefficients;
};

std::vector<TimedVector> prescribed_values(const Distributed& structure, const LocalRows& rows) {
  std::vector<int> used(structure.amplitudes.size() + 1, 0);
  for (PetscInt r = 0; r < rows.size(); ++r)
    if (rows.values[r] != 0) used[rows.amplitudes[r] + 1] = 1;
  std::vector<TimedVector> shaped;
  for (const int amplitude : amplitudes_in_use(structure.comm, used)) {
    std::vector<double> values(rows.size(), 0.0);
    for (PetscInt r = 0; r < rows.size(); ++r)
      if (rows.amplitudes[r] == amplitude) values[r] = rows.values[r];
    shaped.push_back({vector_of(structure.comm, values), amplitude_at(structure, amplitude), ""});
  }
  return shaped;
}

}  // namespace

std::optional<mechanics::Constraint> constraint_rows(const Distributed& structure,
                                                     const LocalConditions& conditions) {
  const LocalRows& rows = conditions.rows;
  if (rows.global == 0) return std::nullopt;
  mechanics::Constraint result;
  check(MatCreate(structure.comm, result.G.out()));
  check(MatSetSizes(result.G, rows.size(), conditions.free_local, rows.global,
                    conditions.free_global));
  check(MatSetType(result.G, MATAIJ));
  const SortedRows sorted(rows);
  check(MatSeqAIJSetPreallocationCSR(result.G, rows.first.data(), sorted.columns.data(),
                                     sorted.coefficients.data()));
  check(MatMPIAIJSetPreallocationCSR(result.G, rows.first.data(), sorted.columns.data(),
                                     sorted.coefficients.data()));
  result.values = prescribed_values(structure, rows);
  return result;
}

}  // namespace sparkdyn::structure
