// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// target += factor · source for blocks of 5 to 50 rows in larger matrices: the stages' Jacobian is
// a sum of several hundred of them.

#include <Eigen/Core>

namespace sparkdyn::dae {

// Rows and columns of `target` from (row, column) on, as many as `source` has.
void add_scaled(double factor, const Eigen::Ref<const Eigen::MatrixXd>& source,
                Eigen::MatrixXd& target, Eigen::Index row, Eigen::Index column);

}  // namespace sparkdyn::dae
