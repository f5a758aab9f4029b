// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What shells with a normal at each node share. With directors V_i (unit normals) and z = t h/2,
//     x = Σ M_i x_i + z Σ N_i V_i,      u = Σ M_i u_i + z Σ N_i θ_i × V_i,      mostly M_i = N_i.
// Covariant strains follow from ∂x and ∂u; an element says which of them it takes from other places
// to keep from locking. Rotation about the normal: the spin ω_i of the surface at node i minus
// θ_i·V_i is penalised with γ G h A_i, after Hughes & Brezzi (1989), but collected at the nodes and
// small, so that it neither disturbs rigid motions and constant strains nor stiffens bending in the
// plane. The same difference carries the rotary inertia ρ h³/12, so that the total remains right.

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <array>
#include <cmath>

#include "lamina.hpp"

namespace sparkdyn::structure::curved {

/// Penalty over G. Small against 1 to keep bending in the plane free, large against rounding.
inline constexpr double drilling_factor = 1e-3;

/// In-surface coordinates and −1..1 through the thickness.
struct Natural {
  double r = 0, s = 0, t = 0;
};

template <int nodes>
using ShellRow = Eigen::Matrix<double, 1, 6 * nodes>;
template <int nodes>
using ShellVectorRows = Eigen::Matrix<double, 3, 6 * nodes>;  ///< a vector from the nodal values
template <int nodes>
using ShellMatrix = Eigen::Matrix<double, 6 * nodes, 6 * nodes>;

template <int nodes>
struct ShellShape {
  std::array<double, nodes> N, N_r, N_s;
};

/// `Interpolation::at(r, s)` gives the functions N of `Interpolation::nodes` nodes,
/// `Interpolation::middle_at(r, s)` the functions M.
template <typename Interpolation>
struct CurvedShell {
  static constexpr int nodes = Interpolation::nodes;
  std::array<Point, nodes> x;       ///< on the middle surface
  std::array<Point, nodes> normal;  ///< directors
  double thickness = 0;
};

/// Geometry and displacement gradients at one point.
template <int nodes>
struct ShellPoint {
  ShellShape<nodes> shape{}, middle{};  ///< N and M
  Point g_r, g_s, g_t;
  ShellVectorRows<nodes> u_r, u_s, u_t;
  double volume = 0;  ///< det(g_r, g_s, g_t)

  /// e_rr, e_ss, 2e_rs.
  ShellVectorRows<nodes> in_surface() const {
    ShellVectorRows<nodes> e;
    e << g_r.transpose() * u_r, g_s.transpose() * u_s,
        g_r.transpose() * u_s + g_s.transpose() * u_r;
    return e;
  }
  /// 2e_rt and 2e_st.
  ShellRow<nodes> shear_rt() const { return g_r.transpose() * u_t + g_t.transpose() * u_r; }
  ShellRow<nodes> shear_st() const { return g_s.transpose() * u_t + g_t.transpose() * u_s; }

  /// u at the point.
  ShellVectorRows<nodes> displacement(double t) const {
    ShellVectorRows<nodes> u = t * u_t;
    for (int i = 0; i < nodes; ++i)
      u.template middleCols<3>(6 * i) += middle.N[i] * Matrix3::Identity();
    return u;
  }
};

template <typename Interpolation>
ShellPoint<Interpolation::nodes> shell_point(const CurvedShell<Interpolation>& shell,
                                             const Natural& p) {
  constexpr int nodes = Interpolation::nodes;
  ShellPoint<nodes> l;
  l.shape = Interpolation::at(p.r, p.s);
  l.middle = Interpolation::middle_at(p.r, p.s);
  l.g_r = l.g_s = l.g_t = Point::Zero();
  l.u_r.setZero(), l.u_s.setZero(), l.u_t.setZero();
  const double half = 0.5 * shell.thickness;
  for (int i = 0; i < nodes; ++i) {
    const double N = l.shape.N[i], N_r = l.shape.N_r[i], N_s = l.shape.N_s[i];
    const double M_r = l.middle.N_r[i], M_s = l.middle.N_s[i];
    l.g_r += M_r * shell.x[i] + N_r * p.t * half * shell.normal[i];
    l.g_s += M_s * shell.x[i] + N_s * p.t * half * shell.normal[i];
    l.g_t += N * half * shell.normal[i];
    const Matrix3 director_motion = -half * cross_matrix(shell.normal[i]);  // of θ
    l.u_r.template middleCols<3>(6 * i) = M_r * Matrix3::Identity();
    l.u_s.template middleCols<3>(6 * i) = M_s * Matrix3::Identity();
    l.u_r.template middleCols<3>(6 * i + 3) = N_r * p.t * director_motion;
    l.u_s.template middleCols<3>(6 * i + 3) = N_s * p.t * director_motion;
    l.u_t.template middleCols<3>(6 * i + 3) = N * director_motion;
  }
  l.volume = l.g_r.cross(l.g_s).dot(l.g_t);
  return l;
}

/// Components along the local axes of the contravariant vectors g^r, g^s, g^t (the columns).
template <int nodes>
Matrix3 contravariant(const ShellPoint<nodes>& l, const Matrix3& axes) {
  Matrix3 covariant;
  covariant << l.g_r, l.g_s, l.g_t;
  return axes * covariant.inverse().transpose();
}

template <int nodes>
Matrix3 axes_at(const ShellSection& section, const ShellPoint<nodes>& l) {
  return lamina_axes(section, l.g_r.cross(l.g_s).normalized());
}

/// (ε11, ε22, γ12) from (e_rr, e_ss, 2e_rs).
inline Matrix3 in_plane_transform(const Matrix3& c) {
  Matrix3 T;
  T << c(0, 0) * c(0, 0), c(0, 1) * c(0, 1), c(0, 0) * c(0, 1),  //
      c(1, 0) * c(1, 0), c(1, 1) * c(1, 1), c(1, 0) * c(1, 1),   //
      2 * c(0, 0) * c(1, 0), 2 * c(0, 1) * c(1, 1), c(0, 0) * c(1, 1) + c(0, 1) * c(1, 0);
  return T;
}

template <int nodes>
struct ShellStrains {
  ShellVectorRows<nodes> in_plane;            ///< ε11, ε22, γ12
  Eigen::Matrix<double, 2, 6 * nodes> shear;  ///< γ13, γ23
  Matrix3 axes;
  double volume = 0;

