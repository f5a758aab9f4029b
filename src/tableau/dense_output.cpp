// SPDX-License-Identifier: BSD-3-Clause
#include "tableau/dense_output.hpp"

#include <algorithm>
#include <cmath>

namespace sparkdyn::tableau {
namespace {

/// P_0 … P_last at 2θ − 1.
Vector legendre(double theta, Eigen::Index last) {
  const double x = 2 * theta - 1;
  Vector P(last + 1);
  P(0) = 1;
  if (last > 0) P(1) = x;
  for (Eigen::Index k = 1; k < last; ++k)
    P(k + 1) = ((2.0 * static_cast<double>(k) + 1) * x * P(k) - static_cast<double>(k) * P(k - 1)) /
               static_cast<double>(k + 1);
  return P;
}

double norm(Eigen::Index k) {
  return std::sqrt(2.0 * static_cast<double>(k) + 1);
}

/// √(2k+1) P_k(2θ−1), of norm one on [0, 1].
Vector normalised(double theta, Eigen::Index last) {
  Vector P = legendre(theta, last);
  for (Eigen::Index k = 0; k <= last; ++k) P(k) *= norm(k);
  return P;
}

}  // namespace

DenseOutput::DenseOutput(const Vector& b, const Vector& c) {
  const Eigen::Index highest = std::max<Eigen::Index>(0, c.size() - 2);
  moments_.resize(highest + 1, c.size());
  for (Eigen::Index i = 0; i < c.size(); ++i) moments_.col(i) = b(i) * normalised(c(i), highest);
}

/// `basis` is what the normalised polynomials contribute. Those beyond the moments take up what is
/// missing at both ends: their values there are ±√(2k+1).
DenseRow DenseOutput::row(const Vector& basis) const {
  const Eigen::Index known = moments_.rows();
  const Vector at_start = normalised(0, known + 1), at_end = normalised(1, known + 1);
  Eigen::Matrix2d ends;
  ends << at_start(known), at_start(known + 1), at_end(known), at_end(known + 1);
  // x = coefficients of the last two; ends·x = (v₀, v₁) − what the moments make there.
  const double determinant = ends(0, 0) * ends(1, 1) - ends(0, 1) * ends(1, 0);
  const double from_start =
      (basis(known) * ends(1, 1) - basis(known + 1) * ends(1, 0)) / determinant;
  const double from_end = (basis(known + 1) * ends(0, 0) - basis(known) * ends(0, 1)) / determinant;
  const Vector rest =
      basis.head(known) - from_start * at_start.head(known) - from_end * at_end.head(known);
  return {.start = from_start, .end = from_end, .stages = moments_.transpose() * rest};
}

DenseRow DenseOutput::velocity(double theta) const {
  return row(normalised(theta, moments_.rows() + 1));
}

DenseRow DenseOutput::displacement(double theta) const {
  const Eigen::Index last = moments_.rows() + 1;
  const Vector P = legendre(theta, last + 1);
  Vector integrals(last + 1);
  integrals(0) = theta;
  for (Eigen::Index k = 1; k <= last; ++k)
    integrals(k) = norm(k) * (P(k + 1) - P(k - 1)) / (2 * (2.0 * static_cast<double>(k) + 1));
  return row(integrals);
}

}  // namespace sparkdyn::tableau
