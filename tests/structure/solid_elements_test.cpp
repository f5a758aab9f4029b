// SPDX-License-Identifier: BSD-3-Clause
// Every solid element: patch test, rigid bodies, mass, invariance; then what each is for.

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "elements/hourglass_energy.hpp"
#include "quadrature.hpp"
#include "shape_functions.hpp"
#include "sparkdyn/structure/element.hpp"
#include "structure/solid_bodies.hpp"

namespace sparkdyn::structure {
namespace {

Matrix rigid_motions(const Body& body) {
  Matrix r(body.size(), 6);
  for (int k = 0; k < 3; ++k) {
    const Point axis = Point::Unit(k);
    r.col(k) = body.field([&](const Point&) { return axis; });
    r.col(3 + k) = body.field([&](const Point& x) { return Point(axis.cross(x)); });
  }
  return r;
}

class EverySolid : public testing::TestWithParam<const char*> {
 protected:
  std::string name() const { return GetParam(); }
  const Element& kind() const { return element(name()); }
};

std::string solid_name(const testing::TestParamInfo<const char*>& solid) {
  std::string name = solid.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Solids, EverySolid,
                         testing::Values("tet4", "tet10", "hex8", "hex8-bbar", "hex8-full",
                                         "hex8-reduced", "hex20", "hex20-reduced", "wedge6",
                                         "wedge15"),
                         solid_name);

// ------------------------------------------------------------------------------- patch test

// Boundary nodes follow a linear field; the inner ones must find it, and the stress is constant.
void expect_patch(Body body) {
  Eigen::Matrix3d gradient;
  gradient << 1e-3, 2e-3, -4e-4, 5e-4, -7e-4, 3e-4, 9e-4, -2e-4, 6e-4;
  const Eigen::VectorXd exact =
      body.field([&](const Point& x) { return Point(gradient * x + Point(0.1, 0.2, -0.3)); });
  const Matrix K = body.stiffness();
  std::vector<int> inner;
  for (std::size_t i = 0; i < body.x.size(); ++i) {
    const bool inside = (body.x[i].array() > 1e-9).all() && (body.x[i].array() < 1 - 1e-9).all();
    for (int c = 0; inside && c < 3; ++c) inner.push_back(static_cast<int>(3 * i) + c);
  }
  ASSERT_GE(inner.size(), 3U);
  Eigen::VectorXd q = exact;
  q(inner).setZero();
  const Matrix Kii = K(inner, inner);
  const Eigen::VectorXd inner_values = Kii.ldlt().solve(Eigen::VectorXd(-(K * q)(inner)));
  q(inner) = inner_values;
  EXPECT_LT((q - exact).norm(), 1e-10 * exact.norm());

  const Eigen::Matrix3d H = gradient + gradient.transpose();
  Stress strain;
  strain << gradient.diagonal(), H(0, 1), H(1, 2), H(2, 0);
  const auto& axes = std::get<SolidSection>(body.section).axes;
  Eigen::Matrix3d rows;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) rows(i, j) = axes[i][j];
  const Stress expected = body.material.elasticity(rows) * strain;
  for (const auto& cell : body.cells) {
    Eigen::VectorXd local(3 * cell.size());
    for (std::size_t i = 0; i < cell.size(); ++i)
      local.segment<3>(3 * i) = q.segment<3>(3 * cell[i]);
    const auto x = body.points(cell);
    const Stress stress =
        body.kind->stress(ElementInput{x, &body.material, &body.section}, local, 0);
    EXPECT_LT((stress - expected).norm(), 1e-10 * expected.norm());
  }
}

Body distorted_patch(std::string_view name) {
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> shift(-0.12, 0.12);
  return block(name, 2, 2, 2, [&](Point x) {
    for (int k = 0; k < 3; ++k) {
      const double move = shift(generator);
      if (x[k] > 0.1 && x[k] < 0.9) x[k] += move;  // nodes of a face stay in it
    }
    return x;
  });
}

TEST_P(EverySolid, PassesThePatchTest) {
  expect_patch(distorted_patch(name()));
}

TEST_P(EverySolid, PassesThePatchTestWithAnOrthotropicMaterialInTurnedAxes) {
  Body body = distorted_patch(name());
  body.material = wood();
  body.section = section_with(turn);
  expect_patch(body);
}

// --------------------------------------------------------------------------- one stiffness

// Motions without energy besides the rigid ones.
int spurious_modes(const std::string& name) {
  if (name == "hex20-reduced") return 6;
  return name == "wedge6" ? 1 : 0;  // from the two points of C3D6
}

TEST_P(EverySolid, HasSixRigidMotionsAndNoOther) {
  const Body body = distorted(name());
  const Matrix K = body.stiffness();
  const Matrix r = rigid_motions(body);
  for (int k = 0; k < 6; ++k) EXPECT_LT((K * r.col(k)).norm(), 1e-12 * K.norm() * r.col(k).norm());
  const Eigen::VectorXd eigenvalues = Eigen::SelfAdjointEigenSolver<Matrix>(K).eigenvalues();
  const double largest = eigenvalues.maxCoeff();
  const int zeros = 6 + spurious_modes(name());
  EXPECT_GT(eigenvalues[0], -1e-13 * largest);
  EXPECT_LT(eigenvalues[zeros - 1], 1e-13 * largest);
  EXPECT_GT(eigenvalues[zeros], 1e-5 * largest);
}

TEST_P(EverySolid, HasTheSameMatricesWhenBothAreAskedForAtOnce) {
  const Body body = distorted(name());
  for (const bool lumped : {false, true}) {
    const Matrix K = body.assemble([&](const ElementInput& input, Matrix& a) {
      Matrix other(a.rows(), a.cols());
      body.kind->stiffness_and_mass(input, lumped, a, other);
    });
    const Matrix M = body.assemble([&](const ElementInput& input, Matrix& a) {
      Matrix other(a.rows(), a.cols());
      body.kind->stiffness_and_mass(input, lumped, other, a);
    });
    EXPECT_LT((K - body.stiffness()).norm(), 1e-14 * K.norm());
    EXPECT_LT((M - body.mass(lumped)).norm(), 1e-14 * M.norm());
  }
}

TEST_P(EverySolid, IsSymmetric) {
  const Body body = distorted(name());
  const Matrix K = body.stiffness(), M = body.mass();
  EXPECT_LT((K - K.transpose()).norm(), 1e-14 * K.norm());
  EXPECT_LT((M - M.transpose()).norm(), 1e-14 * M.norm());
}

Matrix block_rotation(const Body& body, const Eigen::Matrix3d& R) {
  Matrix T = Matrix::Zero(body.size(), body.size());
  for (int i = 0; i < body.size(); i += 3) T.block<3, 3>(i, i) = R;
  return T;
}

TEST_P(EverySolid, DoesNotDependOnTheAxes) {
  Body body = distorted(name());
  const Eigen::Matrix3d axes = Eigen::AngleAxisd(0.4, Point::UnitX()).toRotationMatrix();
  for (const Material& material : {steel, wood()}) {
    body.material = material;
    body.section = section_with(axes);
    Body turned = body;
    for (Point& x : turned.x) x = turn * x;
    // The rows are the axes: each turns along.
    turned.section = section_with(axes * turn.transpose());
    const Matrix T = block_rotation(body, turn);
    const Matrix K = T * body.stiffness() * T.transpose(), M = T * body.mass() * T.transpose();
    EXPECT_LT((turned.stiffness() - K).norm(), 1e-12 * K.norm());
    EXPECT_LT((turned.mass() - M).norm(), 1e-12 * M.norm());
  }
}

// Numbering that keeps the shape: turned about the last axis, and for hexahedra about the first.
std::vector<Corners> renumberings(int corners) {
  if (corners == 4) return {{1, 2, 0, 3}, {1, 3, 2, 0}};
  if (corners == 6) return {{1, 2, 0, 4, 5, 3}};
  return {{1, 2, 3, 0, 5, 6, 7, 4}, {3, 2, 6, 7, 0, 1, 5, 4}};
}

TEST_P(EverySolid, DoesNotDependOnTheNumbering) {
  const Body body = distorted(name());
  const Matrix K = body.stiffness(), M = body.mass();
  for (const Corners& corners : renumberings(info(kind().shape()).corners)) {
    Body renumbered;
    renumbered.kind = body.kind;
    for (const int c : corners) renumbered.x.push_back(body.x[c]);
    renumbered.cells = {{}};
    for (std::size_t i = 0; i < corners.size(); ++i) renumbered.cells[0].push_back(int(i));
    add_middle_nodes(renumbered);
    // Where each of its nodes is in the first, by position.
    std::vector<int> rows;
    for (const Point& x : renumbered.x)
      for (std::size_t j = 0; j < body.x.size(); ++j)
        if ((x - body.x[j]).norm() < 1e-12)
          for (int c = 0; c < 3; ++c) rows.push_back(int(3 * j) + c);
    ASSERT_EQ(static_cast<int>(rows.size()), body.size());
    EXPECT_LT((renumbered.stiffness() - K(rows, rows)).norm(), 1e-12 * K.norm());
    EXPECT_LT((renumbered.mass() - M(rows, rows)).norm(), 1e-12 * M.norm());
  }
}

// -------------------------------------------------------------------------------------- mass

const Eigen::Matrix3d skew =
    (Eigen::Matrix3d() << 1.0, 0.3, -0.2, 0.1, 0.7, 0.25, 0.0, 0.2, 0.5).finished();

TEST_P(EverySolid, HasTheExactMassCentreAndMoments) {
  const Body body = affine(name(), skew, {0.4, 0.5, -0.3});
  double volume = 0;
  Eigen::Vector3d first = Eigen::Vector3d::Zero();
  Eigen::Matrix3d second = Eigen::Matrix3d::Zero();
  for (const auto& [xi, weight] : mass_quadrature(kind().shape())) {
    const Point x = skew * xi + Point(0.4, 0.5, -0.3);
    const double dV = weight * skew.determinant();
    volume += dV;
    first += dV * x;
    second += dV * x * x.transpose();
  }
  const Matrix M = body.mass();
  for (int c = 0; c < 3; ++c) {
    const auto along = [&](const auto& f) {
      return body.field([&](const Point& x) { return Point(f(x) * Point::Unit(c)); });
    };
    const Eigen::VectorXd one = along([](const Point&) { return 1.0; });
    EXPECT_NEAR(one.dot(M * one), steel.density * volume, 1e-12);
    for (int a = 0; a < 3; ++a) {
      const Eigen::VectorXd xa = along([&](const Point& x) { return x[a]; });
      EXPECT_NEAR(one.dot(M * xa), steel.density * first[a], 1e-12);
      for (int b = 0; b < 3; ++b) {
        const Eigen::VectorXd xb = along([&](const Point& x) { return x[b]; });
        EXPECT_NEAR(xa.dot(M * xb), steel.density * second(a, b), 1e-12);
      }
    }
  }
  EXPECT_GT(Eigen::SelfAdjointEigenSolver<Matrix>(M).eigenvalues()[0], 1e-4 * M.norm());
}

// A truncated pyramid, cut into the elements: V = h/3 (A₁ + √(A₁A₂) + A₂).
TEST_P(EverySolid, HasTheExactMassOfAFrustum) {
  const auto place = [](const Point& x) {
    const double scale = 2 - x[2];
    return Point(scale * (x[0] - 0.5), scale * (x[1] - 0.5), 3 * x[2]);
  };
  const Body body = block(name(), 1, 1, 1, place);
  const Eigen::VectorXd one = body.field([](const Point&) { return Point(1, 0, 0); });
  EXPECT_NEAR(one.dot(body.mass() * one), steel.density * (4 + 2 + 1), 1e-11);
}

TEST_P(EverySolid, LumpedMassIsDiagonalPositiveAndComplete) {
  const Body body = distorted(name());
  const Matrix M = body.mass(true), consistent = body.mass(false);
  EXPECT_EQ((M - Matrix(M.diagonal().asDiagonal())).norm(), 0);
  EXPECT_GT(M.diagonal().minCoeff(), 0);
  const Eigen::VectorXd one = body.field([](const Point&) { return Point(0, 1, 0); });
  EXPECT_NEAR(one.dot(M * one), one.dot(consistent * one), 1e-12);
}

TEST_P(EverySolid, MayHaveNoDensity) {
  Body body = distorted(name());
  body.material.density = 0;
  EXPECT_EQ(body.mass().norm(), 0);
  const auto x = body.points(body.cells[0]);
  EXPECT_EQ(kind().complaint({x, &body.material, &body.section}), "");
}

// ----------------------------------------------------------------------------- bad elements

TEST_P(EverySolid, SaysWhatIsWrong) {
  Body body = distorted(name());
  auto x = body.points(body.cells[0]);
  const auto complaint = [&] { return kind().complaint({x, &body.material, &body.section}); };
  EXPECT_EQ(complaint(), "");
  for (Point& p : x) p[2] = -p[2];
  EXPECT_NE(complaint().find("negative"), std::string::npos) << complaint();
  for (Point& p : x) p[2] = 0;
  EXPECT_NE(complaint().find("zero"), std::string::npos) << complaint();
  for (Point& p : x) p.setOnes();
  EXPECT_NE(complaint().find("same place"), std::string::npos) << complaint();
  x[0][0] = std::nan("");
  EXPECT_NE(complaint().find("finite"), std::string::npos) << complaint();
  x = body.points(body.cells[0]);
  EXPECT_NE(kind().complaint({x, nullptr, &body.section}).find("material"), std::string::npos);
  const SectionData truss = TrussSection{1};
  EXPECT_NE(kind().complaint({x, &body.material, &truss}).find("section"), std::string::npos);
}

TEST(Hex8, NamesTheBadIntegrationPoint) {
  Body body = affine("hex8", Eigen::Matrix3d::Identity(), Point::Zero());
  body.x[6] = Point(-0.6, -0.6, -0.6);  // the seventh corner pushed through the element
  const std::string complaint = body.kind->complaint({body.x, &body.material, &body.section});
  EXPECT_NE(complaint.find("integration point 8 of 8"), std::string::npos) << complaint;
}

// ---------------------------------------------------------------------------------- bending

// A cantilever 20 × 1 × 1 of 10 × 1 × 1 bricks, whose cross-sections lean by `lean`:
// parallelograms.
struct Cantilever {
  Body body;
  double length = 20;
  double lean = 0;

