// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A square steel plate of n² four-node shells, clamped along one edge and loaded along the other,
// read through the mesh reader and assembled: six unknowns at each node, and thin.

#include <memory>

#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::benchmarks {

struct PlateModel {
  int cells = 32;  ///< along each edge: 6 n (n + 1) degrees of freedom

  /// @note Collective.
  std::shared_ptr<mechanics::System> make(MPI_Comm comm) const;
};

}  // namespace sparkdyn::benchmarks
