// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The dense s×s and s-vectors of Runge–Kutta coefficients.

#include <Eigen/Core>

/// Coefficients, splittings and stability of Runge–Kutta methods; Eigen alone.
namespace sparkdyn::tableau {

using Matrix = Eigen::MatrixXd;  ///< s×s
using Vector = Eigen::VectorXd;  ///< s entries

/// Beyond this many stages nothing is gained in double precision, and nothing is tested.
inline constexpr int max_stages = 40;

}  // namespace sparkdyn::tableau
