// SPDX-License-Identifier: BSD-3-Clause
// Shear centres, released ends, line loads with their end moments, masses at an arm, bushings.

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <cmath>
#include <tuple>

#include "sparkdyn/structure/beam_profile.hpp"
#include "sparkdyn/structure/model.hpp"
#include "structure/thin_structure.hpp"

namespace sparkdyn::structure::test {
namespace {

const Material iron = Material::isotropic(210e9, 0.3, 7850);

TEST(ShearCentre, OfAChannelLiesBehindItsWeb) {
  // e = 3b²t_f/(6 b t_f + h t_w) from the web, all along the walls' middle lines.
  const double H = 0.2, B = 0.08, tf = 0.011, tw = 0.0085;
  const BeamSection s = beam_section(UProfile{H, B, tf, tw}, 0.3);
  const double h = H - tf, b = B - tw / 2;
  const double area = 2 * B * tf + (H - 2 * tf) * tw;
  const double centroid = (2 * B * tf * B / 2 + (H - 2 * tf) * tw * tw / 2) / area;
  const double e = 3 * b * b * tf / (6 * b * tf + h * tw);
  EXPECT_NEAR(s.area, area, 1e-15);
  EXPECT_NEAR(s.shear_centre1, tw / 2 - e - centroid, 1e-12);
  EXPECT_NEAR(s.shear_centre2, 0, 1e-15);
  EXPECT_NEAR(s.J, (2 * B * tf * tf * tf + (H - 2 * tf) * tw * tw * tw) / 3, 1e-18);
  // Steel tables have I = 1910 cm⁴ for UPN 200, with its fillets.
  EXPECT_NEAR(beam_section(UProfile{0.2, 0.075, 0.0115, 0.0085}, 0.3).I11, 1910e-8, 0.02 * 1910e-8);
}

TEST(ShearCentre, OfTAndLIsWhereTheWallsMeet) {
  const BeamSection t = beam_section(TProfile{0.2, 0.15, 0.012, 0.008}, 0.3);
  const double area = 0.15 * 0.012 + 0.188 * 0.008;
  const double above = (0.15 * 0.012 * 0.194 + 0.188 * 0.008 * 0.094) / area;
  EXPECT_NEAR(t.shear_centre2, 0.194 - above, 1e-12);
  EXPECT_NEAR(t.shear_centre1, 0, 1e-15);
  const BeamSection l = beam_section(LProfile{0.1, 0.15, 0.01, 0.012}, 0.3);
  const double A1 = 0.1 * 0.01, A2 = 0.14 * 0.012;
  EXPECT_NEAR(l.shear_centre1, 0.006 - (A1 * 0.05 + A2 * 0.006) / (A1 + A2), 1e-12);
  EXPECT_NEAR(l.shear_centre2, 0.005 - (A1 * 0.005 + A2 * 0.08) / (A1 + A2), 1e-12);
  EXPECT_LT(l.I12, 0);  // the legs lie where one coordinate is positive and the other is not
}

TEST(ShearCentre, OfAnIWithTwoAxesIsTheCentroid) {
  // Two channels back to back, of half the web each, lie symmetric about it.
  const BeamSection u = beam_section(UProfile{0.2, 0.08, 0.011, 0.0085}, 0.3);
  EXPECT_LT(u.shear_centre1, -0.02);
  EXPECT_EQ(beam_section(IProfile{0.1, 0.2, 0.1, 0.1, 0.01, 0.01, 0.006}, 0.3).shear_centre1, 0);
}

/// A cantilever along x of length 2; the displacements and rotations of its end.
Eigen::Matrix<double, 6, 1> tip(const BeamSection& section, const Eigen::Matrix<double, 6, 1>& load,
                                const char* kind) {
  ThinStructure s(iron, section);
  s.add_node({0, 0, 0});
  s.add_node({2, 0, 0});
  if (std::string_view(kind) == "beam3") {
    s.add_node({1, 0, 0});
    s.add(kind, {0, 1, 2});
  } else {
    s.add(kind, {0, 1});
  }
  s.fix(0, {0, 1, 2, 3, 4, 5});
  Eigen::VectorXd f = s.zero();
  f.segment<6>(6) = load;
  return s.solve(f).segment<6>(6);
}

TEST(ShearCentre, AForceThroughItDoesNotTwist) {
  BeamSection s = beam_section(UProfile{0.2, 0.08, 0.011, 0.0085}, 0.3);
  s.n1 = {0, 1, 0};  // n2 is z
  for (const char* kind : {"beam2", "beam3"}) {
    Eigen::Matrix<double, 6, 1> load;
    load << 0, 0, 1000, 0, 0, 0;
    const auto at_centroid = tip(s, load, kind);
    const double torque = -1000 * s.shear_centre1, G = iron.G();
    EXPECT_NEAR(at_centroid[3] / (torque * 2 / (G * s.J)), 1, 1e-9) << kind;
    load[3] = 1000 * s.shear_centre1;  // moved to the shear centre
    const auto at_shear_centre = tip(s, load, kind);
    EXPECT_LT(std::abs(at_shear_centre[3]), 1e-12 * std::abs(at_centroid[3]) + 1e-15) << kind;
    const double exact = 1000 * 8 / (3 * iron.E() * s.I11) + 1000 * 2 / (G * s.shear2);
    EXPECT_NEAR(at_shear_centre[2] / exact, 1, 1e-9) << kind;
    // The centroid turns about the shear centre.
    EXPECT_NEAR(at_centroid[2] / (exact - at_centroid[3] * s.shear_centre1), 1, 1e-9) << kind;
  }
}

BeamSection square(double a) {
  BeamSection s = beam_section(Rectangle{a, a}, 0.3);
  s.n1 = {0, 1, 0};
  return s;
}

TEST(Release, APinnedEndLeavesThreeEIOverLCubed) {
  BeamSection s = square(0.1);
  s.shear1 = s.shear2 = 0;
  s.release_end = 1 << 4;  // about n1, for deflections along n2 = z
  Eigen::Matrix<double, 6, 1> load;
  load << 0, 0, 1, 0, 0, 0;
  ThinStructure b(iron, s);
  b.add_node({0, 0, 0});
  b.add_node({2, 0, 0});
  b.add("beam2", {0, 1});
  const Eigen::MatrixXd K = b.stiffness();
  EXPECT_NEAR(K(8, 8) / (3 * iron.E() * s.I11 / 8), 1, 1e-12);
  EXPECT_NEAR(K(7, 7) / (12 * iron.E() * s.I22 / 8), 1, 1e-12);
  EXPECT_EQ(K.row(10).norm(), 0);  // rotation about y at the end
  const Eigen::MatrixXd M = b.mass();
  EXPECT_EQ(M.row(10).norm(), 0);
  Eigen::VectorXd up = Eigen::VectorXd::Zero(12);
  up[2] = up[8] = 1;
  EXPECT_NEAR(up.dot(M * up) / (7850 * 0.02), 1, 1e-12);
  std::get<BeamSection>(b.section()).release_start = 1 << 4;
  EXPECT_LT(Eigen::MatrixXd(b.stiffness())(8, 8), 1e-6);
}

TEST(Release, WhatBothEndsLetGoIsRefused) {
  BeamSection s = square(0.1);
  s.release_start = s.release_end = 1 << 3;
  ThinStructure b(iron, s);
  b.add_node({0, 0, 0});
  b.add_node({2, 0, 0});
  b.add("beam2", {0, 1});
  EXPECT_THROW(static_cast<void>(b.stiffness()), std::runtime_error);
}

/// One beam2 of length 2 along x with a line load.
Model loaded_beam(const BeamSection& section, const Vector& force) {
  Model model;
  model.mesh.node_ids = {1, 2};
  model.mesh.points = {{0, 0, 0}, {2, 0, 0}};
  model.mesh.cells = {{1, Shape::line2, 0}};
  model.mesh.cell_nodes = {0, 1};
  model.roles = {{static_cast<std::int16_t>(find_element("beam2")), 0}};
  model.sections = {{0, section}};
  model.materials = {iron};
  model.conditions.line = {{.cells = {0}, .force = force, .where = "here"}};
  return model;
}

Eigen::VectorXd line_forces(const Model& model) {
  Eigen::VectorXd f = Eigen::VectorXd::Zero(12);
  for (const NodalLoad& load : nodal_forces(model, model.conditions.line[0]))
    f[6 * load.node + load.component] += load.value;
  return f;
}

TEST(LineLoad, HasItsEndMoments) {
  const Eigen::VectorXd f = line_forces(loaded_beam(square(0.1), {3, 0, -6}));
  Eigen::VectorXd exact(12);
  exact << 3, 0, -6, 0, 2, 0, 3, 0, -6, 0, -2, 0;  // qL/2 and qL²/12
  EXPECT_LT((f - exact).norm(), 1e-12);
}

TEST(LineLoad, OneElementAnswersAsTheory) {
  // Simply supported: end slopes qL³/24EI; pinned by a release at one end: reaction 3/8 qL.
  BeamSection s = square(0.1);
  s.shear1 = s.shear2 = 0;
  ThinStructure b(iron, s);
  b.add_node({0, 0, 0});
  b.add_node({2, 0, 0});
  b.add("beam2", {0, 1});
  b.fix(0, {0, 1, 2, 3});
  b.fix(1, {1, 2});
  const Eigen::VectorXd q = b.solve(line_forces(loaded_beam(s, {0, 0, -6})));
  EXPECT_NEAR(q[4] / (6 * 8 / (24 * iron.E() * s.I11)), 1, 1e-9);
  s.release_end = 1 << 4;
  const Eigen::VectorXd f = line_forces(loaded_beam(s, {0, 0, -6}));
  EXPECT_NEAR(f[8], -6 * 2 * 3.0 / 8, 1e-9);
  EXPECT_NEAR(f[2], -6 * 2 * 5.0 / 8, 1e-9);
  EXPECT_NEAR(f[4], 6 * 4 / 8.0, 1e-9);
  EXPECT_EQ(f[10], 0);
}

TEST(LineLoad, ActsOnTheLineOfTheNodes) {
  BeamSection s = square(0.1);
  s.offset1 = 0.3;  // the centroid lies 0.3 along y
  const Eigen::VectorXd f = line_forces(loaded_beam(s, {0, 0, -6}));
  // Whatever the offset, force and moment about the nodes' line are those of the load.
  EXPECT_NEAR(f[2] + f[8], -12, 1e-12);
  EXPECT_NEAR(f[3] + f[9], 0, 1e-12);
  EXPECT_NEAR(f[4] + f[10] - 2 * f[8], 12, 1e-12);
}

TEST(Mass, AtAnArmIsThatOfAPointThere) {
  const Element& mass = formulation("mass");
  MassSection section;
  section.mass = 3;
  section.offset = {0.2, -0.1, 0.5};
  const SectionData data = section;
  EXPECT_EQ(mass.components(0, data), all_components);
  const std::array<Point, 1> x{Point(1, 2, 3)};
  Eigen::MatrixXd M(6, 6);
  mass.mass({x, nullptr, &data}, false, M);
  const Point v(0.3, 0.2, -0.4), w(1, -2, 0.7), r(0.2, -0.1, 0.5);
  Eigen::Matrix<double, 6, 1> q;
  q << v, w;
  EXPECT_NEAR(q.dot(M * q), 3 * (v + w.cross(r)).squaredNorm(), 1e-12);
  section.offset = {0, 0, 0.5};
  EXPECT_EQ(mass.components(0, SectionData(section)), 0b011111);  // none about the arm itself
  section.offset = {0, 0, 0};
  EXPECT_EQ(mass.components(0, SectionData(section)), translations);
}

TEST(Bushing, PassesForceAndMomentAtItsMiddle) {
  const Element& bushing = formulation("bushing");
  BushingSection section;
  for (int i = 0; i < 6; ++i) section.stiffness[7 * i] = i + 1.0;
  section.stiffness[1] = section.stiffness[6] = 0.5;
  const Eigen::Matrix3d R = Eigen::AngleAxisd(0.7, Point(1, 2, -1).normalized()).toRotationMatrix();
  for (int i = 0; i < 3; ++i) section.axes[i] = {R(i, 0), R(i, 1), R(i, 2)};
  const SectionData data = section;
  const std::array<Point, 2> x{Point(0, 0, 0), Point(0.4, 0.2, -0.6)};
  const ElementInput input{x, nullptr, &data};
  EXPECT_EQ(bushing.complaint(input), "");
  Eigen::MatrixXd K(12, 12);
  bushing.stiffness(input, K);
  for (int c = 0; c < 6; ++c) {  // rigid motions
    const auto unit = Eigen::Matrix<double, 6, 1>::Unit(c);
    Eigen::Matrix<double, 12, 1> q;
    for (int i = 0; i < 2; ++i)
      q.segment<6>(6 * i) << unit.head<3>() + Point(unit.tail<3>()).cross(x[i]), unit.tail<3>();
    EXPECT_LT((K * q).norm(), 1e-12);
  }
  // A move of the second along axis 1: forces k11 and k12 along the first two axes.
  Eigen::Matrix<double, 12, 1> q = Eigen::Matrix<double, 12, 1>::Zero();
  q.segment<3>(6) = R.row(0);
  const Eigen::Matrix<double, 12, 1> f = K * q;
  const Point force = R.transpose() * Point(1, 0.5, 0);
  EXPECT_LT((f.segment<3>(6) - force).norm(), 1e-12);
  EXPECT_LT((f.segment<3>(9) - Point(0.5 * (x[0] - x[1])).cross(force)).norm(), 1e-12);
  const auto values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(K).eigenvalues();
  EXPECT_LT(std::abs(values[5]), 1e-12);
  EXPECT_GT(values[6], 0.1);
}

TEST(Bushing, ANegativeOneIsRefused) {
  const Element& bushing = formulation("bushing-ground");
  BushingSection section;
  section.stiffness[0] = section.stiffness[7] = 1;
  section.stiffness[1] = section.stiffness[6] = 2;
  const std::array<Point, 1> x{Point(0, 0, 0)};
  const SectionData data = section;
  EXPECT_NE(bushing.complaint({x, nullptr, &data}), "");
}

}  // namespace
}  // namespace sparkdyn::structure::test
