// SPDX-License-Identifier: BSD-3-Clause
// Beams against closed forms: stiffness and mass entry by entry, deflections, frequencies.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <functional>

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

}  // namespace sparkdyn::structure::test
