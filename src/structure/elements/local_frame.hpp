// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Local axes and rigid arms of elements with rotations. A node's values are (u, θ); a point that
// hangs at the node by a rigid arm a moves by u + θ × a = u − [a]× θ.

#include <Eigen/Core>

#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::structure {

using Matrix3 = Eigen::Matrix3d;

inline Point as_point(const Vector& v) {
  return {v[0], v[1], v[2]};
}

/// [a]× b = a × b.
inline Matrix3 cross_matrix(const Point& a) {
  Matrix3 S;
  S << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return S;
}

/// (u, θ) of the end of a rigid arm from (u, θ) of the node.
inline Matrix6 rigid_arm(const Point& arm) {
  Matrix6 T = Matrix6::Identity();
  T.topRightCorner<3, 3>() = -cross_matrix(arm);
  return T;
}

/// Both halves of (u, θ) from global into local axes; the rows of `axes` are the local axes.
inline Matrix6 rotation6(const Matrix3& axes) {
  Matrix6 T = Matrix6::Zero();
  T.topLeftCorner<3, 3>() = axes;
  T.bottomRightCorner<3, 3>() = axes;
  return T;
}

/// Tᵀ A T, with the same 6 × 6 T at every node.
template <typename Matrix>
Matrix transformed(const Matrix& A, const Matrix6& T) {
  Matrix result = A;
  for (Eigen::Index row = 0; row < A.rows(); row += 6)
    for (Eigen::Index column = 0; column < A.cols(); column += 6)
      result.template block<6, 6>(row, column) =
          T.transpose() * A.template block<6, 6>(row, column) * T;
  return result;
}

/// The part of `direction` perpendicular to `normal` (a unit vector), not normalised.
inline Point perpendicular(const Point& direction, const Point& normal) {
  return direction - normal.dot(direction) * normal;
}

/// The tensor as σxx, σyy, σzz, σxy, σyz, σzx.
inline Stress as_stress(const Matrix3& s) {
  return (Stress() << s(0, 0), s(1, 1), s(2, 2), s(0, 1), s(1, 2), s(2, 0)).finished();
}

}  // namespace sparkdyn::structure