  /// ∫ δε σ of a point of weight 1.
  ShellMatrix<nodes> stiffness(const Lamina& D) const {
    return in_plane.transpose() * (volume * D.Q) * in_plane +
           shear.transpose() * (volume * shear_correction * D.shear) * shear;
  }
};

/// Strains along the local axes from the covariant ones that the element takes at the point.
template <int nodes>
ShellStrains<nodes> local_strains(const ShellPoint<nodes>& l, const ShellSection& section,
                                  const ShellVectorRows<nodes>& e, const ShellRow<nodes>& rt,
                                  const ShellRow<nodes>& st) {
  ShellStrains<nodes> result;
  result.axes = axes_at(section, l);
  result.volume = l.volume;
  const Matrix3 c = contravariant(l, result.axes);
  result.in_plane = in_plane_transform(c) * e;
  for (int a = 0; a < 2; ++a) {
    // On a warped element g^r and g^s lean out of the surface a little.
    const double r3 = c(2, 0), s3 = c(2, 1), t3 = c(2, 2);
    result.shear.row(a) = t3 * (c(a, 0) * rt + c(a, 1) * st) + 2 * c(a, 0) * r3 * e.row(0) +
                          2 * c(a, 1) * s3 * e.row(1) + (c(a, 0) * s3 + c(a, 1) * r3) * e.row(2);
  }
  return result;
}

/// Σ factor A_i dᵢᵀ dᵢ with d_i = ω_i − θ_i·n_i and A_i = |g_r × g_s| times the node's weight.
template <typename Interpolation>
ShellMatrix<Interpolation::nodes> drilling_matrix(const CurvedShell<Interpolation>& shell,
                                                  double factor) {
  constexpr int nodes = Interpolation::nodes;
  ShellMatrix<nodes> result = ShellMatrix<nodes>::Zero();
  for (int i = 0; i < nodes; ++i) {
    const auto [r, s, weight] = Interpolation::node(i);
    const auto l = shell_point(shell, {r, s, 0});
    const Point area = l.g_r.cross(l.g_s);
    // ω·n = ½ n·curl u = ½ Σ (n × g^a)·∂u/∂a, and n × g^r = g_s/|area|, n × g^s = −g_r/|area|.
    ShellRow<nodes> spin =
        0.5 / area.norm() * (l.g_s.transpose() * l.u_r - l.g_r.transpose() * l.u_s);
    spin.template segment<3>(6 * i + 3) -= area.normalized().transpose();
    result += factor * weight * area.norm() * spin.transpose() * spin;
  }
  return result;
}

/// Tᵀ A T with each node's own arm from the node to the middle surface.
template <int nodes>
ShellMatrix<nodes> with_arms(const ShellMatrix<nodes>& A, const std::array<Point, nodes>& arms) {
  ShellMatrix<nodes> result = A;
  for (int i = 0; i < nodes; ++i) {
    const Matrix6 T = rigid_arm(arms[i]);
    result.template middleCols<6>(6 * i) *= T;
    result.template middleRows<6>(6 * i) =
        (T.transpose() * result.template middleRows<6>(6 * i)).eval();
  }
  return result;
}

/// Values at the middle surface from those at the nodes.
template <int nodes>
Eigen::Matrix<double, 6 * nodes, 1> moved_by_arms(const Eigen::VectorXd& q,
                                                  const std::array<Point, nodes>& arms) {
  Eigen::Matrix<double, 6 * nodes, 1> middle = q;
  for (int i = 0; i < nodes; ++i)
    middle.template segment<3>(6 * i) += middle.template segment<3>(6 * i + 3).cross(arms[i]);
  return middle;
}

}  // namespace sparkdyn::structure::curved
