// SPDX-License-Identifier: BSD-3-Clause
// beam3 and truss3: rigid motions, closed forms of straight and curved beams, and beam2 where both
// must agree.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "sparkdyn/structure/beam_profile.hpp"
#include "thin_structure.hpp"

namespace sparkdyn::structure::test {
namespace {

const Material metal = Material::isotropic(200e9, 0.3, 8000);

BeamSection rectangle() {
  BeamSection s = beam_section(Rectangle{0.1, 0.06}, metal.nu());
  s.n1 = {0, 1, 0};
  return s;
}

/// Elements between places on a curve x(0..1), middle nodes on it too.
template <typename Curve>
ThinStructure along(const BeamSection& section, int count, const Curve& curve) {
  ThinStructure structure(metal, section);
  for (int i = 0; i <= 2 * count; ++i) structure.add_node(curve(0.5 * i / count));
  for (int i = 0; i < count; ++i) structure.add("beam3", {2 * i, 2 * i + 2, 2 * i + 1});
  return structure;
}

ThinStructure straight_line(const BeamSection& section, double length, int count) {
  return along(section, count, [=](double s) { return Point(s * length, 0, 0); });
}

Eigen::VectorXd moved(const ThinStructure& structure, const Point& u, const Point& theta) {
  Eigen::VectorXd q = structure.zero();
  for (int i = 0; i < structure.nodes(); ++i)
    q.segment<6>(6 * i) << u + theta.cross(structure.point(i)), theta;
  return q;
}

TEST(Beam3, ExactlySixRigidMotionsOfAnyCurve) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> number(-0.2, 0.2);
  for (int trial = 0; trial < 20; ++trial) {
    BeamSection section = rectangle();
    section.n1 = {0.3, -0.2, 1};
    section.I12 = 0.2 * section.I22;
    section.offset1 = 0.07;
    section.offset2 = -0.04;
    ThinStructure structure(metal, section);
    structure.add_node({0, 0, 0});
    structure.add_node({1.7 + number(random), 1 + number(random), number(random)});
    structure.add_node({0.85 + number(random), 0.5 + number(random), number(random)});
    structure.add("beam3", {0, 1, 2});
    const Eigen::MatrixXd K = structure.stiffness(), M = structure.mass();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(K);
    EXPECT_GT(modes.eigenvalues()(6), 1e-7 * modes.eigenvalues()(17));
    for (int i = 0; i < 6; ++i) {
      const auto unit = Eigen::Matrix<double, 6, 1>::Unit(i);
      const auto q = moved(structure, unit.head<3>(), unit.tail<3>());
      EXPECT_LT((K * q).norm(), 1e-12 * K.norm() * q.norm());
    }
    EXPECT_GT(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(M).eigenvalues()(0), 0);
  }
}

TEST(Beam3, StraightOnesAreExactForLoadsAtTheirEnds) {
  const BeamSection s = rectangle();
  const double L = 1.3, E = metal.E(), G = E / 2.6;
  ThinStructure beam = straight_line(s, L, 1);
  beam.fix(0, {0, 1, 2, 3, 4, 5});
  Eigen::VectorXd load = beam.zero();
  load.segment<6>(6 * 2) << 1, 2, 3, 4, 5, 6;
  const Eigen::VectorXd q = beam.solve(load).segment<6>(6 * 2);
  EXPECT_NEAR(q[0], L / (E * s.area), 1e-12 * std::abs(q[0]));
  // n1 = y: I11 turns about y, that is bends in z.
  const double w =
      3 * (L * L * L / (3 * E * s.I11) + L / (G * s.shear2)) - 5 * L * L / (2 * E * s.I11);
  const double v =
      2 * (L * L * L / (3 * E * s.I22) + L / (G * s.shear1)) + 6 * L * L / (2 * E * s.I22);
  EXPECT_NEAR(q[1], v, 1e-10 * std::abs(v));
  EXPECT_NEAR(q[2], w, 1e-10 * std::abs(w));
  EXPECT_NEAR(q[3], 4 * L / (G * s.J), 1e-10 * std::abs(q[3]));
}

TEST(Beam3, AgreesWithBeam2WithOffsetsAndAProductOfInertia) {
  BeamSection s = rectangle();
  s.I12 = 0.3 * s.I22;
  s.offset1 = 0.05;
  s.offset2 = -0.03;
  ThinStructure beam = straight_line(s, 0.9, 2), other(metal, s);
  for (int i = 0; i <= 2; ++i) other.add_node({0.45 * i, 0, 0});
  for (int i = 0; i < 2; ++i) other.add("beam2", {i, i + 1});
  beam.fix(0, {0, 1, 2, 3, 4, 5});
  other.fix(0, {0, 1, 2, 3, 4, 5});
  Eigen::VectorXd load = beam.zero(), same = other.zero();
  load.tail<6>() << 1, -2, 3, 4, -5, 6;
  same.tail<6>() = load.tail<6>();
  const Eigen::VectorXd a = beam.solve(load).tail<6>(), b = other.solve(same).tail<6>();
  EXPECT_LT((a - b).norm(), 1e-9 * b.norm());
}

/// A quarter of a ring, clamped at one end; a force along the radius at the other.
TEST(Beam3, CurvedOnesConvergeToTheRing) {
  const BeamSection s = rectangle();
  const double R = 2, E = metal.E(), G = E / 2.6, F = 1000;
  const double right =
      F * pi / 4 * (R * R * R / (E * s.I22) + R / (E * s.area) + R / (G * s.shear1));
  double before = 0;
  for (const int count : {1, 2, 4, 8}) {
    BeamSection section = s;
    section.n1 = {0, 0, 1};  // out of the plane: bending in it is about n1
    std::swap(section.I11, section.I22);
    std::swap(section.shear1, section.shear2);
    ThinStructure ring = along(section, count, [=](double part) {
      return Point(R * std::cos(part * pi / 2), R * std::sin(part * pi / 2), 0);
    });
    ring.fix(0, {0, 1, 2, 3, 4, 5});
    Eigen::VectorXd load = ring.zero();
    const int end = ring.nodes() - 1;
    load[6 * end + 1] = F;
    const double error = std::abs(ring.solve(load)[6 * end + 1] / right - 1);
    if (count > 2) {
      EXPECT_LT(error, before / 10);  // the fourth order of reduced quadratics
    }
    before = error;
  }
  EXPECT_LT(before, 1e-5);
}

TEST(Beam3, FrequenciesOfASimplySupportedBeam) {
  const BeamSection s = rectangle();
  const double L = 2, E = metal.E(), G = E / 2.6, rho = 8000;
  for (const bool lumped : {false, true}) {
    ThinStructure beam = straight_line(s, L, 16);
    beam.fix_everywhere({0, 2, 3, 4});
    beam.fix(0, {1});
    beam.fix(beam.nodes() - 1, {1});
    const auto found = beam.frequencies(3, lumped);
    for (int k = 1; k <= 3; ++k) {  // Timoshenko's beam: a quadratic in ω²
      const double p = std::pow(k * pi / L, 2), a = rho * s.I22 / (G * s.shear1) * rho * s.area;
      const double b =
          -(rho * s.area + p * (rho * s.I22 + E * s.I22 * rho * s.area / (G * s.shear1)));
      const double c = E * s.I22 * p * p;
      const double square = (-b - std::sqrt(b * b - 4 * a * c)) / (2 * a);
      EXPECT_NEAR(found[k - 1] / (std::sqrt(square) / (2 * pi)), 1, lumped ? 3e-3 : 3e-4);
    }
  }
}

TEST(Beam3, SaysWhatItCannotBe) {
  const auto complaint = [](const BeamSection& section, const Point& middle) {
    const std::vector<Point> x{{0, 0, 0}, {1, 0, 0}, middle};
    const SectionData data = section;
    return formulation("beam3").complaint({x, &metal, &data});
  };
  BeamSection s = rectangle();
  EXPECT_EQ(complaint(s, {0.5, 0.1, 0}), "");
  EXPECT_NE(complaint(s, {0.24, 0, 0}).find("middle node"), std::string::npos);
  s.n1 = {1, 0, 0};
  EXPECT_NE(complaint(s, {0.5, 0, 0}).find("parallel"), std::string::npos);
  s = rectangle();
  s.shear1 = 0;
  EXPECT_NE(complaint(s, {0.5, 0, 0}).find("beam2"), std::string::npos);
}

TEST(Truss3, ForceAndMassAlongAnyLine) {
  const Point t = Point(1, 2, -2).normalized();
  const std::vector<Point> x{Point(0, 0, 0), 1.5 * t, 0.75 * t};
  const SectionData section = TrussSection{0.01};
  const ElementInput input{x, &metal, &section};
  ASSERT_EQ(formulation("truss3").complaint(input), "");
  Eigen::MatrixXd K(9, 9), M(9, 9), lumped(9, 9);
  formulation("truss3").stiffness(input, K);
  formulation("truss3").mass(input, false, M);
  formulation("truss3").mass(input, true, lumped);
  Eigen::VectorXd stretched(9);
  stretched << Point(0, 0, 0), 1e-3 * t, 0.5e-3 * t;
  const Eigen::VectorXd force = K * stretched;
  EXPECT_LT((force.segment<3>(3) - 200e9 * 0.01 * 1e-3 / 1.5 * t).norm(), 1e-6);
  EXPECT_LT(force.segment<3>(6).norm(), 1e-6);
  Eigen::VectorXd unit = Eigen::VectorXd::Zero(9);
  for (int i = 0; i < 3; ++i) unit[3 * i] = 1;
  EXPECT_NEAR(unit.dot(M * unit), 8000 * 0.01 * 1.5, 1e-9);
  EXPECT_NEAR(unit.dot(lumped * unit), 8000 * 0.01 * 1.5, 1e-9);
  const Stress s = formulation("truss3").stress(input, stretched, 0);
  EXPECT_NEAR(s[0] + s[1] + s[2], 200e9 * 1e-3 / 1.5, 1e-3);
}

}  // namespace
}  // namespace sparkdyn::structure::test
