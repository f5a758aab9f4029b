// SPDX-License-Identifier: BSD-3-Clause
// Six-node shell. Bending and shear are those of the plate MITC7 (Bathe, Brezzi, Fortin, Comput.
// Struct. 32, 1989): rotations have a seventh node, condensed out; with x = (r, s) the transverse
// shear is
//   e_t = a + A x + (s, −r) (d r + e s),
// of the same tangential part at the two Gauss points of each edge and the same mean as that of u.
// Strains of the middle surface are tied after MITC6 (Lee & Bathe, Comput. Struct. 82, 2004), the
// same from each corner: along the direction of each edge, r, s and q = s − r, e_dd is linear with
// its values at two Gauss points of that edge, and the mean of those at two of the line at 1/√3 of
// the way to the opposite corner. e_qq = e_rr + e_ss − 2e_rs.

#include <algorithm>
#include <array>
#include <cmath>

#include "all.hpp"
#include "quadratic_shell.hpp"

namespace sparkdyn::structure {

namespace curved {
namespace {

using Row7 = ShellRow<7>;
using Place = std::array<double, 2>;
constexpr int shear_fields = 8;
using ShearBasis = Eigen::Matrix<double, 2, shear_fields>;

/// The eight fields (e_rt, e_st) at a place.
ShearBasis shear_basis(double r, double s) {
  ShearBasis basis;
  basis << 1, r, s, 0, 0, 0, s * r, s * s,  //
      0, 0, 0, 1, r, s, -r * r, -r * s;
  return basis;
}

const std::vector<QuadraturePoint>& triangle_rule() {
  return quadrature(Shape::triangle6, 7);
}

/// A place on an edge, and the direction along it.
struct EdgePoint {
  double r, s;
  Eigen::RowVector2d along;
};

const std::array<EdgePoint, 6>& edge_points() {
  static const std::array<EdgePoint, 6> points = [] {
    const double near = 0.5 - 0.5 / std::sqrt(3.0), far = 1 - near;
    return std::array<EdgePoint, 6>{{{near, 0, {1, 0}},
                                     {far, 0, {1, 0}},
                                     {0, near, {0, 1}},
                                     {0, far, {0, 1}},
                                     {far, near, {-1, 1}},
                                     {near, far, {-1, 1}}}};
  }();
  return points;
}

/// The fields' factors from the tangential parts at the edges and the two means.
const Eigen::Matrix<double, shear_fields, shear_fields>& shear_from_ties() {
  static const Eigen::Matrix<double, shear_fields, shear_fields> inverse = [] {
    Eigen::Matrix<double, shear_fields, shear_fields> ties;
    for (int i = 0; i < 6; ++i) {
      const EdgePoint& point = edge_points()[static_cast<std::size_t>(i)];
      ties.row(i) = point.along * shear_basis(point.r, point.s);
    }
    ties.bottomRows<2>().setZero();
    for (const QuadraturePoint& at : triangle_rule())
      ties.bottomRows<2>() += at.weight * shear_basis(at.xi[0], at.xi[1]);
    return Eigen::Matrix<double, shear_fields, shear_fields>(ties.inverse());
  }();
  return inverse;
}

struct QuadraticTriangle {
  static constexpr int nodes = 7;
  static constexpr Shape cell = Shape::triangle6;
  static constexpr bool keeps_mean =
      false;  ///< with straight sides the tied strains are those of u

