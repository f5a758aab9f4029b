#pragma once
// A term c·B of a sum of matrices.

#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::stage {

template <typename Scalar>
struct WeightedMatrix {
  Scalar coefficient;
  mechanics::MatrixPtr matrix;
};

}  // namespace sparkdyn::stage
