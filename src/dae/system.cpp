// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/dae/system.hpp"

namespace sparkdyn::dae {

Eigen::VectorXd System::total_velocity(const Point& at) const {
  Eigen::VectorXd v = Eigen::VectorXd::Zero(sizes_.y);
  for (int l = 0; l < static_cast<int>(velocity_terms_.size()); ++l) {
    v += value(Function::velocity, l, at);
  }
  return v;
}

}  // namespace sparkdyn::dae
