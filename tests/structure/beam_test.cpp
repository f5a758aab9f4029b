// SPDX-License-Identifier: BSD-3-Clause
// Beams against closed forms: stiffness and mass entry by entry, deflections, frequencies.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <array>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "sparkdyn/structure/beam_profile.hpp"
#include "structure/thin_structure.hpp"

namespace sparkdyn::structure::test {

namespace {

const Material steel = Material::isotropic(200e9, 0.3, 8000);

/// Everything different from everything else.
BeamSection uneven_section() {
  BeamSection s;
  s.area = 0.02;
  s.I11 = 5e-5;
  s.I22 = 2e-5;
  s.I12 = 1.1e-5;
  s.J = 3e-5;
  s.shear1 = 0.012;
  s.shear2 = 0.009;
  s.n1 = {0.3, -0.2, 1};
  s.offset1 = 0.07;
  s.offset2 = -0.04;
  return s;
}

/// Along x with n1 = y and n2 = z.
BeamSection plain_section(const BeamProfile& profile) {
  BeamSection s = beam_section(profile, steel.nu());
  s.n1 = {0, 1, 0};
  return s;
}

ThinStructure straight(const BeamSection& section, double length, int count,
                       const Point& direction = {1, 0, 0}) {
  ThinStructure structure(steel, section);
  for (int i = 0; i <= count; ++i) structure.add_node(length * i / count * direction);
  for (int i = 0; i < count; ++i) structure.add("beam2", {i, i + 1});
  return structure;
}

/// (u, θ) at the nodes of the rigid motion with velocity `u` at the origin and spin `theta`.
Eigen::VectorXd rigid_motion(const ThinStructure& structure, const Point& u, const Point& theta) {
  Eigen::VectorXd q = structure.zero();
  for (int i = 0; i < structure.nodes(); ++i)
    q.segment<6>(6 * i) << u + theta.cross(structure.point(i)), theta;
  return q;
}

}  // namespace

TEST(Beam, ExactlySixRigidMotions) {
  const auto structure = straight(uneven_section(), 1.7, 1, Point(1, 2, -0.5).normalized());
  const Eigen::MatrixXd K = structure.stiffness();
  for (int i = 0; i < 6; ++i) {
    const auto unit = Eigen::Matrix<double, 6, 1>::Unit(i);
    const auto q = rigid_motion(structure, unit.head<3>(), unit.tail<3>());
    EXPECT_LT((K * q).norm(), 1e-12 * K.norm() * q.norm());
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(K);
  EXPECT_GT(modes.eigenvalues()(6), 1e-6 * modes.eigenvalues()(11));
}

TEST(Beam, StiffnessOfPrzemieniecki) {
  BeamSection s = uneven_section();
  s.I12 = s.offset1 = s.offset2 = 0;
  s.n1 = {0, 1, 0};
  const double L = 1.3, E = steel.E(), G = steel.G();
  const Eigen::MatrixXd K = straight(s, L, 1).stiffness();
  const auto plane = [&](double I, double shear, int w, int theta, double sign) {
    const double phi = 12 * E * I / (G * shear * L * L), k = E * I / ((1 + phi) * L * L * L);
    EXPECT_NEAR(K(w, w) / (12 * k), 1, 1e-12);
    EXPECT_NEAR(K(w, 6 + w) / (-12 * k), 1, 1e-12);
    EXPECT_NEAR(K(w, theta) / (sign * 6 * k * L), 1, 1e-12);
    EXPECT_NEAR(K(6 + w, theta) / (-sign * 6 * k * L), 1, 1e-12);
    EXPECT_NEAR(K(theta, theta) / ((4 + phi) * k * L * L), 1, 1e-12);
    EXPECT_NEAR(K(theta, 6 + theta) / ((2 - phi) * k * L * L), 1, 1e-12);
  };
  plane(s.I22, s.shear1, 1, 5, 1);
  plane(s.I11, s.shear2, 2, 4, -1);
  EXPECT_NEAR(K(0, 6) * L / (-E * s.area), 1, 1e-12);
  EXPECT_NEAR(K(3, 9) * L / (-G * s.J), 1, 1e-12);
}

TEST(Beam, MassOfPrzemieniecki) {
  BeamSection s = uneven_section();
  s.I12 = s.offset1 = s.offset2 = 0;
  s.n1 = {0, 1, 0};
  const double L = 0.9, rho = steel.density;
  for (const double shear : {0.0, 0.012}) {
    s.shear1 = s.shear2 = shear;
    const Eigen::MatrixXd M = straight(s, L, 1).mass();
    const double phi = shear > 0 ? 12 * steel.E() * s.I22 / (steel.G() * shear * L * L) : 0;
    const double m = rho * s.area * L / (1 + phi) / (1 + phi);
    const double j = rho * s.I22 / L / (1 + phi) / (1 + phi);
    EXPECT_NEAR(M(1, 1) / (m * (13.0 / 35 + 0.7 * phi + phi * phi / 3) + 1.2 * j), 1, 1e-12);
    EXPECT_NEAR(M(1, 7) / (m * (9.0 / 70 + 0.3 * phi + phi * phi / 6) - 1.2 * j), 1, 1e-12);
    EXPECT_NEAR(M(1, 5) / (m * L * (11.0 / 210 + 11.0 / 120 * phi + phi * phi / 24) +
                           j * L * (0.1 - 0.5 * phi)),
                1, 1e-12);
    EXPECT_NEAR(M(5, 5) / (m * L * L * (1.0 / 105 + phi / 60 + phi * phi / 120) +
                           j * L * L * (2.0 / 15 + phi / 6 + phi * phi / 3)),
                1, 1e-12);
    EXPECT_NEAR(M(0, 6) / (rho * s.area * L / 6), 1, 1e-12);
    EXPECT_NEAR(M(3, 3) / (rho * (s.I11 + s.I22) * L / 3), 1, 1e-12);
  }
}

TEST(Beam, ProductOfInertiaIsARotationOfTheSection) {
  BeamSection principal = plain_section(Rectangle{0.2, 0.1});
  principal.shear2 = principal.shear1;
  const double angle = 0.4, c = std::cos(angle), s = std::sin(angle);
  BeamSection turned = principal;  // the same section seen from axes turned back by the angle
  turned.n1 = {0, c, -s};
  turned.I11 = c * c * principal.I11 + s * s * principal.I22;
  turned.I22 = s * s * principal.I11 + c * c * principal.I22;
  // x1 = c a − s b, x2 = s a + c b with principal coordinates a, b.
  turned.I12 = c * s * (principal.I22 - principal.I11);
  const auto a = straight(principal, 2, 1), b = straight(turned, 2, 1);
  const Eigen::MatrixXd Ka = a.stiffness(), Kb = b.stiffness(), Ma = a.mass(), Mb = b.mass();
  EXPECT_LT((Ka - Kb).norm(), 1e-12 * Ka.norm());
  EXPECT_LT((Ma - Mb).norm(), 1e-12 * Ma.norm());
}

TEST(Beam, OffsetIsARigidArm) {
  BeamSection offset = uneven_section(), centred = offset;
  centred.offset1 = centred.offset2 = 0;
  const Point t = Point(1, 2, -0.5).normalized();
  const Point given(offset.n1[0], offset.n1[1], offset.n1[2]);
  const Point n1 = (given - t * t.dot(given)).normalized();
  const Point arm = offset.offset1 * n1 + offset.offset2 * t.cross(n1);
  Matrix6 T = Matrix6::Identity();
  for (int c = 0; c < 3; ++c) T.block<3, 1>(0, 3 + c) = Point::Unit(c).cross(arm);
  Eigen::MatrixXd both = Eigen::MatrixXd::Zero(12, 12);
  both.topLeftCorner<6, 6>() = both.bottomRightCorner<6, 6>() = T;
  const auto with = straight(offset, 1.7, 1, t), without = straight(centred, 1.7, 1, t);
  const Eigen::MatrixXd K = both.transpose() * Eigen::MatrixXd(without.stiffness()) * both;
  EXPECT_LT((K - Eigen::MatrixXd(with.stiffness())).norm(), 1e-12 * K.norm());
  for (const bool lumped : {false, true}) {
    const Eigen::MatrixXd M = both.transpose() * Eigen::MatrixXd(without.mass(lumped)) * both;
    EXPECT_LT((M - Eigen::MatrixXd(with.mass(lumped))).norm(), 1e-12 * M.norm());
  }
}

TEST(Beam, TotalMassAndInertia) {
  const BeamSection s = uneven_section();
  const double L = 1.7, m = steel.density * s.area * L, rho = steel.density;
  BeamSection along = s;
  along.n1 = {0, 1, 0};
  const auto structure = straight(along, L, 1);
  const Eigen::MatrixXd M = structure.mass(), lumped = structure.mass(true);
  const auto energy = [&](const Eigen::MatrixXd& A, const Point& u, const Point& theta) {
    const auto q = rigid_motion(structure, u, theta);
    return q.dot(A * q);
  };
  for (int c = 0; c < 3; ++c)
    for (const auto& A : {M, lumped})
      EXPECT_NEAR(energy(A, Point::Unit(c), Point::Zero()) / m, 1, 1e-12);
  const double square1 = s.offset1 * s.offset1, square2 = s.offset2 * s.offset2;
  const double polar = rho * L * (s.I11 + s.I22) + m * (square1 + square2);
  EXPECT_NEAR(energy(M, Point::Zero(), Point::UnitX()) / polar, 1, 1e-12);
  EXPECT_NEAR(energy(lumped, Point::Zero(), Point::UnitX()) / polar, 1, 1e-12);
  const double about_y = rho * L * s.I11 + m * (square2 + L * L / 3);
  const double about_z = rho * L * s.I22 + m * (square1 + L * L / 3);
  EXPECT_NEAR(energy(M, Point::Zero(), Point::UnitY()) / about_y, 1, 1e-12);
  EXPECT_NEAR(energy(M, Point::Zero(), Point::UnitZ()) / about_z, 1, 1e-12);
}

TEST(Beam, OneElementGivesTheExactTipDeflection) {
  const BeamSection s = plain_section(Rectangle{0.3, 0.1});
  const double L = 1, E = steel.E(), G = steel.G();
  auto structure = straight(s, L, 1);
  structure.fix(0, {0, 1, 2, 3, 4, 5});
  const auto tip = [&](int component) {
    Eigen::VectorXd load = structure.zero();
    load(6 + component) = 1000;
    return structure.solve(load)(6 + component) / 1000;
  };
  EXPECT_NEAR(tip(0) * E * s.area / L, 1, 1e-12);
  EXPECT_NEAR(tip(1) / (L * L * L / (3 * E * s.I22) + L / (G * s.shear1)), 1, 1e-12);
  EXPECT_NEAR(tip(2) / (L * L * L / (3 * E * s.I11) + L / (G * s.shear2)), 1, 1e-12);
  EXPECT_NEAR(tip(3) * G * s.J / L, 1, 1e-12);
}

TEST(Beam, StressIsAxial) {
  auto structure = straight(plain_section(Circle{0.05}), 2, 1, Point(3, 4, 0) / 5);
  Eigen::VectorXd q = structure.zero();
  q.segment<3>(6) = 1e-3 * Point(3, 4, 0) / 5;
  const Stress stress = structure.stress(structure.members()[0], q, 0);
  const double sigma = steel.E() * 1e-3 / 2;
  const Stress expected = sigma * (Stress() << 0.36, 0.64, 0, 0.48, 0, 0).finished();
  EXPECT_LT((stress - expected).norm(), 1e-10 * sigma);
}

/// A quarter circle, radius R, clamped at one end, pulled at the other along the radius there:
/// πPR³/4EI, and across its plane: (π/4) PR³/EI + (3π/4 − 2) PR³/GJ.
TEST(Beam, CurvedCantilever) {
  const double R = 10, P = 1000;
  const BeamSection s = beam_section(Rectangle{0.1, 0.1}, steel.nu());
  BeamSection slender = s;
  slender.n1 = {0, 0, 1};
  slender.shear1 = slender.shear2 = 0;
  ThinStructure structure(steel, slender);
  const int count = 32;
  for (int i = 0; i <= count; ++i) {
    const double angle = 0.5 * pi * i / count;
    structure.add_node({R * std::sin(angle), R * std::cos(angle), 0});
    if (i > 0) structure.add("beam2", {i - 1, i});
  }
  structure.fix(0, {0, 1, 2, 3, 4, 5});
  const auto tip = [&](int component) {
    Eigen::VectorXd load = structure.zero();
    load(6 * count + component) = P;
    return structure.solve(load)(6 * count + component);
  };
  const double bending = P * R * R * R / (steel.E() * s.I11);
  const double torsion = P * R * R * R / (steel.G() * s.J);
  EXPECT_NEAR(tip(0) / (pi / 4 * bending), 1, 2e-3);
  EXPECT_NEAR(tip(2) / (pi / 4 * bending + (3 * pi / 4 - 2) * torsion), 1, 2e-3);
}

TEST(Beam, FrameTurnsWithItsRotation) {
  const auto portal = [](const Eigen::Matrix3d& R) {
    BeamSection s = uneven_section();
    const Point n1 = R * Point(0.1, 0.2, 1);
    s.n1 = {n1.x(), n1.y(), n1.z()};
    ThinStructure frame(steel, s);
    for (const Point& x : {Point(0, 0, 0), Point(0, 3, 0), Point(4, 3, 0.5), Point(4, 0, 0.5)})
      frame.add_node(R * x);
    for (int i = 0; i < 3; ++i) frame.add("beam2", {i, i + 1});
    frame.fix(0, {0, 1, 2, 3, 4, 5});
    frame.fix(3, {0, 1, 2, 3, 4, 5});
    return frame;
  };
  const Eigen::Matrix3d R =
      Eigen::AngleAxisd(1.1, Point(1, -2, 0.7).normalized()).toRotationMatrix();
  const auto upright = portal(Eigen::Matrix3d::Identity()), turned = portal(R);
  Eigen::VectorXd load = upright.zero(), turned_load = load;
  load.segment<3>(6) = Point(1e3, 2e3, 3e3);
  load.segment<3>(15) = Point(10, 400, -90);
  for (int i = 0; i < 24; i += 3) turned_load.segment<3>(i) = R * load.segment<3>(i);
  const Eigen::VectorXd q = upright.solve(load), turned_q = turned.solve(turned_load);
  for (int i = 0; i < 24; i += 3)
    EXPECT_LT((turned_q.segment<3>(i) - R * q.segment<3>(i)).norm(), 1e-10 * q.norm());
  const auto f = upright.frequencies(6), turned_f = turned.frequencies(6);
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(turned_f[i] / f[i], 1, 1e-10);
}

TEST(Beam, FrequenciesOfASlenderCantilever) {
  BeamSection s = plain_section(Rectangle{0.06, 0.02});
  s.shear1 = s.shear2 = 0;
  const double L = 3;
  auto structure = straight(s, L, 10);
  structure.fix(0, {0, 1, 2, 3, 4, 5});
  structure.fix_everywhere({0, 1, 3, 5});  // bending about n1 alone
  const auto f = structure.frequencies(3);
  const std::array<double, 3> roots{1.8751040687, 4.6940911330, 7.8547574382};
  const double c = std::sqrt(steel.E() * s.I11 / (steel.density * s.area)) / (L * L) / (2 * pi);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(f[i] / (roots[i] * roots[i] * c), 1, 1e-3);
}

namespace {

/// The characteristic function of Timoshenko's cantilever (Huang 1961) with b² = ρAL⁴ω²/EI.
double cantilever_function(double b, double r, double s) {
  const double difference = std::sqrt(std::pow(r * r - s * s, 2) + 4 / (b * b));
  const double alpha = std::sqrt(0.5 * (difference - r * r - s * s));
  const double beta = std::sqrt(0.5 * (difference + r * r + s * s));
  return 2 + (b * b * std::pow(r * r - s * s, 2) + 2) * std::cosh(b * alpha) * std::cos(b * beta) -
         b * (r * r + s * s) / std::sqrt(1 - b * b * r * r * s * s) * std::sinh(b * alpha) *
             std::sin(b * beta);
}

std::vector<double> roots(const std::function<double(double)>& f, double step, int count) {
  std::vector<double> result;
  for (double a = step; static_cast<int>(result.size()) < count; a += step) {
    if (f(a) * f(a + step) > 0) continue;
    double low = a, high = a + step;
    for (int i = 0; i < 80; ++i) {
      const double middle = 0.5 * (low + high);
      (f(low) * f(middle) <= 0 ? high : low) = middle;
    }
    result.push_back(low);
  }
  return result;
}

}  // namespace

TEST(Beam, FrequenciesOfAThickCantilever) {
  const BeamSection s = plain_section(Rectangle{0.1, 0.3});
  const double L = 2;
  auto structure = straight(s, L, 16);
  structure.fix(0, {0, 1, 2, 3, 4, 5});
  structure.fix_everywhere({0, 1, 3, 5});
  const auto f = structure.frequencies(3);
  const double r = std::sqrt(s.I11 / s.area) / L;
  const double shear = std::sqrt(steel.E() * s.I11 / (steel.G() * s.shear2)) / L;
  const auto b = roots([&](double x) { return cantilever_function(x, r, shear); }, 0.05, 3);
  const double c = std::sqrt(steel.E() * s.I11 / (steel.density * s.area)) / (L * L) / (2 * pi);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(f[i] / (b[i] * c), 1, 5e-3) << "mode " << i;
  // Shear and rotary inertia matter here, or the test would not see them.
  EXPECT_LT(b[2], 0.9 * 7.8547574382 * 7.8547574382);
}

/// NAFEMS 5T: simply supported deep beam, 10 × 2 × 2 m; held against x and torsion at one end.
TEST(Beam, NafemsDeepBeam) {
  auto structure = straight(plain_section(Rectangle{2, 2}), 10, 10);
  structure.fix(0, {0, 1, 2, 3});
  structure.fix(10, {1, 2});
  const auto f = structure.frequencies(6);
  const std::array<double, 6> expected{42.65, 42.65, 71.20, 125.0, 148.15, 148.15};
  for (int i = 0; i < 6; ++i) {
    EXPECT_NEAR(f[i] / expected[i], 1, 0.01) << "mode " << i;
    RecordProperty("f" + std::to_string(i), std::to_string(f[i]));
    std::printf("5T mode %d: %.3f Hz (NAFEMS %.2f)\n", i + 1, f[i], expected[i]);
  }
}

TEST(Beam, SaysWhatIsWrong) {
  const std::vector<Point> x{{0, 0, 0}, {0, 0, 2}}, same{{1, 1, 1}, {1, 1, 1}};
  const auto complaint = [&](std::span<const Point> points, const BeamSection& s) {
    const SectionData data = s;
    return formulation("beam2").complaint({points, &steel, &data});
  };
  BeamSection good = plain_section(Circle{0.1});
  EXPECT_EQ(complaint(x, good), "");
  BeamSection bad = good;
  bad.n1 = {0, 0, -1};
  EXPECT_NE(complaint(x, bad).find("parallel"), std::string::npos);
  EXPECT_NE(complaint(same, good).find("length is zero"), std::string::npos);
  bad = good;
  bad.I12 = 2 * bad.I11;
  EXPECT_NE(complaint(x, bad).find("I12"), std::string::npos);
  bad = good;
  bad.area = 0;
  EXPECT_NE(complaint(x, bad).find("area"), std::string::npos);
  bad = good;
  bad.J = std::nan("");
  EXPECT_NE(complaint(x, bad).find("J"), std::string::npos);
}

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

}  // namespace sparkdyn::structure::test
