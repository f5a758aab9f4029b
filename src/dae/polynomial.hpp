// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Polynomials through the stages: Legendre values for the error estimator, Lagrange interpolation
// for starting values.

#include <Eigen/Core>

namespace sparkdyn::dae {

// P_degree(2c − 1) at every node.
inline Eigen::VectorXd legendre(int degree, const Eigen::VectorXd& c) {
  const Eigen::ArrayXd x = 2.0 * c.array() - 1.0;
  Eigen::ArrayXd before = Eigen::ArrayXd::Zero(c.size());
  Eigen::ArrayXd current = Eigen::ArrayXd::Ones(c.size());
  for (int k = 1; k <= degree; ++k) {
    const Eigen::ArrayXd next = ((2.0 * k - 1.0) * x * current - (k - 1.0) * before) / k;
    before = current;
    current = next;
  }
  return current;
}

// L with (L f)_i the value at wanted_i of the polynomial through (known_j, f_j).
inline Eigen::MatrixXd interpolation(const Eigen::VectorXd& known, const Eigen::VectorXd& wanted) {
  Eigen::MatrixXd L = Eigen::MatrixXd::Ones(wanted.size(), known.size());
  for (Eigen::Index i = 0; i < wanted.size(); ++i) {
    for (Eigen::Index j = 0; j < known.size(); ++j) {
      for (Eigen::Index k = 0; k < known.size(); ++k) {
        if (k != j) L(i, j) *= (wanted[i] - known[k]) / (known[j] - known[k]);
      }
    }
  }
  return L;
}

}  // namespace sparkdyn::dae
