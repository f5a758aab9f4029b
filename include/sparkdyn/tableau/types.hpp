#pragma once
// The dense s×s and s-vectors of Runge–Kutta coefficients.

#include <Eigen/Core>

namespace sparkdyn::tableau {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

// Beyond this many stages nothing is gained in double precision, and nothing is tested.
inline constexpr int max_stages = 40;

}  // namespace sparkdyn::tableau
