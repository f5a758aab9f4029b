// SPDX-License-Identifier: BSD-3-Clause
#include "structure/held_alike.hpp"

#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::structure {

bool held_alike(const Distributed& structure, std::size_t one, std::size_t other) {
  const LocalConditions& a = structure.steps[one];
  const LocalConditions& b = structure.steps[other];
  const bool differs = a.fixed != b.fixed || a.rows.first != b.rows.first ||
                       a.rows.columns != b.rows.columns ||
                       a.rows.coefficients != b.rows.coefficients;
  return !core::any(structure.comm, differs);
}

}  // namespace sparkdyn::structure
