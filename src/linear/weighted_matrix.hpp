// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A term c·B of a sum of matrices.

#include "sparkdyn/linear/operators.hpp"

namespace sparkdyn::linear {

template <typename Scalar>
struct WeightedMatrix {
  Scalar coefficient;
  MatrixPtr matrix;
};

}  // namespace sparkdyn::linear
