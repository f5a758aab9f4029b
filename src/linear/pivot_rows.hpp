// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Sparse Gaussian elimination of G x = 0: each row gives its slave as a combination of unknowns
// that are no slaves.

#include <petscsys.h>

#include <utility>
#include <vector>

namespace sparkdyn::linear {

using SparseRow = std::vector<std::pair<PetscInt, double>>;  ///< ascending columns

/// x[slave] = Σ coefficient·x[column].
struct SlaveRow {
  PetscInt slave = 0;
  SparseRow masters;
};

/// Throws core::Error (input) naming a row that depends on others.
std::vector<SlaveRow> eliminate(std::vector<SparseRow> rows);

}  // namespace sparkdyn::linear
