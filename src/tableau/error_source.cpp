// SPDX-License-Identifier: BSD-3-Clause
#include "tableau/error_source.hpp"

#include <algorithm>
#include <cmath>

#include "sparkdyn/tableau/decompositions.hpp"
#include "tableau/quadrature.hpp"

namespace sparkdyn::tableau {
namespace {

double legendre_norm(int j) {
  return std::sqrt(2.0 * j + 1);
}

/// Derivatives of normalised_legendre() by θ: P'_{k+1} = P'_{k−1} + (2k+1) P_k.
Vector legendre_slopes(double theta, int last) {
  const Vector values = normalised_legendre(theta, last);
  Vector slopes = Vector::Zero(last + 1);
  for (int k = 0; k < last; ++k)
    slopes(k + 1) =
        (k > 0 ? slopes(k - 1) : 0.0) + 2 * (2.0 * k + 1) * values(k) / legendre_norm(k);
  for (int k = 0; k <= last; ++k) slopes(k) *= legendre_norm(k);
  return slopes;
}

/// A polynomial on a window of steps, by its coefficients in Legendre's of the whole window.
class Window {
 public:
  Window(const std::vector<double>& lengths, int highest)
      : lengths_(lengths), highest_(highest), ends_{0.0} {
    for (const double h : lengths) ends_.push_back(ends_.back() + h);
    count_ =
        static_cast<int>(ends_.size() + lengths.size() * static_cast<std::size_t>(highest + 1));
  }

  int count() const { return count_; }
  /// The values of all basis polynomials.
  Vector at(int step, double theta) const {
    const auto k = static_cast<std::size_t>(step);
    return normalised_legendre((ends_[k] + theta * lengths_[k]) / ends_.back(), count_ - 1);
  }
  /// What is known of the polynomial: one row for each number, in the order of ErrorSource.
  Matrix conditions(const Quadrature& rule) const {
    Matrix rows(count_, count_);
    Eigen::Index row = 0;
    const int steps = static_cast<int>(lengths_.size());
    for (int k = 0; k < steps; ++k) rows.row(row++) = at(k, 0).transpose();
    rows.row(row++) = at(steps - 1, 1).transpose();
    for (int k = 0; k < steps; ++k) {
      rows.middleRows(row, highest_ + 1).setZero();
      for (Eigen::Index i = 0; i < rule.nodes.size(); ++i)
        rows.middleRows(row, highest_ + 1) += rule.weights(i) *
                                              normalised_legendre(rule.nodes(i), highest_) *
                                              at(k, rule.nodes(i)).transpose();
      row += highest_ + 1;
    }
    return rows;
  }

 private:
  std::vector<double> lengths_;
  int highest_;
  std::vector<double> ends_;
  int count_ = 0;
};

}  // namespace

Vector normalised_legendre(double theta, int last) {
  const double x = 2 * theta - 1;
  Vector P(last + 1);
  P(0) = 1;
  if (last > 0) P(1) = x;
  for (int k = 1; k < last; ++k) P(k + 1) = ((2.0 * k + 1) * x * P(k) - k * P(k - 1)) / (k + 1);
  for (int k = 0; k <= last; ++k) P(k) *= legendre_norm(k);
  return P;
}

int highest_mean(int stages, int steps) {
  if (steps == 1) return std::max(0, stages - 2);
  if (steps == 2) return stages == 2 ? 0 : std::max(1, stages - 3);
  return std::max(0, stages - 3);
}

ErrorSource error_source(int stages, double beta, double beta_velocity,
                         const std::vector<double>& lengths, int current) {
  const int s = stages;
  const Window window(lengths, highest_mean(s, static_cast<int>(lengths.size())));
  const Quadrature rule = gauss_quadrature((window.count() + s) / 2 + 1);
  Matrix means = Matrix::Zero(2, window.count()), slopes = means;  // of P_{s−1} and P_s
  for (Eigen::Index i = 0; i < rule.nodes.size(); ++i) {
    const Eigen::RowVectorXd basis =
        rule.weights(i) * window.at(current, rule.nodes(i)).transpose();
    means += normalised_legendre(rule.nodes(i), s).tail(2) * basis;
    slopes -= legendre_slopes(rule.nodes(i), s).tail(2) * basis;
  }
  slopes += normalised_legendre(1, s).tail(2) * window.at(current, 1).transpose() -
            normalised_legendre(0, s).tail(2) * window.at(current, 0).transpose();
  const double xi = 0.5 / std::sqrt(4.0 * s * s - 1);
  Matrix sources(window.count(), 2);
  sources.col(0) = -(beta * slopes.row(0) + xi * slopes.row(1)).transpose();
  sources.col(1) = -(beta_velocity * means.row(0) + xi * means.row(1)).transpose();
  // What the coefficients are multiplied by, carried over to what is known of the polynomial.
  const Matrix rows = solve(Matrix(window.conditions(rule).transpose()), sources);
  return {.velocity = rows.col(0), .displacement = rows.col(1)};
}

}  // namespace sparkdyn::tableau
