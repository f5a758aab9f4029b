// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/structure/load.hpp"

#include <cmath>
#include <numbers>
#include <random>

#include "sparkdyn/structure/model.hpp"
#include "structure/constraint_support.hpp"

namespace sparkdyn::structure {
namespace {

using Eigen::Vector3d;

struct Resultant {
  Vector3d force = Vector3d::Zero(), moment = Vector3d::Zero();
  double size = 0;  ///< Σ |f|
};

Resultant resultant(const Mesh& mesh, const std::vector<NodalLoad>& loads) {
  Resultant sum;
  for (const auto& load : loads) {
    const Vector3d f = load.value * Vector3d::Unit(load.component);
    const Vector3d x = Eigen::Map<const Vector3d>(mesh.points[load.node].data());
    sum.force += f;
    sum.moment += x.cross(f);
    sum.size += f.norm();
  }
  return sum;
}

/// A solid cell with its nodes moved at random: curved edges, warped faces.
std::vector<Facet> distorted_cell(Scene& scene, Shape shape, const std::vector<Vector3d>& nodes) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> shift(-0.08, 0.08);
  for (const auto& x : nodes)
    scene.add(2 + x[0] + shift(random), x[1] + shift(random), x[2] + shift(random));
  std::vector<Facet> facets;
  for (const Side& side : info(shape).sides) {
    Facet facet{side.shape, {}};
    std::copy(side.nodes.begin(), side.nodes.end(), facet.nodes.begin());
    facets.push_back(facet);
  }
  return facets;
}

std::vector<Vector3d> with_middles(std::vector<Vector3d> corners,
                                   const std::vector<std::pair<int, int>>& edges) {
  for (const auto& [a, b] : edges) corners.push_back((corners[a] + corners[b]) / 2);
  return corners;
}

std::vector<Vector3d> nodes_of(Shape shape) {
  const std::vector<Vector3d> tet{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const std::vector<Vector3d> wedge{{0, 0, 0}, {1, 0, 0}, {0, 1, 0},
                                    {0, 0, 1}, {1, 0, 1}, {0, 1, 1}};
  const std::vector<Vector3d> hex{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                  {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  switch (shape) {
    case Shape::tetrahedron4:
      return tet;
    case Shape::tetrahedron10:
      return with_middles(tet, {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}});
    case Shape::wedge6:
      return wedge;
    case Shape::wedge15:
      return with_middles(wedge,
                          {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {0, 3}, {1, 4}, {2, 5}});
    case Shape::hexahedron8:
      return hex;
    default:
      return with_middles(hex, {{0, 1},
                                {1, 2},
                                {2, 3},
                                {3, 0},
                                {4, 5},
                                {5, 6},
                                {6, 7},
                                {7, 4},
                                {0, 4},
                                {1, 5},
                                {2, 6},
                                {3, 7}});
  }
}

class ClosedBodies : public testing::TestWithParam<Shape> {};

TEST_P(ClosedBodies, UniformPressureIsInBalance) {
  Scene scene;
  const auto facets = distorted_cell(scene, GetParam(), nodes_of(GetParam()));
  const auto loads = nodal_forces(scene.mesh, {.facets = facets, .pressure = 3, .where = "f:1"});
  const Resultant sum = resultant(scene.mesh, loads);
  EXPECT_GT(sum.size, 1);
  EXPECT_LT(sum.force.norm(), 1e-12 * sum.size);
  EXPECT_LT(sum.moment.norm(), 1e-12 * sum.size);
  // The work of the pressure in a dilatation u = x is −3 p V: the normals point outwards.
  double work = 0;
  for (const auto& load : loads) work += load.value * scene.mesh.points[load.node][load.component];
  EXPECT_LT(work, -0.2);
}

INSTANTIATE_TEST_SUITE_P(Solids, ClosedBodies,
                         testing::Values(Shape::tetrahedron4, Shape::tetrahedron10, Shape::wedge6,
                                         Shape::wedge15, Shape::hexahedron8, Shape::hexahedron20));

TEST(SurfaceLoad, PressureDoesTheWorkOfTheVolume) {
  // Divergence theorem: ∮ x·(−p n) dA = −3 p V, with the volume of a hexahedron with warped faces
  // by its own 3-point Gauss rule.
  Scene scene;
  const auto facets = distorted_cell(scene, Shape::hexahedron8, nodes_of(Shape::hexahedron8));
  const auto loads = nodal_forces(scene.mesh, {.facets = facets, .pressure = 1, .where = ""});
  double work = 0;
  for (const auto& load : loads) work += load.value * scene.mesh.points[load.node][load.component];
  double volume = 0;
  const double g = std::sqrt(0.6);
  const double at[] = {-g, 0, g}, weight[] = {5. / 9, 8. / 9, 5. / 9};
  const auto corners = nodes_of(Shape::hexahedron8);
  for (int i = 0; i < 27; ++i) {
    const double xi[] = {at[i % 3], at[i / 3 % 3], at[i / 9]};
    Eigen::Matrix3d J = Eigen::Matrix3d::Zero();
    for (int n = 0; n < 8; ++n) {
      const Vector3d sign = 2 * corners[n] - Vector3d::Ones();
      for (int d = 0; d < 3; ++d) {
        double slope = sign[d] / 2;
        for (int e = 0; e < 3; ++e)
          if (e != d) slope *= (1 + sign[e] * xi[e]) / 2;
        J.col(d) += slope * scene.point(n);
      }
    }
    volume += weight[i % 3] * weight[i / 3 % 3] * weight[i / 9] * J.determinant();
  }
  EXPECT_NEAR(work, -3 * volume, 1e-12);
}

TEST(SurfaceLoad, ConsistentForcesOfSingleFacets) {
  Scene scene;
  for (const auto& x :
       {Vector3d(0, 0, 0), Vector3d(2, 0, 0), Vector3d(2, 3, 0), Vector3d(0, 3, 0),
        Vector3d(1, 0, 0), Vector3d(2, 1.5, 0), Vector3d(1, 3, 0), Vector3d(0, 1.5, 0)})
    scene.add(x[0], x[1], x[2]);
  const auto forces = [&](Facet facet) {
    const auto loads = nodal_forces(
        scene.mesh,
        {.facets = {facet}, .pressure = 0, .traction = {0, 0, 1}, .amplitude = 4, .where = "here"});
    std::vector<double> z(8, 0.0);
    for (const auto& load : loads) {
      EXPECT_EQ(load.component, 2);
      EXPECT_EQ(load.amplitude, 4);
      EXPECT_EQ(load.where, "here");
      z[load.node] = load.value;
    }
    return z;
  };
  const auto quad4 = forces({Shape::quadrilateral4, {0, 1, 2, 3}});
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(quad4[i], 6.0 / 4, 1e-14);
  const auto quad8 = forces({Shape::quadrilateral8, {0, 1, 2, 3, 4, 5, 6, 7}});
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(quad8[i], -6.0 / 12, 1e-14);
    EXPECT_NEAR(quad8[4 + i], 6.0 / 3, 1e-14);
  }
  const auto triangle3 = forces({Shape::triangle3, {0, 1, 2}});
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(triangle3[i], 3.0 / 3, 1e-14);
  const Index centre = scene.add(1, 1.5, 0);
  const auto loads = nodal_forces(
      scene.mesh,
      {.facets = {{Shape::triangle6, {0, 1, 2, 4, 5, centre}}}, .pressure = -2, .where = ""});
  for (const auto& load : loads) {
    if (load.component != 2) continue;
    EXPECT_NEAR(load.value, load.node < 3 ? 0.0 : 2 * 3.0 / 3, 1e-14);
  }
}

TEST(SurfaceLoad, NeighboursAddUpAndAreSorted) {
  Scene scene;
  for (int i = 0; i < 3; ++i) {
    scene.add(i, 0, 0);
    scene.add(i, 1, 0);
  }
  const auto loads = nodal_forces(scene.mesh, {.facets = {{Shape::quadrilateral4, {2, 4, 5, 3}},
                                                          {Shape::quadrilateral4, {0, 2, 3, 1}}},
                                               .pressure = 1,
                                               .traction = {8, 0, 0},
                                               .where = ""});
  ASSERT_EQ(loads.size(), 12u);
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(loads[i].node, static_cast<Index>(i / 2));
    EXPECT_EQ(loads[i].component, i % 2 == 0 ? 0 : 2);
    const double share = loads[i].node == 2 || loads[i].node == 3 ? 0.5 : 0.25;
    EXPECT_NEAR(loads[i].value, share * (i % 2 == 0 ? 8 : -1), 1e-14);
  }
}

TEST(SurfaceLoad, PressureOnACurvedSurfaceHasTheForceOfItsProjection) {
  // On a half cylinder the resultant is p times the area of its flat projection, exactly even with
  // few facets, because the facets meet the plane along the same lines.
  for (const Shape shape : {Shape::quadrilateral8, Shape::quadrilateral4}) {
    Scene scene;
    std::vector<Facet> facets;
    const auto node = [&](double angle, double z) {
      return scene.add(std::cos(angle), std::sin(angle), z);
    };
    const int n = 6;
    for (int k = 0; k < n; ++k) {
      const double a = std::numbers::pi * k / n, b = std::numbers::pi * (k + 1) / n,
                   m = (a + b) / 2;
      Facet facet{shape, {node(a, 0), node(b, 0), node(b, 2), node(a, 2)}};
      if (shape == Shape::quadrilateral8) {
        facet.nodes[4] = node(m, 0);
        facet.nodes[5] = node(b, 1);
        facet.nodes[6] = node(m, 2);
        facet.nodes[7] = node(a, 1);
      }
      std::reverse(facet.nodes.begin(), facet.nodes.begin() + 4);
      if (shape == Shape::quadrilateral8)
        facet.nodes = {facet.nodes[0], facet.nodes[1], facet.nodes[2], facet.nodes[3],
                       facet.nodes[6], facet.nodes[5], facet.nodes[4], facet.nodes[7]};
      facets.push_back(facet);
    }
    const Resultant sum = resultant(
        scene.mesh, nodal_forces(scene.mesh, {.facets = facets, .pressure = 5, .where = ""}));
    EXPECT_NEAR(sum.force[0], 0, 1e-12);
    EXPECT_NEAR(std::abs(sum.force[1]), 5 * 2 * 2, 1e-12);
    EXPECT_NEAR(sum.force[2], 0, 1e-12);
  }
}

TEST(SurfaceLoad, Errors) {
  Scene scene;
  for (int i = 0; i < 4; ++i) scene.add(i, 2 * i, 0);
  const auto message = [&](std::vector<Facet> facets) {
    return error_of([&] {
      nodal_forces(scene.mesh, {.facets = std::move(facets), .pressure = 1, .where = "deck.inp:9"});
    });
  };
  EXPECT_EQ(message({}), "deck.inp:9: the loaded surface is empty");
  EXPECT_EQ(message({{Shape::triangle3, {0, 1, 2}}}),
            "deck.inp:9: the facet with nodes 10, 20, 30 has no area");
  EXPECT_TRUE(says(message({{Shape::line2, {0, 1}}}), "cannot act on a 2-node line"));
}

TEST(LineLoad, GivesHalfToEachEnd) {
  Scene scene;
  scene.add(0, 0, 0);
  scene.add(3, 4, 0);
  scene.add(3, 4, 2);
  scene.mesh.cells = {{1, Shape::line2, 0}, {2, Shape::line2, 2}};
  scene.mesh.cell_nodes = {0, 1, 1, 2};
  Model model;
  model.mesh = scene.mesh;
  const auto loads = nodal_forces(
      model, LineLoad{.cells = {0, 1}, .force = {0, 2, 0}, .amplitude = 1, .where = "w"});
  ASSERT_EQ(loads.size(), 3u);
  EXPECT_DOUBLE_EQ(loads[0].value, 5);
  EXPECT_DOUBLE_EQ(loads[1].value, 7);
  EXPECT_DOUBLE_EQ(loads[2].value, 2);
  EXPECT_EQ(loads[1].component, 1);
  EXPECT_EQ(loads[1].amplitude, 1);
}

TEST(LineLoad, Errors) {
  Scene scene;
  scene.add(0, 0, 0);
  scene.add(0, 0, 0);
  scene.mesh.cells = {{71, Shape::line2, 0}, {72, Shape::point, 0}};
  scene.mesh.cell_nodes = {0, 1};
  Model model;
  model.mesh = scene.mesh;
  const auto message = [&](std::vector<Index> cells) {
    return error_of([&] {
      nodal_forces(model, LineLoad{.cells = std::move(cells), .force = {1, 0, 0}, .where = "d:3"});
    });
  };
  EXPECT_EQ(message({}), "d:3: the line load has no cells");
  EXPECT_EQ(message({0}), "d:3: element 71 has no length");
  EXPECT_TRUE(says(message({1}), "cannot act on element 72"));
}

}  // namespace
}  // namespace sparkdyn::structure
