// SPDX-License-Identifier: BSD-3-Clause
// Shells: patch tests, rigid motions, and the usual hard cases (MacNeal & Harder 1985). Every test
// runs for both formulations; a grid of quadrilaterals is cut in two for triangles.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <cstdio>

#include "structure/shell_cases.hpp"

namespace sparkdyn::structure::test {

namespace {

Material orthotropic() {
  Material m;
  m.is_isotropic = false;
  m.elastic = {.E1 = 140e9,
               .E2 = 10e9,
               .E3 = 10e9,
               .nu12 = 0.3,
               .nu13 = 0.3,
               .nu23 = 0.4,
               .G12 = 5e9,
               .G13 = 5e9,
               .G23 = 3e9};
  m.density = 1600;
  return m;
}

Eigen::Matrix3d some_rotation() {
  return Eigen::AngleAxisd(0.9, Point(1, -2, 0.7).normalized()).toRotationMatrix();
}

Axes as_axes(const Eigen::Matrix3d& rows) {
  Axes axes;
  for (int i = 0; i < 3; ++i) axes[i] = {rows(i, 0), rows(i, 1), rows(i, 2)};
  return axes;
}

}  // namespace

class Shell : public ::testing::TestWithParam<const char*> {
 protected:
  bool triangles() const { return std::string_view(GetParam()) == "shell3"; }
  /// One element: a distorted quadrilateral, or its first three nodes.
  ThinStructure single(const Material& material, const SectionData& section, double warp = 0,
                       const Eigen::Matrix3d& R = Eigen::Matrix3d::Identity(),
                       int first = 0) const {
    ThinStructure s(material, section);
    const std::array<Point, 4> x{Point(0, 0, 0), Point(2, 0.1, 0), Point(1.7, 1.2, warp),
                                 Point(-0.2, 0.9, -0.3 * warp)};
    const int n = triangles() ? 3 : 4;
    std::vector<int> nodes;
    for (int i = 0; i < n; ++i) {
      s.add_node(R * x[i]);
      nodes.push_back((i + first) % n);
    }
    s.add(GetParam(), nodes);
    return s;
  }
  ThinStructure patch(const Material& material, const SectionData& section) const {
    return shell_patch(formulation(GetParam()), material, section);
  }
  /// A grid mapped from the unit square.
  template <typename Map>
  void grid(ThinStructure& s, int n, int m, const Map& map) const {
    add_grid(s, formulation(GetParam()), n, m, map);
  }
  void report(const char* what, double value) const {
    std::printf("%s %s: %.4f\n", GetParam(), what, value);
  }
};

INSTANTIATE_TEST_SUITE_P(Each, Shell, ::testing::Values("shell4", "shell3"),
                         [](const auto& each) { return std::string(each.param); });

TEST_P(Shell, ExactlySixRigidMotions) {
  for (const double thickness : {0.001, 0.05, 0.5})
    for (const double warp : {0.0, 0.3})
      for (const double offset : {0.0, 0.5}) {
        const auto s = single(orthotropic(), shell_section(thickness, offset), warp);
        const Eigen::MatrixXd K = s.stiffness();
        for (int i = 0; i < 6; ++i) {
          const auto unit = Eigen::Matrix<double, 6, 1>::Unit(i);
          const Point u = unit.head<3>(), theta = unit.tail<3>();
          Eigen::VectorXd q = s.zero();
          for (int node = 0; node < s.nodes(); ++node)
            q.segment<6>(6 * node) << u + theta.cross(s.point(node)), theta;
          EXPECT_LT((K * q).norm(), 1e-13 * K.norm() * q.norm());
        }
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(K);
        const auto values = modes.eigenvalues() / modes.eigenvalues()(K.rows() - 1);
        EXPECT_LT(values.head<6>().cwiseAbs().maxCoeff(), 1e-14);
        EXPECT_GT(values(6), 1e-10) << "thickness " << thickness << ", warp " << warp;
      }
}

TEST_P(Shell, MassIsDefiniteAndItsTotalsAreExact) {
  const double h = 0.2, offset = 0.5, rho = 7800;
  const Material steel = Material::isotropic(200e9, 0.3, rho);
  ThinStructure s(steel, shell_section(h, offset));
  grid(s, 1, 1, [](double a, double b) { return Point(2 * a, b, 0); });
  const Eigen::MatrixXd M = s.mass(), lumped = s.mass(true);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> values(M);
  EXPECT_GT(values.eigenvalues()(0), 0);
  const double mass = rho * h * 2, lever = offset * h;
  const auto energy = [&](const Eigen::MatrixXd& A, const Point& u, const Point& theta) {
    Eigen::VectorXd q = s.zero();
    for (int node = 0; node < s.nodes(); ++node)
      q.segment<6>(6 * node) << u + theta.cross(s.point(node)), theta;
    return q.dot(A * q);
  };
  for (int c = 0; c < 3; ++c)
    for (const auto& A : {M, lumped})
      EXPECT_NEAR(energy(A, Point::Unit(c), Point::Zero()) / mass, 1, 1e-12);
  // About axes through the origin: a plate from 0 to 2 and 0 to 1, its middle `lever` above.
  const double through = h * h / 12 + lever * lever;
  EXPECT_NEAR(energy(M, Point::Zero(), Point::UnitX()) / (mass * (1.0 / 3 + through)), 1, 1e-12);
  EXPECT_NEAR(energy(M, Point::Zero(), Point::UnitY()) / (mass * (4.0 / 3 + through)), 1, 1e-12);
  EXPECT_NEAR(energy(M, Point::Zero(), Point::UnitZ()) / (mass * (5.0 / 3)), 1, 1e-12);
  s.section() = shell_section(h);
  const Eigen::MatrixXd centred = s.mass(true);
  EXPECT_EQ((centred - Eigen::MatrixXd(centred.diagonal().asDiagonal())).norm(), 0);
  EXPECT_GT(centred.diagonal().minCoeff(), 0);
}

TEST_P(Shell, MembranePatch) {
  for (const Material& material : {Material::isotropic(1e6, 0.25, 1), orthotropic()}) {
    auto s = patch(material, shell_section(0.001));
    const double a = 1e-3, b = 2e-4, c = 8e-4, d = -5e-4;  // u = ax + by, v = cx + dy
    Eigen::VectorXd exact = s.zero();
    for (int i = 0; i < s.nodes(); ++i) {
      const Point& x = s.point(i);
      exact.segment<6>(6 * i) << a * x.x() + b * x.y(), c * x.x() + d * x.y(), 0, 0, 0, (c - b) / 2;
    }
    const Eigen::VectorXd q = s.solve(s.zero(), exact);
    EXPECT_LT((q - exact).norm(), 1e-10 * exact.norm());
    const auto& e = material.elastic;
    const double nu21 = e.nu12 * e.E2 / e.E1, scale = 1 / (1 - e.nu12 * nu21);
    Stress sigma = Stress::Zero();
    sigma(0) = scale * (e.E1 * a + e.nu12 * e.E2 * d);
    sigma(1) = scale * (e.nu12 * e.E2 * a + e.E2 * d);
    sigma(3) = e.G12 * (b + c);
    for (const Member& member : s.members())
      for (const int layer : {-1, 0, 1})
        EXPECT_LT((s.stress(member, q, layer) - sigma).norm(), 1e-10 * sigma.norm());
  }
}

/// w = ½(ax² + by²) + cxy: constant bending and twisting moments.
TEST_P(Shell, BendingPatch) {
  for (const Material& material : {Material::isotropic(1e6, 0.25, 1), orthotropic()})
    for (const double h : {1e-3, 0.05}) {
      auto s = patch(material, shell_section(h));
      const double a = 1e-3, b = -4e-4, c = 7e-4;
      Eigen::VectorXd exact = s.zero();
      for (int i = 0; i < s.nodes(); ++i) {
        const double x = s.point(i).x(), y = s.point(i).y();
        exact.segment<6>(6 * i) << 0, 0, 0.5 * (a * x * x + b * y * y) + c * x * y, b * y + c * x,
            -(a * x + c * y), 0;
      }
      const Eigen::VectorXd q = s.solve(s.zero(), exact);
      EXPECT_LT((q - exact).norm(), 1e-10 * exact.norm()) << "thickness " << h;
      const auto& e = material.elastic;
      const double nu21 = e.nu12 * e.E2 / e.E1, scale = 1 / (1 - e.nu12 * nu21);
      Stress top = Stress::Zero();
      top(0) = -h / 2 * scale * (e.E1 * a + e.nu12 * e.E2 * b);
      top(1) = -h / 2 * scale * (e.nu12 * e.E2 * a + e.E2 * b);
      top(3) = -h * e.G12 * c;
      for (const Member& member : s.members())
        for (const int layer : {-1, 0, 1})
          EXPECT_LT((s.stress(member, q, layer) - layer * top).norm(), 1e-8 * top.norm());
    }
}

TEST_P(Shell, TurnsWithItsRotation) {
  const Eigen::Matrix3d R = some_rotation();
  for (const double warp : {0.0, 0.3}) {
    SectionData section = shell_section(0.05, 0.3), turned_section = section;
    std::get<ShellSection>(turned_section).axes = as_axes(R.transpose());
    const auto s = single(orthotropic(), section, warp);
    const auto turned = single(orthotropic(), turned_section, warp, R);
    Eigen::MatrixXd T = Eigen::MatrixXd::Zero(6 * s.nodes(), 6 * s.nodes());
    for (int i = 0; i < 2 * s.nodes(); ++i) T.block<3, 3>(3 * i, 3 * i) = R;
    const Eigen::MatrixXd K = T * Eigen::MatrixXd(s.stiffness()) * T.transpose();
    EXPECT_LT((K - Eigen::MatrixXd(turned.stiffness())).norm(), 1e-12 * K.norm());
    const Eigen::MatrixXd M = T * Eigen::MatrixXd(s.mass()) * T.transpose();
    EXPECT_LT((M - Eigen::MatrixXd(turned.mass())).norm(), 1e-12 * M.norm());
    Eigen::VectorXd q = Eigen::VectorXd::LinSpaced(6 * s.nodes(), -1, 2).array().sin();
    for (const int layer : {-1, 0, 1}) {
      const Stress a = s.stress(s.members()[0], q, layer);
      const Stress b = turned.stress(turned.members()[0], T * q, layer);
      Eigen::Matrix3d before, after;
      before << a(0), a(3), a(5), a(3), a(1), a(4), a(5), a(4), a(2);
      after << b(0), b(3), b(5), b(3), b(1), b(4), b(5), b(4), b(2);
      EXPECT_LT((R * before * R.transpose() - after).norm(), 1e-12 * after.norm());
    }
  }
}

TEST_P(Shell, DoesNotDependOnWhereTheNumberingBegins) {
  for (const double warp : {0.0, 0.3}) {
    const Eigen::MatrixXd K = single(orthotropic(), shell_section(0.05), warp).stiffness();
    for (int first = 1; first < 3; ++first) {
      const auto other =
          single(orthotropic(), shell_section(0.05), warp, Eigen::Matrix3d::Identity(), first);
      EXPECT_LT((K - Eigen::MatrixXd(other.stiffness())).norm(), 1e-12 * K.norm());
    }
  }
}

TEST_P(Shell, OffsetIsARigidArm) {
  const double h = 0.05, offset = -0.4;
  const auto with = single(orthotropic(), shell_section(h, offset));
  const auto without = single(orthotropic(), shell_section(h));
  Eigen::MatrixXd T = Eigen::MatrixXd::Identity(6 * with.nodes(), 6 * with.nodes());
  for (int i = 0; i < with.nodes(); ++i)
    for (int c = 0; c < 3; ++c)
      T.block<3, 1>(6 * i, 6 * i + 3 + c) = Point::Unit(c).cross(Point(0, 0, offset * h));
  const Eigen::MatrixXd K = T.transpose() * Eigen::MatrixXd(without.stiffness()) * T;
  EXPECT_LT((K - Eigen::MatrixXd(with.stiffness())).norm(), 1e-12 * K.norm());
  const Eigen::MatrixXd M = T.transpose() * Eigen::MatrixXd(without.mass()) * T;
  EXPECT_LT((M - Eigen::MatrixXd(with.mass())).norm(), 1e-12 * M.norm());
  const Eigen::VectorXd q = Eigen::VectorXd::LinSpaced(6 * with.nodes(), -1, 2).array().sin();
  const Stress a = with.stress(with.members()[0], q, 1);
  const Stress b = without.stress(without.members()[0], T * q, 1);
  EXPECT_LT((a - b).norm(), 1e-12 * a.norm());
}

TEST_P(Shell, MaterialAxesFollowTheSection) {
  Material swapped = orthotropic();
  auto& e = swapped.elastic;
  const double nu21 = e.nu12 * e.E2 / e.E1;
  std::swap(e.E1, e.E2);
  std::swap(e.G13, e.G23);
  e.nu12 = nu21;
  SectionData quarter_turn = shell_section(0.05);
  std::get<ShellSection>(quarter_turn).axes = {Vector{0, 1, 0}, Vector{-1, 0, 0}, Vector{0, 0, 1}};
  const Eigen::MatrixXd K = single(orthotropic(), quarter_turn).stiffness();
  const Eigen::MatrixXd other = single(swapped, shell_section(0.05)).stiffness();
  EXPECT_LT((K - other).norm(), 1e-12 * K.norm());
  const Eigen::MatrixXd unturned = single(orthotropic(), shell_section(0.05)).stiffness();
  EXPECT_GT((K - unturned).norm(), 0.1 * K.norm());
}

TEST_P(Shell, ThinClampedPlateDoesNotLock) {
  const double ratio = thin_clamped_plate(formulation(GetParam()));
  report("clamped plate 16 x 16, t/L 1e-4, centre / closed form", ratio);
  EXPECT_NEAR(ratio, 1, 0.01);
}

/// A thick cantilever strip with ν = 0: PL³/3EI + PL/κGA.
TEST_P(Shell, ThickStripShears) {
  const double h = 0.5, E = 1e7;
  const int n = 16;
  ThinStructure s(Material::isotropic(E, 0, 1), shell_section(h));
  grid(s, n, 2, [](double a, double b) { return Point(a, 0.125 * b, 0); });
  Eigen::VectorXd load = s.zero();
  for (int j = 0; j < 3; ++j) {
    clamp(s, j * (n + 1));
    load(6 * (j * (n + 1) + n) + 2) = j == 1 ? 0.5 : 0.25;
  }
  const double I = 0.125 * h * h * h / 12, G = E / 2;
  const double exact = 1 / (3 * E * I) + 1 / (5.0 / 6 * G * 0.125 * h);
  EXPECT_NEAR(s.solve(load)(6 * (2 * n + 1) + 2) / exact, 1, 0.01);
}

/// MacNeal and Harder's straight beam bent in its plane: 6 × 0.2 × 0.1, tip 0.1081.
TEST_P(Shell, CantileverInItsPlane) {
  const auto tip = [&](int n, int m) {
    ThinStructure s(Material::isotropic(1e7, 0.3, 1), shell_section(0.1));
    grid(s, n, m, [](double a, double b) { return Point(6 * a, 0.2 * b, 0); });
    Eigen::VectorXd load = s.zero();
    for (int j = 0; j <= m; ++j) {
      clamp(s, j * (n + 1));
      load(6 * (j * (n + 1) + n) + 1) = (j == 0 || j == m ? 0.5 : 1.0) / m;
    }
    return s.solve(load)(6 * n + 1) / 0.1081;
  };
  const double coarse = tip(6, 1), fine = tip(24, 4);
  report("straight beam 6 x 1, tip / reference", coarse);
  report("straight beam 24 x 4, tip / reference", fine);
  EXPECT_NEAR(coarse, 1, triangles() ? 0.25 : 0.02);
  EXPECT_NEAR(fine, 1, 0.015);
}

/// MacNeal and Harder's curved beam: a quarter ring, radii 4.12 and 4.32, t = 0.1.
TEST_P(Shell, CurvedBeam) {
  const auto tip = [&](int n, int m, int component) {
    ThinStructure s(Material::isotropic(1e7, 0.25, 1), shell_section(0.1));
    grid(s, n, m, [](double a, double b) {
      const double r = 4.32 - 0.2 * b, angle = pi / 2 * (1 - a);
      return Point(r * std::cos(angle), r * std::sin(angle), 0);
    });
    Eigen::VectorXd load = s.zero();
    for (int j = 0; j <= m; ++j) {
      clamp(s, j * (n + 1));
      load(6 * (j * (n + 1) + n) + component) = (j == 0 || j == m ? 0.5 : 1.0) / m;
    }
    return s.solve(load)(6 * (m / 2 * (n + 1) + n) + component);
  };
  const double in_plane = tip(36, 4, 0) / 0.08734, across = tip(36, 4, 2) / 0.5022;
  report("curved beam 36 x 4, in plane / reference", in_plane);
  report("curved beam 36 x 4, across / reference", across);
  EXPECT_NEAR(in_plane, 1, triangles() ? 0.04 : 0.02);
  // Torsion of a strip only twice as wide as thick lives on the shear near its edges.
  EXPECT_NEAR(across, 1, triangles() ? 0.08 : 0.03);
}

/// MacNeal and Harder's twisted beam, 12 × 1.1, 90°, t = 0.32; and t = 0.0032 (Belytschko 1989).
TEST_P(Shell, TwistedBeam) {
  const auto tip = [&](int k, double h, double force, int component) {
    const int n = 12 * k, m = 2 * k;
    ThinStructure s(Material::isotropic(29e6, 0.22, 1), shell_section(h));
    grid(s, n, m, [](double a, double b) {
      const double y = 1.1 * (b - 0.5), angle = pi / 2 * a;
      return Point(12 * a, y * std::cos(angle), y * std::sin(angle));
    });
    Eigen::VectorXd load = s.zero();
    for (int j = 0; j <= m; ++j) {
      clamp(s, j * (n + 1));
      load(6 * (j * (n + 1) + n) + component) = force * (j == 0 || j == m ? 0.5 : 1.0) / m;
    }
    return s.solve(load)(6 * (m / 2 * (n + 1) + n) + component);
  };
  const double thick_z = tip(1, 0.32, 1, 2) / 0.005424, thick_y = tip(1, 0.32, 1, 1) / 0.001754;
  report("twisted beam 12 x 2, t 0.32, in plane / reference", thick_z);
  report("twisted beam 12 x 2, t 0.32, across / reference", thick_y);
  EXPECT_NEAR(thick_z, 1, 0.02);
  EXPECT_NEAR(thick_y, 1, 0.02);
  // Flat triangles follow the twist slowly when this thin.
  const int k = triangles() ? 4 : 1;
  const double thin_z = tip(k, 0.0032, 1e-6, 2) / 0.005256;
  const double thin_y = tip(k, 0.0032, 1e-6, 1) / 0.001294;
  report(triangles() ? "twisted beam 48 x 8, t 0.0032, in plane / reference"
                     : "twisted beam 12 x 2, t 0.0032, in plane / reference",
         thin_z);
  EXPECT_NEAR(thin_z, 1, triangles() ? 0.1 : 0.03);
  EXPECT_NEAR(thin_y, 1, triangles() ? 0.1 : 0.03);
}

/// Scordelis–Lo roof: vertical deflection 0.3024 at the middle of the free edge.
TEST_P(Shell, ScordelisLoRoof) {
  const double R = 25, h = 0.25;
  const int n = 16;
  ThinStructure s(Material::isotropic(4.32e8, 0, 1), shell_section(h));
  grid(s, n, n, [&](double a, double b) {
    const double angle = 40 * pi / 180 * a;
    return Point(R * std::sin(angle), 25 * b, R * std::cos(angle));
  });
  for (int j = 0; j <= n; ++j) {
    s.fix(j * (n + 1), {0, 4, 5});      // the crown
    s.fix(j, {0, 2});                   // the diaphragm
    s.fix(n * (n + 1) + j, {1, 3, 5});  // the middle
  }
  const double ratio = s.solve(area_load(s, h, {0, 0, -90}))(6 * (s.nodes() - 1) + 2) / -0.3024;
  report("Scordelis-Lo 16 x 16 / 0.3024", ratio);
  EXPECT_NEAR(ratio, 1, 0.01);
}

/// Pinched cylinder with end diaphragms, R/t = 100: 1.8248e-5 under the unit force.
TEST_P(Shell, PinchedCylinder) {
  const double R = 300;
  const auto ratio = [&](int n) {
    ThinStructure s(Material::isotropic(3e6, 0.3, 1), shell_section(3));
    grid(s, n, n, [&](double a, double b) {
      return Point(R * std::sin(pi / 2 * a), 300 * b, R * std::cos(pi / 2 * a));
    });
    for (int j = 0; j <= n; ++j) {
      s.fix(j * (n + 1), {0, 4, 5});
      s.fix(j * (n + 1) + n, {2, 3, 4});
      s.fix(j, {0, 2});
      s.fix(n * (n + 1) + j, {1, 3, 5});
    }
    Eigen::VectorXd load = s.zero();
    load(6 * n * (n + 1) + 2) = -0.25;
    return s.solve(load)(6 * n * (n + 1) + 2) / -1.8248e-5;
  };
  const double coarse = ratio(16), fine = ratio(32);
  report("pinched cylinder 16 x 16 / 1.8248e-5", coarse);
  report("pinched cylinder 32 x 32 / 1.8248e-5", fine);
  EXPECT_NEAR(coarse, 1, 0.07);
  EXPECT_NEAR(fine, 1, 0.025);
}

/// NAFEMS 13T: simply supported plate 10 × 10 × 0.05 m; also the closed form
/// f = (π/2)(m² + n²)/L² √(D/ρh).
TEST_P(Shell, NafemsSimplySupportedPlate) {
  const double h = 0.05, E = 200e9, nu = 0.3, rho = 8000;
  const int n = 24;
  ThinStructure s(Material::isotropic(E, nu, rho), shell_section(h));
  grid(s, n, n, [](double a, double b) { return Point(10 * a, 10 * b, 0); });
  s.fix_everywhere({0, 1, 5});
  for (int i = 0; i < s.nodes(); ++i) {
    const Point& x = s.point(i);
    if (x.x() == 0 || x.x() == 10) s.fix(i, {2, 3});
    if (x.y() == 0 || x.y() == 10) s.fix(i, {2, 4});
  }
  const auto f = s.frequencies(4);
  const std::array<double, 4> nafems{2.377, 5.942, 5.942, 9.507};
  const std::array<int, 4> squares{2, 5, 5, 8};
  const double c = pi / 2 / 100 * std::sqrt(E * h * h / 12 / (1 - nu * nu) / rho);
  for (int i = 0; i < 4; ++i) {
    std::printf("%s 13T mode %d: %.4f Hz, NAFEMS %.3f, closed form %.4f\n", GetParam(), i + 1, f[i],
                nafems[i], squares[i] * c);
    EXPECT_NEAR(f[i] / nafems[i], 1, 0.01) << "mode " << i;
    EXPECT_NEAR(f[i] / (squares[i] * c), 1, 0.01) << "mode " << i;
  }
}

TEST_P(Shell, SaysWhatIsWrong) {
  const Material steel = Material::isotropic(200e9, 0.3, 7800);
  const Element& shell = formulation(GetParam());
  const auto complaint = [&](std::vector<Point> x, const SectionData& section) {
    if (triangles()) x.pop_back();
    return shell.complaint({x, &steel, &section});
  };
  const std::vector<Point> good{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  EXPECT_EQ(complaint(good, shell_section(0.1)), "");
  EXPECT_NE(complaint(good, shell_section(0)).find("thickness"), std::string::npos);
  SectionData skew = shell_section(0.1);
  std::get<ShellSection>(skew).axes[0] = {2, 0, 0};
  EXPECT_NE(complaint(good, skew).find("axes"), std::string::npos);
  EXPECT_NE(complaint({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}, shell_section(0.1)), "");
  if (triangles()) return;
  EXPECT_NE(complaint({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, shell_section(0.1)), "");
  EXPECT_NE(complaint({{0, 0, 0}, {1, 0, 0}, {0.2, 0.2, 0}, {0, 1, 0}}, shell_section(0.1))
                .find("node 3"),
            std::string::npos);
  EXPECT_NE(complaint({{0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {0, 1, 0}}, shell_section(0.1)), "");
}

}  // namespace sparkdyn::structure::test
