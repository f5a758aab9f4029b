// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What must hold for every element of a structure that turns, tried at random states.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <random>

#include "nonlinear/term.hpp"

namespace sparkdyn::structure::nonlinear {

using DenseVector = Eigen::VectorXd;
using DenseMatrix = Eigen::MatrixXd;

inline DenseVector random_vector(Eigen::Index size, double amount, std::mt19937& generator) {
  std::uniform_real_distribution<double> number(-amount, amount);
  return DenseVector::NullaryExpr(size, [&] { return number(generator); });
}

inline Eigen::Matrix3d random_rotation(std::mt19937& generator) {
  const DenseVector x = random_vector(4, 1, generator);
  return Eigen::Quaterniond(x(0), x(1), x(2), x(3)).normalized().toRotationMatrix();
}

/// Displacements zero, directors along the axes.
inline DenseVector rest(int nodes, bool directors) {
  const int width = directors ? 12 : 3;
  DenseVector q = DenseVector::Zero(nodes * width);
  for (int node = 0; directors && node < nodes; ++node)
    for (int k = 0; k < 3; ++k) q(12 * node + 3 + 4 * k) = 1;
  return q;
}

/// The same state turned by R about the origin and moved by c.
inline DenseVector turned(const DenseVector& q, const std::vector<Point>& x, bool directors,
                          const Eigen::Matrix3d& R, const Eigen::Vector3d& c) {
  DenseVector result = q;
  const Eigen::Index width = directors ? 12 : 3;
  for (std::size_t node = 0; node < x.size(); ++node) {
    const auto at = static_cast<Eigen::Index>(node) * width;
    result.segment<3>(at) = R * (x[node] + q.segment<3>(at)) + c - x[node];
    for (int d = 1; directors && d <= 3; ++d)
      result.segment<3>(at + 3 * d) = R * q.segment<3>(at + 3 * d);
  }
  return result;
}

/// A vector of forces or velocities turned by R.
inline DenseVector rotated(const DenseVector& f, const Eigen::Matrix3d& R) {
  DenseVector result = f;
  for (Eigen::Index i = 0; i < f.size(); i += 3) result.segment<3>(i) = R * f.segment<3>(i);
  return result;
}

inline DenseVector force(const ElementTerm& term, const DenseVector& q, const DenseVector& v) {
  DenseVector f = DenseVector::Zero(q.size());
  term.add_force(0, q, v, f);
  return f;
}

inline DenseVector force(const ElementTerm& term, const DenseVector& q) {
  return force(term, q, DenseVector::Zero(q.size()));
}

inline DenseMatrix by_q(const ElementTerm& term, const DenseVector& q, const DenseVector& v) {
  DenseMatrix K = DenseMatrix::Zero(q.size(), q.size());
  term.add_by_q(0, q, v, K);
  return K;
}

inline DenseMatrix by_v(const ElementTerm& term, const DenseVector& q, const DenseVector& v) {
  DenseMatrix C = DenseMatrix::Zero(q.size(), q.size());
  term.add_by_v(0, q, v, C);
  return C;
}

/// ∂y/∂x by differences of fourth order.
inline DenseMatrix derivative(const auto& y, const DenseVector& x, double step) {
  DenseMatrix result(y(x).size(), x.size());
  for (Eigen::Index j = 0; j < x.size(); ++j) {
    const auto at = [&](double shift) {
      DenseVector moved = x;
      moved(j) += shift;
      return DenseVector(y(moved));
    };
    result.col(j) = (8 * (at(step) - at(-step)) - (at(2 * step) - at(-2 * step))) / (12 * step);
  }
  return result;
}

/// Force from energy and tangent from force.
inline void expect_consistent(const ElementTerm& term, const DenseVector& q, double step = 1e-3) {
  const DenseVector f = force(term, q), zero = DenseVector::Zero(q.size());
  const DenseMatrix K = by_q(term, q, zero);
  const DenseMatrix from_energy = derivative(
      [&](const DenseVector& x) { return DenseVector::Constant(1, term.energy(x)); }, q, step);
  const double size = K.norm() * std::max(0.1, q.norm());
  EXPECT_LT((from_energy.transpose() - f).norm(), 2e-9 * size);
  const DenseMatrix from_force =
      derivative([&](const DenseVector& x) { return force(term, x); }, q, step);
  EXPECT_LT((from_force - K).norm(), 2e-9 * K.norm());
  EXPECT_LT((K - K.transpose()).norm(), 1e-13 * K.norm());
}

/// Energy and force turn with the body; a rigid motion has neither.
inline void expect_objective(const ElementTerm& term, const DenseVector& q,
                             const std::vector<Point>& x, std::mt19937& generator) {
  const DenseVector zero = DenseVector::Zero(q.size());
  const DenseVector start = rest(term.nodes(), term.directors());
  const double size = std::max(by_q(term, start, zero).norm(), by_q(term, q, zero).norm());
  for (int trial = 0; trial < 5; ++trial) {
    const Eigen::Matrix3d R = random_rotation(generator);
    const Eigen::Vector3d c = random_vector(3, 1, generator);
    const DenseVector after = turned(q, x, term.directors(), R, c);
    EXPECT_NEAR(term.energy(after), term.energy(q), 1e-12 * size);
    EXPECT_LT((force(term, after) - rotated(force(term, q), R)).norm(), 1e-12 * size);
    const DenseVector rigid = turned(start, x, term.directors(), R, c);
    EXPECT_LT(force(term, rigid).norm(), 1e-12 * size);
    EXPECT_LT(std::abs(term.energy(rigid)), 1e-20 * size + 1e-26);
  }
}

/// Nothing in a rigid motion, tangents that belong to the force, power that is never negative.
inline void expect_damping(const ElementTerm& term, const DenseVector& q,
                           const std::vector<Point>& x, std::mt19937& generator) {
  const DenseVector v = random_vector(q.size(), 0.3, generator);
  const DenseMatrix C = by_v(term, q, v), K = by_q(term, q, v);
  EXPECT_GE(v.dot(force(term, q, v)), 0);
  const DenseMatrix in_v =
      derivative([&](const DenseVector& w) { return force(term, q, w); }, v, 1e-3);
  EXPECT_LT((in_v - C).norm(), 1e-9 * C.norm());
  const DenseMatrix in_q =
      derivative([&](const DenseVector& y) { return force(term, y, v); }, q, 1e-3);
  EXPECT_LT((0.5 * (in_q + in_q.transpose()) - K).norm(), 1e-8 * C.norm());
  const Eigen::Matrix3d R = random_rotation(generator);
  const Eigen::Vector3d spin = random_vector(3, 1, generator), w = random_vector(3, 1, generator);
  const DenseVector after = turned(q, x, term.directors(), R, Eigen::Vector3d::Zero());
  DenseVector rigid = DenseVector::Zero(q.size());
  const Eigen::Index width = term.directors() ? 12 : 3;
  for (std::size_t node = 0; node < x.size(); ++node) {
    const auto at = static_cast<Eigen::Index>(node) * width;
    rigid.segment<3>(at) = w + spin.cross(x[node] + after.segment<3>(at));
    for (int d = 1; term.directors() && d <= 3; ++d)
      rigid.segment<3>(at + 3 * d) = spin.cross(Eigen::Vector3d(after.segment<3>(at + 3 * d)));
  }
  EXPECT_LT(force(term, after, rigid).norm(), 1e-12 * C.norm());
  EXPECT_LT((force(term, after, rotated(v, R)) - rotated(force(term, q, v), R)).norm(),
            1e-12 * C.norm());
}

}  // namespace sparkdyn::structure::nonlinear
