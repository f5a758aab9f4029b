// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Small dense matrices as distributed PETSc objects, and back, so that tests can be written in
// Eigen.

#include <Eigen/Dense>
#include <memory>

#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::support {

/// Zero entries are left out. @note Collective.
core::Matrix distribute(const Eigen::MatrixXd& dense);
mechanics::MatrixPtr distribute_shared(const Eigen::MatrixXd& dense);
core::Vector distribute(const Eigen::VectorXd& dense);
/// The whole vector on every rank. @note Collective.
Eigen::VectorXd gather(Vec vector);

/// {load or prescribed value} = vector × amplitude.
mechanics::TimedVector shaped(const Eigen::VectorXd& shape, mechanics::AmplitudePtr amplitude,
                              const std::string& region = "");

mechanics::State make_state(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v);

}  // namespace sparkdyn::support
