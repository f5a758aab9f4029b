// SPDX-License-Identifier: BSD-3-Clause
// Every plane element in every state: patch test, motions without energy, mass; then Cook's
// membrane, a bent beam and Lamé's cylinder.

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "sparkdyn/structure/model.hpp"
#include "structure/solid_bodies.hpp"

namespace sparkdyn::structure {
namespace {

using State = PlaneSection::State;

// nx × ny quadrilaterals, or each cut into two triangles, of a grid on 0..1 that `place` moves.
Body sheet(std::string_view name, State state, int nx, int ny, const auto& place) {
  Body body;
  body.kind = &element(name);
  body.section = PlaneSection{state, 0.7, global_axes};
  const auto index = [&](int i, int j) { return i * (ny + 1) + j; };
  for (int i = 0; i <= nx; ++i)
    for (int j = 0; j <= ny; ++j) {
      const Eigen::Vector2d at = place(Eigen::Vector2d(double(i) / nx, double(j) / ny));
      body.x.push_back({at[0], at[1], 0.25});
    }
  for (int i = 0; i < nx; ++i)
    for (int j = 0; j < ny; ++j) {
      const Corners quad{index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1)};
      if (info(body.kind->shape()).corners == 4) {
        body.cells.push_back(quad);
      } else {
        body.cells.push_back({quad[0], quad[1], quad[2]});
        body.cells.push_back({quad[0], quad[2], quad[3]});
      }
    }
  add_middle_nodes(body);
  return body;
}

/// 1..2 × 0..1, distorted inside.
Body distorted_sheet(std::string_view name, State state) {
  std::mt19937 generator(5);
  std::uniform_real_distribution<double> shift(-0.13, 0.13);
  return sheet(name, state, 2, 2, [&](Eigen::Vector2d x) {
    for (int k = 0; k < 2; ++k) {
      const double move = shift(generator);
      if (x[k] > 0.1 && x[k] < 0.9) x[k] += move;
    }
    return Eigen::Vector2d(1 + x[0], x[1]);
  });
}

/// Solves K q = f where the components of `held` have the values they have in q.
Eigen::VectorXd solved(const Matrix& K, const Eigen::VectorXd& f, Eigen::VectorXd q,
                       const std::vector<bool>& held) {
  std::vector<int> free;
  for (int i = 0; i < q.size(); ++i)
    if (!held[static_cast<std::size_t>(i)]) free.push_back(i);
  q(free).setZero();
  const Eigen::VectorXd rest = (f - K * q)(free);
  const Eigen::VectorXd found = Matrix(K(free, free)).ldlt().solve(rest);
  q(free) = found;
  return q;
}

std::vector<bool> held_where(const Body& body, const auto& is_held) {
  std::vector<bool> held;
  for (const Point& x : body.x)
    for (int c = 0; c < 3; ++c) held.push_back(c == 2 || is_held(x, c));
  return held;
}

Matrix in_plane_part(const Matrix& K) {
  std::vector<int> rows;
  for (int i = 0; i < K.rows(); ++i)
    if (i % 3 != 2) rows.push_back(i);
  return K(rows, rows);
}

Stress stress_of(const Body& body, const std::vector<int>& cell, const Eigen::VectorXd& q) {
  Eigen::VectorXd local(3 * cell.size());
  for (std::size_t i = 0; i < cell.size(); ++i) local.segment<3>(3 * i) = q.segment<3>(3 * cell[i]);
  const auto x = body.points(cell);
  return body.kind->stress({x, &body.material, &body.section}, local, 0);
}

class EveryPlane : public testing::TestWithParam<std::tuple<const char*, State>> {
 protected:
  std::string name() const { return std::get<0>(GetParam()); }
  State state() const { return std::get<1>(GetParam()); }
};

std::string plane_name(const testing::TestParamInfo<std::tuple<const char*, State>>& info) {
  std::string name = std::get<0>(info.param);
  std::replace(name.begin(), name.end(), '-', '_');
  return name + (std::get<1>(info.param) == State::stress   ? "_stress"
                 : std::get<1>(info.param) == State::strain ? "_strain"
                                                            : "_axisymmetric");
}
INSTANTIATE_TEST_SUITE_P(
    Planes, EveryPlane,
    testing::Combine(testing::Values("plane3", "plane4", "plane4-full", "plane4-reduced", "plane6",
                                     "plane8", "plane8-reduced"),
                     testing::Values(State::stress, State::strain, State::axisymmetric)),
    plane_name);

Stress constant_stress(const Eigen::Matrix2d& gradient, State state) {
  Matrix6 D = steel.elasticity();
  Stress strain = Stress::Zero();
  strain.head<2>() = gradient.diagonal();
  strain[3] = gradient(0, 1) + gradient(1, 0);
  if (state == State::axisymmetric) strain[2] = gradient(0, 0);
  if (state == State::stress) strain[2] = -(D(2, 0) * strain[0] + D(2, 1) * strain[1]) / D(2, 2);
  return D * strain;
}

// About an axis u_x = a x and u_y = b y alone are in equilibrium without a force inside.
TEST_P(EveryPlane, PassesThePatchTest) {
  const Body body = distorted_sheet(name(), state());
  Eigen::Matrix2d gradient;
  gradient << 1e-3, 2e-3, 5e-4, -7e-4;
  Eigen::Vector2d start(0.1, 0.2);
  if (state() == State::axisymmetric) {
    gradient = Eigen::Matrix2d(gradient.diagonal().asDiagonal());
    start[0] = 0;
  }
  const Eigen::VectorXd exact = body.field([&](const Point& x) {
    const Eigen::Vector2d u = gradient * x.head<2>() + start;
    return Point(u[0], u[1], 0);
  });
  const auto held = held_where(body, [](const Point& x, int) {
    return x[0] < 1 + 1e-9 || x[0] > 2 - 1e-9 || x[1] < 1e-9 || x[1] > 1 - 1e-9;
  });
  const Eigen::VectorXd q =
      solved(body.stiffness(), Eigen::VectorXd::Zero(body.size()), exact, held);
  EXPECT_LT((q - exact).norm(), 1e-10 * exact.norm());
  const Stress expected = constant_stress(gradient, state());
  for (const auto& cell : body.cells)
    EXPECT_LT((stress_of(body, cell, q) - expected).norm(), 1e-10 * expected.norm());
}

TEST_P(EveryPlane, HasTheRigidMotionsAndNoOther) {
  Body body = distorted_sheet(name(), state());
  body.cells.resize(1);
  const Matrix K = in_plane_part(body.stiffness());
  const int nodes = info(body.kind->shape()).nodes;
  const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<Matrix>(K).eigenvalues();
  const int outside = static_cast<int>(K.rows()) - 2 * nodes;  // of nodes that the element lacks
  // One that points with few strains do not see, and neighbours stop: about an axis the turning
  // about the point of a single element, of plane8-reduced the hourglass of its eight nodes.
  const bool about_axis = state() == State::axisymmetric;
  const bool unseen = name() == "plane8-reduced" ||
                      (about_axis && (name() == "plane3" || name() == "plane4-reduced"));
  const int zeros = outside + (about_axis ? 1 : 3) + (unseen ? 1 : 0);
  EXPECT_GT(values[0], -1e-13 * values.maxCoeff());
  EXPECT_LT(values[zeros - 1], 1e-13 * values.maxCoeff());
  EXPECT_GT(values[zeros], 1e-5 * values.maxCoeff());
}

TEST_P(EveryPlane, HasTheMassOfTheBody) {
  const Body body = distorted_sheet(name(), state());
  const double volume = state() == State::axisymmetric ? std::numbers::pi * (4 - 1) : 0.7;
  for (const bool lumped : {false, true}) {
    const Matrix M = body.mass(lumped);
    for (int c = 0; c < 3; ++c) {
      const Eigen::VectorXd one = body.field([&](const Point&) { return Point(Point::Unit(c)); });
      EXPECT_NEAR(one.dot(M * one), 7.8 * volume, 1e-12 * 7.8 * volume);
    }
    EXPECT_GT(Eigen::SelfAdjointEigenSolver<Matrix>(M).eigenvalues()[0], 0);
  }
}

TEST_P(EveryPlane, AnOrthotropicMaterialInItsAxesIsThatOfTheSolid) {
  // Plane strain of a solid's D, turned by 30° about z; its compliance gives plane stress.
  if (state() == State::axisymmetric) GTEST_SKIP();
  Body body = distorted_sheet(name(), state());
  body.material = wood();
  const Eigen::Matrix3d turned =
      Eigen::AngleAxisd(std::numbers::pi / 6, Eigen::Vector3d::UnitZ()).toRotationMatrix();
  auto& section = std::get<PlaneSection>(body.section);
  section.axes = section_with(turned.transpose()).axes;
  const Eigen::VectorXd q =
      body.field([](const Point& x) { return Point(1e-3 * x[0], -2e-3 * x[1] + 1e-3 * x[0], 0); });
  Stress strain = Stress::Zero();
  strain << 1e-3, -2e-3, 0, 1e-3, 0, 0;
  const Matrix6 D = wood().elasticity(turned.transpose());
  Stress expected = D * strain;
  if (state() == State::stress) {
    Matrix6 S = D.inverse();
    const int kept[] = {0, 1, 3};
    const Eigen::Vector3d in_plane =
        Eigen::Matrix3d(S(kept, kept)).inverse() * Eigen::Vector3d(1e-3, -2e-3, 1e-3);
    expected.setZero();
    for (int i = 0; i < 3; ++i) expected[kept[i]] = in_plane[i];
  }
  EXPECT_LT((stress_of(body, body.cells[0], q) - expected).norm(), 1e-12 * expected.norm());
}

// ------------------------------------------------------------------------------------ Cook

double cook(std::string_view name, int n) {
  Body body = sheet(name, State::stress, n, n, [](const Eigen::Vector2d& s) {
    return Eigen::Vector2d(48 * s[0], 44 * s[0] + s[1] * (44 - 28 * s[0]));
  });
  std::get<PlaneSection>(body.section).thickness = 1;
  body.material = Material::isotropic(1, 1.0 / 3, 1);
  Model model;
  std::vector<Facet> edge;
  Eigen::VectorXd f = Eigen::VectorXd::Zero(body.size());
  for (const Point& x : body.x) model.mesh.points.push_back({x[0], x[1], x[2]});
  model.mesh.node_ids.resize(body.x.size());
  model.sections.push_back({0, body.section});
  for (const auto& cell : body.cells) {
    model.mesh.cells.push_back({1, body.kind->shape(), 0});
    model.roles.push_back({static_cast<std::int16_t>(find_element(name)), 0});
    for (const Side& side : info(body.kind->shape()).sides) {
      Facet facet{side.shape, {}, static_cast<Index>(model.roles.size()) - 1};
      bool right = true;
      for (std::size_t i = 0; i < side.nodes.size(); ++i) {
        facet.nodes[i] = cell[side.nodes[i]];
        right = right && body.x[facet.nodes[i]][0] > 48 - 1e-9;
      }
      if (right) edge.push_back(facet);
    }
  }
  for (const NodalLoad& load :
       nodal_forces(model, {.facets = edge, .traction = {0, 1.0 / 16, 0}, .where = "here"}))
    f[3 * load.node + load.component] += load.value;
  EXPECT_NEAR(f.sum(), 1, 1e-12);
  const auto held = held_where(body, [](const Point& x, int) { return x[0] < 1e-9; });
  const Eigen::VectorXd q = solved(body.stiffness(), f, Eigen::VectorXd::Zero(body.size()), held);
  for (std::size_t i = 0; i < body.x.size(); ++i)
    if ((body.x[i].head<2>() - Eigen::Vector2d(48, 52)).norm() < 1e-9) return q[3 * i + 1];
  return 0;
}

TEST(Plane, CooksMembraneConverges) {
  constexpr double reference = 23.965;  // of fine meshes
  for (const auto& [name, n, bar] :
       {std::tuple("plane4", 4, 0.05), std::tuple("plane4", 16, 0.005),
        std::tuple("plane8", 4, 0.015), std::tuple("plane8", 8, 0.005),
        std::tuple("plane8-reduced", 4, 0.015), std::tuple("plane6", 8, 0.01),
        std::tuple("plane4-full", 16, 0.05), std::tuple("plane3", 16, 0.1)}) {
    const double tip = cook(name, n);
    std::printf("Cook's membrane, %s, %d x %d: %.4f, %+.2f %%\n", name, n, n, tip,
                100 * (tip / reference - 1));
    EXPECT_NEAR(tip, reference, bar * reference) << name << " " << n;
  }
}

// ------------------------------------------------------------------------------------ Lamé

/// Radial displacement at the bore of a cylinder of 1 and 2 under unit pressure, of n rings.
double cylinder(std::string_view name, int n, double nu) {
  Body body = sheet(name, State::axisymmetric, n, 1,
                    [n](const Eigen::Vector2d& s) { return Eigen::Vector2d(1 + s[0], s[1] / n); });
  body.material = Material::isotropic(1, nu, 1);
  Eigen::VectorXd f = Eigen::VectorXd::Zero(body.size());
  double shares = 0;
  const bool quadratic = info(body.kind->shape()).nodes > info(body.kind->shape()).corners;
  for (std::size_t i = 0; i < body.x.size(); ++i) {
    if (body.x[i][0] > 1 + 1e-9) continue;
    const bool middle = std::abs(body.x[i][1] - 0.5 / n) < 1e-9;
    const double share = quadratic ? (middle ? 2.0 / 3 : 1.0 / 6) : 0.5;
    shares += share;
    f[3 * i] = 2 * std::numbers::pi / n * share;
  }
  EXPECT_NEAR(shares, 1, 1e-12);
  const auto held = held_where(body, [](const Point&, int c) { return c == 1; });
  const Eigen::VectorXd q = solved(body.stiffness(), f, Eigen::VectorXd::Zero(body.size()), held);
  return q[0];
}

TEST(Plane, LamesCylinderConverges) {
  for (const auto& [name, order] :
       {std::pair("plane3", 1.7), std::pair("plane4", 1.8), std::pair("plane4-full", 1.8),
        std::pair("plane4-reduced", 1.8), std::pair("plane6", 2.7), std::pair("plane8", 3.6),
        std::pair("plane8-reduced", 3.6)}) {
    // u(1) = (1 + ν)/E · p/(b² − a²) · ((1 − 2ν)a + b²/a), plane strain.
    const double nu = 0.3, exact = (1 + nu) / 3 * (1 - 2 * nu + 4);
    const double coarse = std::abs(cylinder(name, 8, nu) / exact - 1);
    const double fine = std::abs(cylinder(name, 16, nu) / exact - 1);
    std::printf("Lame's cylinder, %s: 8 rings %.2e, 16 rings %.2e\n", name, coarse, fine);
    if (fine > 1e-10) {  // reduced ones are exact
      EXPECT_GT(std::log2(coarse / fine), order) << name;
    }
    EXPECT_LT(fine, 1.1e-3) << name;
  }
}

TEST(Plane, LamesCylinderNearlyIncompressible) {
  const double nu = 0.4999, exact = (1 + nu) / 3 * (1 - 2 * nu + 4);
  for (const char* name : {"plane8-reduced", "plane4-reduced", "plane4"})
    EXPECT_NEAR(cylinder(name, 16, nu) / exact, 1, 0.01) << name;
}

// --------------------------------------------------------------------------------- bending

TEST(Plane, OneRowBendsExactly) {
  // A strip of 10 × 1 and unit thickness under a moment: v = M L²/(2 EI), stress ±6 at its edges.
  for (const char* name : {"plane4", "plane8", "plane8-reduced"}) {
    Body body = sheet(name, State::stress, 5, 1, [](const Eigen::Vector2d& s) {
      return Eigen::Vector2d(10 * s[0], s[1] - 0.5);
    });
    std::get<PlaneSection>(body.section).thickness = 1;
    body.material = Material::isotropic(100, 0.3, 1);
    Eigen::VectorXd f = Eigen::VectorXd::Zero(body.size());
    for (std::size_t i = 0; i < body.x.size(); ++i)
      if (body.x[i][0] > 10 - 1e-9 && std::abs(body.x[i][1]) > 0.4)
        f[3 * i] = body.x[i][1] > 0 ? 1 : -1;
    const auto held = held_where(
        body, [](const Point& x, int c) { return x[0] < 1e-9 && (c == 0 || x[1] < -0.4); });
    const Eigen::VectorXd q = solved(body.stiffness(), f, Eigen::VectorXd::Zero(body.size()), held);
    double tip = 0;
    for (std::size_t i = 0; i < body.x.size(); ++i)
      if (body.x[i][0] > 10 - 1e-9 && body.x[i][1] < -0.4) tip = q[3 * i + 1];
    EXPECT_NEAR(std::abs(tip), 100.0 / (2 * 100 / 12.0), 1e-9) << name;
  }
}

}  // namespace
}  // namespace sparkdyn::structure
