// SPDX-License-Identifier: BSD-3-Clause
// Cross-sections of beams against closed forms, handbooks, and Cowper's definition integrated anew.

#include "sparkdyn/structure/beam_profile.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "structure/thin_structure.hpp"

namespace sparkdyn::structure::test {
namespace {

TEST(BeamProfile, RectangleCircleAndPipe) {
  const BeamSection r = beam_section(Rectangle{2, 3}, 0.3);
  EXPECT_DOUBLE_EQ(r.area, 6);
  EXPECT_DOUBLE_EQ(r.I11, 2 * 27.0 / 12);
  EXPECT_DOUBLE_EQ(r.I22, 3 * 8.0 / 12);
  EXPECT_DOUBLE_EQ(r.shear1, 6 * 13 / 15.3);  // Cowper, 0.85 as Abaqus has it
  EXPECT_DOUBLE_EQ(beam_section(Rectangle{2, 3}, 0).shear2, 5);
  // Timoshenko & Goodier, table of k1: J = k1 a b³.
  EXPECT_NEAR(beam_section(Rectangle{1, 1}, 0).J, 0.140577, 1e-6);
  EXPECT_NEAR(beam_section(Rectangle{1, 2}, 0).J / 2, 0.2287, 1e-4);
  EXPECT_NEAR(beam_section(Rectangle{10, 1}, 0).J / 10, 0.3123, 1e-4);
  const BeamSection c = beam_section(Circle{2}, 0.3);
  EXPECT_NEAR(c.area, 4 * pi, 1e-12);
  EXPECT_NEAR(c.I11, 4 * pi, 1e-12);
  EXPECT_NEAR(c.J, 8 * pi, 1e-12);
  EXPECT_NEAR(c.shear2 / c.area, 6 * 1.3 / 8.8, 1e-12);
  const BeamSection p = beam_section(Pipe{1, 0.25}, 0.3);
  EXPECT_NEAR(p.area, pi * (1 - 0.5625), 1e-12);
  EXPECT_NEAR(p.I22, pi / 4 * (1 - 0.31640625), 1e-12);
  const BeamSection thin = beam_section(Pipe{1, 1e-6}, 0.3);  // Cowper: 2(1 + ν)/(4 + 3ν)
  EXPECT_NEAR(thin.shear1 / thin.area, 2.6 / 4.9, 1e-5);
}

/// The ellipse (x/a)² + (y/b)² = 1 by Cowper's definition, force along x: with χ harmonic, (∇χ +
/// g)·n = 0 on the boundary, g = (νx²/2 + (1 − ν/2) y², (2 + ν) x y), it is κ = 2(1 + ν) I/[ν/2
/// (∫y² − ∫x²) − A/I ∫ x(χ + x y²) dA], I = ∫x² dA.
double kappa_of_ellipse(double a, double b, double nu) {
  // χ = c x + d (x³ − 3xy²): the boundary condition at two points of it.
  const auto row = [&](double angle, double& right) {
    const double x = a * std::cos(angle), y = b * std::sin(angle), nx = x / (a * a),
                 ny = y / (b * b);
    right = -(nu * x * x / 2 + (1 - nu / 2) * y * y) * nx - (2 + nu) * x * y * ny;
    return Eigen::RowVector2d(nx, 3 * (x * x - y * y) * nx - 6 * x * y * ny);
  };
  Eigen::Matrix2d matrix;
  Eigen::Vector2d right;
  matrix.row(0) = row(0.3, right[0]);
  matrix.row(1) = row(1.1, right[1]);
  const Eigen::Vector2d c = matrix.inverse() * right;
  double other = 0;
  const double there = row(0.7, other).dot(c);
  EXPECT_NEAR(there, other, 1e-12 * (1 + std::abs(other)));  // and so everywhere
  double area = 0, along = 0, across = 0, flexure = 0;
  const int rings = 2000, angles = 16;  // exact in the angle, midpoint rule along the radius
  for (int i = 0; i < rings; ++i)
    for (int j = 0; j < angles; ++j) {
      const double r = (i + 0.5) / rings, angle = 2 * pi * j / angles;
      const double x = a * r * std::cos(angle), y = b * r * std::sin(angle);
      const double dA = a * b * r / rings * 2 * pi / angles;
      area += dA;
      along += x * x * dA;
      across += y * y * dA;
      flexure += x * (c[0] * x + c[1] * (x * x * x - 3 * x * y * y) + x * y * y) * dA;
    }
  return 2 * (1 + nu) * along / (nu / 2 * (across - along) - area / along * flexure);
}

TEST(BeamProfile, EllipseByCowpersDefinition) {
  for (const auto& [a, b, nu] : {std::array{2.0, 1.0, 0.3}, {1.0, 3.0, 0.2}, {1.5, 1.4, 0.49}}) {
    const BeamSection s = beam_section(Ellipse{a, b}, nu);
    EXPECT_NEAR(s.area, pi * a * b, 1e-12);
    EXPECT_NEAR(s.I22, pi * a * a * a * b / 4, 1e-11);
    EXPECT_NEAR(s.shear1 / s.area, kappa_of_ellipse(a, b, nu), 1e-5);
    EXPECT_NEAR(s.shear2 / s.area, kappa_of_ellipse(b, a, nu), 1e-5);
  }
  const BeamSection round = beam_section(Ellipse{2, 2}, 0.3), circle = beam_section(Circle{2}, 0.3);
  EXPECT_NEAR(round.shear1, circle.shear1, 1e-12);
  EXPECT_NEAR(round.shear2, circle.shear2, 1e-12);
  EXPECT_NEAR(round.J, circle.J, 1e-12);
  const BeamSection solid = beam_section(Pipe{2, 2}, 0.3);
  EXPECT_DOUBLE_EQ(solid.shear1, circle.shear1);
}

/// A wall of a thin section that is symmetric about both axes: from, to and thickness, whose shear
/// flow runs on into wall `next` (−1: ends there).
struct ThinWall {
  Eigen::Vector2d from, to;
  double thickness;
  int next;
};

/// Cowper's definition for thin walls, force along the second axis, z = s: the flow q of a unit
/// force obeys q' = −t y/I, and with β = ν/(2(1 + ν)), p = (x y, (y² − x²)/2)/I, A_s = κA is 1/A_s
/// = ∫ q²/t ds + β ∫ q p·ds + β (∫x² − ∫y²)/(2 A I); around a cell ∮ (q/t + β p·ŝ) ds = 0.
double kappa_of_walls(const std::vector<ThinWall>& walls, bool closed, double nu) {
  constexpr int points = 400;
  const double beta = nu / (2 * (1 + nu));
  double area = 0, I = 0, other = 0;
  const auto along = [&](auto visit) {
    for (std::size_t k = 0; k < walls.size(); ++k)
      for (int i = 0; i < points; ++i) {
        const ThinWall& w = walls[k];
        const Eigen::Vector2d step = (w.to - w.from) / points;
        visit(k, i, Eigen::Vector2d(w.from + (i + 0.5) * step), step, w.thickness * step.norm());
      }
  };
  along([&](auto, auto, const auto& x, const auto&, double dA) {
    area += dA;
    I += x[1] * x[1] * dA;
    other += x[0] * x[0] * dA;
  });
  std::vector<double> start(walls.size(), 0.0), end(walls.size(), 0.0);
  std::vector<std::array<double, points>> flow(walls.size());
  along([&](std::size_t k, int i, const auto& x, const auto&, double dA) {
    if (i == 0) end[k] = start[k];
    flow[k][i] = end[k] - 0.5 * x[1] / I * dA;
    end[k] -= x[1] / I * dA;
    if (i == points - 1 && walls[k].next >= 0) start[walls[k].next] += end[k];
  });
  const auto p_along = [&](const Eigen::Vector2d& x, const Eigen::Vector2d& step) {
    return (x[0] * x[1] * step[0] + 0.5 * (x[1] * x[1] - x[0] * x[0]) * step[1]) / I;
  };
  double around = 0, length = 0, energy = beta * (other - I) / (2 * area * I);
  along([&](std::size_t k, int i, const auto& x, const auto& step, double) {
    around += flow[k][i] / walls[k].thickness * step.norm() + beta * p_along(x, step);
    length += step.norm() / walls[k].thickness;
  });
  along([&](std::size_t k, int i, const auto& x, const auto& step, double) {
    const double q = flow[k][i] - (closed ? around / length : 0);
    energy += q * q / walls[k].thickness * step.norm() + beta * q * p_along(x, step);
  });
  return 1 / (energy * area);
}

TEST(BeamProfile, BoxAndIByCowpersDefinition) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> size(0.5, 2), wall(1e-5, 4e-5), ratio(0, 0.49);
  for (int round = 0; round < 20; ++round) {
    const double a = size(random), b = size(random), tf = wall(random), tw = wall(random);
    const double nu = ratio(random), x = a / 2, y = b / 2;
    const BeamSection box = beam_section(Box{a, b, tw, tf, tw, tf}, nu);
    const double of_box = kappa_of_walls({{{x, -y}, {x, y}, tw, 1},
                                          {{x, y}, {-x, y}, tf, 2},
                                          {{-x, y}, {-x, -y}, tw, 3},
                                          {{-x, -y}, {x, -y}, tf, -1}},
                                         true, nu);
    EXPECT_NEAR(box.shear2 / box.area / of_box, 1, 2e-4);
    EXPECT_NEAR(beam_section(Box{b, a, tf, tw, tf, tw}, nu).shear1 / box.shear2, 1, 1e-12);
    EXPECT_NEAR(box.J / (2 * a * a * b * b / (a / tf + b / tw)), 1, 2e-4);
    EXPECT_NEAR(box.offset1, 0, 1e-15);
    const BeamSection i = beam_section(IProfile{0, b, a, a, tf, tf, tw}, nu);
    const double of_i = kappa_of_walls({{{-x, y}, {0, y}, tf, 2},
                                        {{x, y}, {0, y}, tf, 2},
                                        {{0, y}, {0, -y}, tw, -1},
                                        {{-x, -y}, {0, -y}, tf, -1},
                                        {{x, -y}, {0, -y}, tf, -1}},
                                       false, nu);
    EXPECT_NEAR(i.shear2 / i.area / of_i, 1, 2e-4);
    EXPECT_NEAR(i.shear1 / beam_section(Rectangle{a, 2 * tf}, nu).shear1, 1, 2e-4);
  }
}

TEST(BeamProfile, UnevenBoxIsOuterLessInner) {
  const BeamSection s = beam_section(Box{0.2, 0.3, 0.02, 0.03, 0.04, 0.05}, 0.3);
  const double hole = 0.14 * 0.22, outer = 0.06, c1 = 0.01, c2 = 0.01;  // hole's middle
  EXPECT_NEAR(s.area, outer - hole, 1e-15);
  EXPECT_NEAR(s.offset1, -hole * c1 / s.area, 1e-15);
  EXPECT_NEAR(s.offset2, -hole * c2 / s.area, 1e-15);
  const double about_origin = -hole * c1 * c2;
  EXPECT_NEAR(s.I12, about_origin - s.area * s.offset1 * s.offset2, 1e-15);
  EXPECT_GT(s.shear1, 0.3 * s.area);
  EXPECT_LT(s.shear1 + s.shear2, s.area);
}

TEST(BeamProfile, IProfileAgainstHandbook) {
  // IPE 200 (EN 10365, cm): I 1943 and 142.4, A 28.48, with fillets of radius 1.2, here without.
  const BeamSection ipe = beam_section(IProfile{0, 20, 10, 10, 0.85, 0.85, 0.56}, 0.3);
  const double fillets = (4 - pi) * 1.2 * 1.2, arm = 9.15 - 0.2234 * 1.2;
  EXPECT_NEAR((ipe.area + fillets) / 28.48, 1, 1e-3);
  EXPECT_NEAR((ipe.I11 + fillets * arm * arm) / 1943, 1, 1e-3);
  EXPECT_NEAR(ipe.I22 / 142.4, 1, 0.01);
  EXPECT_NEAR(ipe.offset2, 10, 1e-12);
}

TEST(BeamProfile, SaysWhatIsWrong) {
  EXPECT_EQ(complaint(BeamProfile{Pipe{1, 0.1}}), "");
  EXPECT_NE(complaint(BeamProfile{Pipe{1, 1.01}}).find("thicker"), std::string::npos);
  EXPECT_NE(complaint(BeamProfile{Ellipse{1, 0}}).find("semi-axes"), std::string::npos);
  EXPECT_NE(complaint(BeamProfile{Circle{0}}).find("radius"), std::string::npos);
  EXPECT_NE(complaint(BeamProfile{Rectangle{1, -1}}).find("sides"), std::string::npos);
  EXPECT_NE(complaint(BeamProfile{Box{1, 1, 0.5, 0.1, 0.5, 0.1}}).find("thicker"),
            std::string::npos);
  EXPECT_NE(complaint(BeamProfile{IProfile{0, 1, 1, 1, 0.5, 0.5, 0.1}}).find("flanges"),
            std::string::npos);
}

}  // namespace
}  // namespace sparkdyn::structure::test
