// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Derivatives of functions written once as templates on the scalar: the gradient of an energy, the
// derivative of a constraint along a direction, a product Gᵀ(y)λ that never forms G.

#include <algorithm>

#include "sparkdyn/dae/dual.hpp"

namespace sparkdyn::dae {

/// How many directions one evaluation carries. Eight doubles are one or two vector registers.
inline constexpr int directions = 8;

/// x as constants: duals whose slopes are zero.
template <typename S, int N>
Vector<Dual<S, N>> lift(const Vector<S>& x) {
  return x.template cast<Dual<S, N>>();
}

/// ∇f(x) for a scalar function, called with duals over the scalar of x.
template <typename S, typename Function>
Vector<S> gradient(const Function& f, const Vector<S>& x) {
  using D = Dual<S, directions>;
  Vector<S> result(x.size());
  Vector<D> point = lift<S, directions>(x);
  for (Eigen::Index first = 0; first < x.size(); first += directions) {
    const Eigen::Index count = std::min<Eigen::Index>(directions, x.size() - first);
    for (Eigen::Index k = 0; k < count; ++k) point[first + k].slope[k] = S(1);
    const D value = f(point);
    for (Eigen::Index k = 0; k < count; ++k) {
      result[first + k] = value.slope[k];
      point[first + k].slope[k] = S(0);
    }
  }
  return result;
}

/// d/dε F(t + ε t', x + ε x') at ε = 0 for a vector function F(t, x).
template <typename S, typename Function>
Vector<S> derivative_along(const Function& F, const S& t, const Vector<S>& x, const S& t_direction,
                           const Vector<S>& x_direction) {
  using D = Dual<S, 1>;
  D time(t);
  time.slope[0] = t_direction;
  Vector<D> point = lift<S, 1>(x);
  for (Eigen::Index i = 0; i < x.size(); ++i) point[i].slope[0] = x_direction[i];
  const Vector<D> value = F(time, point);
  Vector<S> result(value.size());
  for (Eigen::Index i = 0; i < value.size(); ++i) result[i] = value[i].slope[0];
  return result;
}

/// F_x(x), column by column in chunks.
template <typename S, typename Function>
Matrix<S> jacobian(const Function& F, const Vector<S>& x) {
  using D = Dual<S, directions>;
  Matrix<S> result;
  Vector<D> point = lift<S, directions>(x);
  for (Eigen::Index first = 0; first < x.size(); first += directions) {
    const Eigen::Index count = std::min<Eigen::Index>(directions, x.size() - first);
    for (Eigen::Index k = 0; k < count; ++k) point[first + k].slope[k] = S(1);
    const Vector<D> value = F(point);
    if (first == 0) result.resize(value.size(), x.size());
    for (Eigen::Index k = 0; k < count; ++k) {
      for (Eigen::Index i = 0; i < value.size(); ++i) result(i, first + k) = value[i].slope[k];
      point[first + k].slope[k] = S(0);
    }
  }
  return result;
}

/// The solution of A x = b by elimination with row pivots; Eigen's factorizations do not take duals
/// of duals.
template <typename S>
Vector<S> solve_small(Matrix<S> A, Vector<S> b) {
  const Eigen::Index n = b.size();
  using std::abs;
  for (Eigen::Index k = 0; k < n; ++k) {
    Eigen::Index pivot = k;
    for (Eigen::Index i = k + 1; i < n; ++i) {
      if (abs(A(i, k)) > abs(A(pivot, k))) pivot = i;
    }
    A.row(k).swap(A.row(pivot));
    std::swap(b[k], b[pivot]);
    for (Eigen::Index i = k + 1; i < n; ++i) {
      const S factor = A(i, k) / A(k, k);
      for (Eigen::Index j = k + 1; j < n; ++j) A(i, j) -= factor * A(k, j);
      b[i] -= factor * b[k];
    }
  }
  for (Eigen::Index i = n - 1; i >= 0; --i) {
    for (Eigen::Index j = i + 1; j < n; ++j) b[i] -= A(i, j) * b[j];
    b[i] = b[i] / A(i, i);
  }
  return b;
}

}  // namespace sparkdyn::dae