  static ShellShape<7> middle_at(double r, double s) {
    const ShapeValues N = shape_values(cell, {r, s, 0});
    const ShapeGradients slopes = shape_gradients(cell, {r, s, 0});
    ShellShape<7> shape{};
    for (int i = 0; i < 6; ++i) {
      shape.N[i] = N[i];
      shape.N_r[i] = slopes(i, 0);
      shape.N_s[i] = slopes(i, 1);
    }
    return shape;
  }
  /// The bubble b = 27 r s (1 − r − s), and what keeps the others zero in the middle.
  static ShellShape<7> at(double r, double s) {
    ShellShape<7> shape = middle_at(r, s);
    const double b = 27 * r * s * (1 - r - s), b_r = 27 * s * (1 - 2 * r - s),
                 b_s = 27 * r * (1 - r - 2 * s);
    for (int i = 0; i < 7; ++i) {
      const double part = i == 6 ? 1 : i < 3 ? 1.0 / 9 : -4.0 / 9;
      shape.N[i] += part * b;
      shape.N_r[i] += part * b_r;
      shape.N_s[i] += part * b_s;
    }
    return shape;
  }
  /// Its place, and its share of the reference triangle.
  static std::array<double, 3> node(int i) {
    constexpr std::array<std::array<double, 3>, 7> places{{{0, 0, 1.0 / 40},
                                                           {1, 0, 1.0 / 40},
                                                           {0, 1, 1.0 / 40},
                                                           {0.5, 0, 1.0 / 15},
                                                           {0.5, 0.5, 1.0 / 15},
                                                           {0, 0.5, 1.0 / 15},
                                                           {1.0 / 3, 1.0 / 3, 9.0 / 40}}};
    return places[static_cast<std::size_t>(i)];
  }
  static const std::vector<QuadraturePoint>& rule() { return triangle_rule(); }

  class Tying {
   public:
    Tying(const CurvedShell<QuadraticTriangle>& shell, double t) : shell_(shell), t_(t) {
      const double near = 0.5 - 0.5 / std::sqrt(3.0), far = 1 - near;
      const double up = 1 / std::sqrt(3.0), left = near * (1 - up), right = far * (1 - up);
      along_r_ = stretch({{{near, 0}, {far, 0}, {left, up}, {right, up}}}, {1, 0, 0});
      along_s_ = stretch({{{0, near}, {0, far}, {up, left}, {up, right}}}, {0, 1, 0});
      along_q_ = stretch({{{far, near}, {near, far}, {left, right}, {right, left}}}, {1, 1, -1});
      tie_shear();
    }

    TiedStrains<7> at(double r, double s) const {
      const Eigen::RowVector3d place(1, r, s);
      const Row7 rr = place * along_r_, ss = place * along_s_;
      TiedStrains<7> tied;
      tied.e << rr, ss, rr + ss - place * along_q_;
      tied.e += shell_point(shell_, {r, s, t_}).in_surface() -
                shell_point(shell_, {r, s, 0}).in_surface();
      const Eigen::Matrix<double, 2, 42> shear = shear_basis(r, s) * shear_;
      tied.rt = shear.row(0);
      tied.st = shear.row(1);
      return tied;
    }

   private:
    using Linear = Eigen::Matrix<double, 3, 42>;  ///< constant, of r, of s

    /// At two places, and in the mean of two others.
    Linear stretch(const std::array<Place, 4>& places, const Eigen::RowVector3d& along) const {
      Matrix3 rows = Matrix3::Zero();
      Linear values = Linear::Zero();
      for (int i = 0; i < 4; ++i) {
        const auto [r, s] = places[static_cast<std::size_t>(i)];
        const int row = std::min(i, 2);
        const double share = i < 2 ? 1 : 0.5;
        rows.row(row) += share * Eigen::RowVector3d(1, r, s);
        values.row(row) += share * along * shell_point(shell_, {r, s, 0}).in_surface();
      }
      return rows.inverse() * values;
    }

    void tie_shear() {
      Eigen::Matrix<double, shear_fields, 42> ties;
      for (int i = 0; i < 6; ++i) {
        const EdgePoint& point = edge_points()[static_cast<std::size_t>(i)];
        const auto l = shell_point(shell_, {point.r, point.s, 0});
        ties.row(i) = point.along[0] * l.shear_rt() + point.along[1] * l.shear_st();
      }
      ties.bottomRows<2>().setZero();
      for (const QuadraturePoint& at : triangle_rule()) {
        const auto l = shell_point(shell_, {at.xi[0], at.xi[1], 0});
        ties.row(6) += at.weight * l.shear_rt();
        ties.row(7) += at.weight * l.shear_st();
      }
      shear_ = shear_from_ties() * ties;
    }

    const CurvedShell<QuadraticTriangle>& shell_;
    double t_;
    Linear along_r_, along_s_, along_q_;
    Eigen::Matrix<double, shear_fields, 42> shear_;
  };
};

}  // namespace
}  // namespace curved

const Element& shell6() {
  static const curved::QuadraticShell<curved::QuadraticTriangle> element("shell6");
  return element;
}

}  // namespace sparkdyn::structure
