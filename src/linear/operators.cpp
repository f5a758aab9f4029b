// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/linear/operators.hpp"

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::linear {

std::size_t Operators::index(Mat matrix) const {
  for (std::size_t k = 0; k < matrices.size(); ++k)
    if (matrices[k]->get() == matrix) return k;
  throw core::Error(core::Failure::internal, "not a matrix of the system");
}

core::Vector Operators::make_displacement() const {
  return core::make_vector(comm(), dof_range().size());
}

core::Vector Operators::make_multiplier() const {
  return core::make_vector(comm(), row_range().size());
}

}  // namespace sparkdyn::linear