  double along(const Point& x) const { return x[0] - lean * (x[2] - 0.5); }
  bool at_root(const Point& x) const { return along(x) < 1e-9; }
  bool at_tip(const Point& x) const { return along(x) > length - 1e-9; }
  // The root does not move along the beam and not down, but may contract, as beam theory has it.
  bool is_held(const Point& x, int component) const {
    if (!at_root(x)) return false;
    if (component == 0) return true;
    return component == 2 ? x[2] < 1e-9 : x[1] < 1e-9;
  }
};

Cantilever cantilever(std::string_view name, double lean, double nu = 0.3) {
  Cantilever beam{
      block(name, 10, 1, 1,
            [&](const Point& x) { return Point(20 * x[0] + lean * (x[2] - 0.5), x[1], x[2]); }),
      20, lean};
  beam.body.material = Material::isotropic(210, nu, 7.8);
  return beam;
}

// Tip deflection under an end force, over that of beam theory with shear.
double deflection(const Cantilever& beam) {
  const Body& body = beam.body;
  std::vector<int> free, tip;
  for (std::size_t i = 0; i < body.x.size(); ++i) {
    for (int c = 0; c < 3; ++c)
      if (!beam.is_held(body.x[i], c)) free.push_back(int(3 * i) + c);
    if (beam.at_tip(body.x[i])) tip.push_back(int(3 * i) + 2);
  }
  Eigen::VectorXd f = Eigen::VectorXd::Zero(body.size()), q = f;
  f(tip).setConstant(1.0 / double(tip.size()));
  const Matrix K = body.stiffness()(free, free);
  const Eigen::VectorXd free_values = K.ldlt().solve(Eigen::VectorXd(f(free)));
  q(free) = free_values;
  const Material& m = body.material;
  const double bending = std::pow(beam.length, 3) / (3 * m.E() / 12);
  const double shear = beam.length / (5.0 / 6 * m.G());
  return q(tip).mean() / (bending + shear);
}

TEST(Hex8, BendsLikeABeam) {
  EXPECT_NEAR(deflection(cantilever("hex8", 0)), 1, 0.01);
  EXPECT_NEAR(deflection(cantilever("hex8", 0.5)), 1, 0.01);
  EXPECT_NEAR(deflection(cantilever("hex8", -0.5)), 1, 0.01);
  EXPECT_LT(deflection(cantilever("hex8-full", 0)), 0.75);  // locks: what hex8 is for
}

TEST(QuadraticSolids, BendLikeABeam) {
  for (const char* name : {"hex20", "tet10", "wedge15"})
    EXPECT_NEAR(deflection(cantilever(name, 0)), 1, 0.01) << name;
}

// Nearly incompressible: the mean dilatation bends as before, full integration locks.
TEST(Hex8Bbar, DoesNotLockWhenNearlyIncompressible) {
  const auto short_beam = [](std::string_view name, double nu) {
    Cantilever beam{
        block(name, 12, 3, 3, [](const Point& x) { return Point(6 * x[0], x[1], x[2]); }), 6, 0};
    beam.body.material = Material::isotropic(210, nu, 7.8);
    return deflection(beam);
  };
  const double nearly = short_beam("hex8-bbar", 0.4999);
  EXPECT_NEAR(nearly / short_beam("hex8-bbar", 0.3), 1, 0.05);
  EXPECT_LT(short_beam("hex8-full", 0.4999), 0.8 * nearly);
}

// ------------------------------------------------------------------------- a bar's frequency

// Clamped and free, moving along x only, ν = 0: the first frequency.
double axial_frequency(std::string_view name, int n) {
  Body body = block(name, n, 1, 1, [](const Point& x) { return Point(10 * x[0], x[1], x[2]); });
  body.material = Material::isotropic(210, 0, 7.8);
  std::vector<int> free;
  for (std::size_t i = 0; i < body.x.size(); ++i)
    if (body.x[i][0] > 1e-9) free.push_back(int(3 * i));
  const Matrix K = body.stiffness()(free, free), M = body.mass()(free, free);
  return std::sqrt(Eigen::GeneralizedSelfAdjointEigenSolver<Matrix>(K, M).eigenvalues()[0]);
}

TEST(Bar, LinearElementsFollowTheirDispersionRelation) {
  const int n = 8;
  const double h = 10.0 / n, c = std::sqrt(210 / 7.8), phase = std::numbers::pi / 2 / n;
  const double expected = c / h * std::sqrt(6 * (1 - std::cos(phase)) / (2 + std::cos(phase)));
  for (const char* name : {"hex8", "hex8-bbar", "hex8-full", "hex8-reduced", "wedge6"})
    EXPECT_NEAR(axial_frequency(name, n) / expected, 1,
                name == std::string("wedge6") ? 2e-3 : 1e-10)
        << name;
}

TEST(Bar, QuadraticElementsFindTheExactFrequency) {
  const double exact = std::numbers::pi / 2 * std::sqrt(210 / 7.8) / 10;
  for (const char* name : {"hex20", "tet10", "wedge15"})
    EXPECT_NEAR(axial_frequency(name, 8) / exact, 1, 1e-5) << name;
}

TEST(Hex8Reduced, HourglassEnergyIsWhatTheMeanStrainLeaves) {
  // ½ qᵀKq = V/2 ε·σ + hourglass energy, of random elements and displacements; none of a field that
  // is linear.
  std::mt19937 random(11);
  std::uniform_real_distribution<double> any(-1, 1);
  const SectionData section = SolidSection{};
  const Element& kind = element("hex8-reduced");
  const ShapeGradients corners = node_coordinates(Shape::hexahedron8);
  Matrix K(24, 24), M(24, 24);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<Point> x;
    for (int i = 0; i < 8; ++i)
      x.push_back(Point(corners(i, 0), 0.5 * corners(i, 1), 2 * corners(i, 2)) +
                  0.2 * Point(any(random), any(random), any(random)));
    const ElementInput input{x, &steel, &section};
    ASSERT_EQ(kind.complaint(input), "");
    kind.stiffness(input, K);
    kind.mass(input, true, M);
    const double volume = M.trace() / 3 / steel.density;
    Eigen::VectorXd q(24), linear(24);
    Eigen::Matrix3d gradient;
    for (int i = 0; i < 9; ++i) gradient(i / 3, i % 3) = any(random);
    for (int i = 0; i < 24; ++i) q[i] = any(random);
    for (int i = 0; i < 8; ++i) linear.segment<3>(3 * i) = gradient * x[i];
    const Stress stress = kind.stress(input, q, 0);
    const double strained = volume / 2 * stress.dot(Stress(steel.elasticity().llt().solve(stress)));
    const double total = q.dot(K * q) / 2;
    EXPECT_NEAR(hourglass_energy(input, q), total - strained, 1e-10 * total);
    EXPECT_GT(hourglass_energy(input, q), 0);
    EXPECT_LT(hourglass_energy(input, linear), 1e-24 * linear.dot(K * linear) + 1e-20);
  }
}

}  // namespace
}  // namespace sparkdyn::structure
