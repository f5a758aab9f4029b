// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The largest size of an entry, 0 of none.

#include <Eigen/Core>

namespace sparkdyn::dae {

inline double largest(const Eigen::MatrixXd& values) {
  return values.size() == 0 ? 0.0 : values.lpNorm<Eigen::Infinity>();
}

}  // namespace sparkdyn::dae
