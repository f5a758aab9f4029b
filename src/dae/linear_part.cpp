// SPDX-License-Identifier: BSD-3-Clause
// The linear part of the forces as local model, z' = c + A z, solved by exponentials.
#include <cmath>
#include <utility>

#include "sparkdyn/dae/local_model.hpp"

namespace sparkdyn::dae {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// exp(A) by Taylor's series of A/2^k, squared k times.
MatrixXd exponential(const MatrixXd& A) {
  int halvings = 0;
  for (double size = A.cwiseAbs().rowwise().sum().maxCoeff(); size > 0.25; size *= 0.5) ++halvings;
  const MatrixXd small = A * std::ldexp(1.0, -halvings);
  // E = exp − 1, for which squaring loses no digits: (1 + E)² − 1 = 2E + E².
  MatrixXd E = small;
  MatrixXd term = small;
  for (int k = 2; k <= 16; ++k) {
    term = MatrixXd(small * term) / k;
    E += term;
  }
  for (int k = 0; k < halvings; ++k) E = MatrixXd(2.0 * E + E * E);
  return E + MatrixXd::Identity(A.rows(), A.cols());
}

}  // namespace

LocalModel linear_part(LocalModel::Right f, LocalModel::Slope f_y, double t, const VectorXd& y) {
  const MatrixXd A = f_y(t, y);
  const VectorXd c = f(t, y) - A * y;
  const Index n = y.size();
  MatrixXd extended = MatrixXd::Zero(n + 1, n + 1);  // of (z, 1)
  extended.topLeftCorner(n, n) = A;
  extended.topRightCorner(n, 1) = c;
  return {.f = std::move(f),
          .g = [=](double, const VectorXd& z) -> VectorXd { return c + A * z; },
          .f_y = std::move(f_y),
          .g_y = [=](double, const VectorXd&) -> MatrixXd { return MatrixXd(A); },
          .flow = [=](double to, double from, const VectorXd& z) -> VectorXd {
            const MatrixXd E = exponential((to - from) * extended);
            return E.topLeftCorner(n, n) * z + E.topRightCorner(n, 1);
          },
          .flow_z = [=](double to, double from, const VectorXd&) -> MatrixXd {
            return exponential((to - from) * A);
          }};
}

}  // namespace sparkdyn::dae
