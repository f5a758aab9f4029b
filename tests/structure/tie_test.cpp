// SPDX-License-Identifier: BSD-3-Clause
// Ties: each slave node follows the nearest point of the master surface.

#include <cmath>
#include <ctime>
#include <iostream>
#include <map>
#include <numbers>
#include <random>

#include "structure/constraint_support.hpp"
#include "structure/surface_constraint.hpp"
#include "support/speed.hpp"

namespace sparkdyn::structure {
namespace {

using Eigen::Vector3d;
/// From (s, t) in the unit square to space.
using Surface = std::function<Vector3d(double, double)>;

const ConstraintLabel weld{"weld", "case.yaml:12"};

/// Nodes and facets of an n × m grid over the unit square.
std::vector<Facet> grid(Scene& scene, Shape shape, int n, int m, const Surface& surface,
                        ComponentMask mask = translations) {
  std::map<std::pair<int, int>, Index> known;  // in half steps
  const auto node = [&](int i, int j) {
    const auto [found, is_new] = known.try_emplace({i, j}, 0);
    if (is_new) {
      const Vector3d x = surface(i / (2.0 * n), j / (2.0 * m));
      found->second = scene.add(x[0], x[1], x[2], mask);
    }
    return found->second;
  };
  std::vector<Facet> facets;
  for (int i = 0; i < 2 * n; i += 2) {
    for (int j = 0; j < 2 * m; j += 2) {
      const auto at = [&](int di, int dj) { return node(i + di, j + dj); };
      switch (shape) {
        case Shape::quadrilateral4:
          facets.push_back({shape, {at(0, 0), at(2, 0), at(2, 2), at(0, 2)}});
          break;
        case Shape::quadrilateral8:
          facets.push_back(
              {shape,
               {at(0, 0), at(2, 0), at(2, 2), at(0, 2), at(1, 0), at(2, 1), at(1, 2), at(0, 1)}});
          break;
        case Shape::triangle3:
          facets.push_back({shape, {at(0, 0), at(2, 0), at(2, 2)}});
          facets.push_back({shape, {at(0, 0), at(2, 2), at(0, 2)}});
          break;
        default:
          facets.push_back({shape, {at(0, 0), at(2, 0), at(2, 2), at(1, 0), at(2, 1), at(1, 1)}});
          facets.push_back({shape, {at(0, 0), at(2, 2), at(0, 2), at(1, 1), at(1, 2), at(0, 1)}});
      }
    }
  }
  return facets;
}

Facet single(Index node) {
  return {Shape::point, {node}};
}

Vector3d sloped(double s, double t) {
  return {3 * s + 0.2 * t, 2 * t - 0.3 * s, 0.5 * s + 0.1 * t};
}

double linear_residual(const Scene& scene, const std::vector<Equation>& rows) {
  Eigen::Matrix3d gradient;
  gradient << 1, -2, 0.5, 0.3, 4, -1, 2, 0.1, -3;
  return largest_residual(rows, [&](Index node) {
    Vector6 motion = Vector6::Zero();
    motion.head<3>() = Vector3d(1, 2, 3) + gradient * scene.point(node);
    return motion;
  });
}

class TieShapes : public testing::TestWithParam<Shape> {};

TEST_P(TieShapes, LinearFieldsPassAFlatNonMatchingInterface) {
  Scene scene;
  const auto master = grid(scene, GetParam(), 5, 4, sloped);
  const auto slave = grid(scene, Shape::quadrilateral8, 7, 3, sloped);
  const auto rows = scene.rows(tie(weld, slave, master, 0));
  const std::size_t slaves = 8 * 4 + 7 * 4 + 8 * 3;  // corners and middles of the edges
  EXPECT_EQ(rows.size(), 3 * slaves);
  EXPECT_TRUE(scene.warnings.empty());
  EXPECT_LT(linear_residual(scene, rows), 1e-12);
  EXPECT_LT(rigid_residual(scene, rows), 1e-12);
  EXPECT_EQ(rank(dense(scene, rows)), static_cast<Eigen::Index>(rows.size()));
}

TEST_P(TieShapes, FindsThePointOfACurvedFacet) {
  // One large, strongly bent facet per shape; slaves at known points of it, taken from a
  // parametrisation by its own nodes (quadratic ones reproduce the paraboloid exactly).
  const bool quadratic = GetParam() == Shape::triangle6 || GetParam() == Shape::quadrilateral8;
  const Surface bent = [&](double s, double t) {
    const double z = quadratic ? 0.4 * s * s - 0.7 * t * t + 0.3 * s * t
                               : (GetParam() == Shape::quadrilateral4 ? 0.8 * s * t : 0.1 * s);
    return Vector3d(s, t, z);
  };
  Scene scene;
  const auto master = grid(scene, GetParam(), 1, 1, bent);
  std::vector<Facet> slave;
  for (const double s : {0.0, 0.21, 0.5, 0.77, 1.0})
    for (const double t : {0.1, 0.35, 0.63, 0.98}) {
      const Vector3d x = bent(s, t);
      slave.push_back(single(scene.add(x[0], x[1], x[2])));
    }
  const auto rows = scene.rows(tie(weld, slave, master, 1e-9));
  EXPECT_EQ(rows.size(), 3 * slave.size());
  EXPECT_TRUE(scene.warnings.empty());
  EXPECT_LT(linear_residual(scene, rows), 1e-12);
  EXPECT_LT(rigid_residual(scene, rows), 1e-12);
}

TEST_P(TieShapes, AGapResistsNoRigidMotion) {
  // Random curved surfaces and nodes at random heights over them. With the transpose this says too
  // that forces across the gap keep their moment.
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int trial = 0; trial < 20; ++trial) {
    const double a = any(random), b = any(random), c = any(random);
    const Surface curved = [&](double s, double t) {
      return Vector3d(3 * s, 2 * t + 0.2 * b * s, 0.3 * a * s * s + 0.4 * b * t + 0.2 * c * s * t);
    };
    Scene scene;
    const auto master = grid(scene, GetParam(), 3, 2, curved);
    std::vector<Facet> slave;
    for (int i = 0; i < 10; ++i) {
      const Vector3d x = curved(0.5 + 0.3 * any(random), 0.5 + 0.3 * any(random));
      slave.push_back(single(scene.add(x[0], x[1], x[2] + 0.3 * any(random))));
    }
    const auto rows = scene.rows(tie(weld, slave, master, 1));
    EXPECT_EQ(rows.size(), 3 * slave.size());
    EXPECT_LT(rigid_residual(scene, rows), 1e-11);
    EXPECT_EQ(rank(dense(scene, rows)), static_cast<Eigen::Index>(rows.size()));
  }
}

TEST_P(TieShapes, NodesBesideTheMasterStayFree) {
  // A slave surface wider than the master, a gap of 0.3 between them: only what lies over the
  // master is tied, however large the tolerance is.
  const auto flat = [](double from, double to, double z) {
    return [=](double s, double t) {
      return Vector3d(from + (to - from) * s, from + (to - from) * t, z);
    };
  };
  Scene scene;
  const auto master = grid(scene, GetParam(), 4, 4, flat(0, 4, 0));
  const auto slave = grid(scene, Shape::quadrilateral4, 12, 12, flat(-1, 5, 0.3));
  const auto rows = scene.rows(tie(weld, slave, master, 3));
  EXPECT_EQ(rows.size(), 3u * 9 * 9);  // 0, 0.5, …, 4 along either side
  ASSERT_EQ(scene.warnings.size(), 1u);
  EXPECT_TRUE(says(scene.warnings[0], "88 of 169 slave nodes are left out")) << scene.warnings[0];
  EXPECT_TRUE(says(scene.warnings[0], "beside the master surface")) << scene.warnings[0];

  Mesh moved = scene.mesh;
  const Moved way = move_to_master(moved, slave, master, 3);
  EXPECT_NEAR(way.farthest, 0.3, 1e-12);
  int down = 0;
  for (Index i = 0; i < moved.nodes(); ++i) {
    if (moved.points[i] == scene.mesh.points[i]) continue;
    ++down;
    EXPECT_NEAR(moved.points[i][2], 0, 1e-12);
    EXPECT_NEAR(moved.points[i][0], scene.mesh.points[i][0], 1e-12);
    EXPECT_NEAR(moved.points[i][1], scene.mesh.points[i][1], 1e-12);
  }
  EXPECT_EQ(down, 81);
}

INSTANTIATE_TEST_SUITE_P(Facets, TieShapes,
                         testing::Values(Shape::triangle3, Shape::triangle6, Shape::quadrilateral4,
                                         Shape::quadrilateral8));

TEST(Tie, FindsTheNearestPointFromAGap) {
  // A quarter of a cylinder of radius 1 in quadratic facets; slaves at radius 1.1 stand over the
  // point of the same angle, up to the facets' distance from the cylinder.
  const auto cylinder = [](double radius) {
    return [radius](double s, double t) {
      const double angle = s * std::numbers::pi / 2;
      return Vector3d(radius * std::cos(angle), radius * std::sin(angle), t);
    };
  };
  Scene scene;
  const auto master = grid(scene, Shape::quadrilateral8, 16, 4, cylinder(1));
  std::vector<Facet> slave;
  for (int i = 0; i <= 20; ++i) {
    const Vector3d x = cylinder(1.1)(i / 20.0, 0.3 + 0.01 * i);
    slave.push_back(single(scene.add(x[0], x[1], x[2])));
  }
  const auto rows = scene.rows(tie(weld, slave, master, 0.2));
  ASSERT_EQ(rows.size(), 3 * slave.size());
  EXPECT_LT(rigid_residual(scene, rows), 1e-12);
  Mesh moved = scene.mesh;
  const Moved way = move_to_master(moved, slave, master, 0.2);
  EXPECT_NEAR(way.farthest, 0.1, 1e-4);
  for (const Facet& node : slave) {
    const Vector3d p = scene.point(node.nodes[0]);
    const Vector3d nearest = Eigen::Map<const Vector3d>(moved.points[node.nodes[0]].data());
    EXPECT_LT((nearest - Vector3d(p[0] / 1.1, p[1] / 1.1, p[2])).norm(), 2e-5);
  }
}

TEST(Tie, AgreesWithSearchingEveryFacet) {
  // Against brute force: points scattered around a wavy surface of warped quadrilaterals, whose
  // nearest points are found by sampling finely.
  const Surface wavy = [](double s, double t) {
    return Vector3d(4 * s, 4 * t, 0.3 * std::sin(5 * s) * std::cos(4 * t));
  };
  Scene scene;
  const auto master = grid(scene, Shape::quadrilateral4, 9, 8, wavy);
  std::vector<Facet> slave;
  for (int i = 0; i < 40; ++i)
    slave.push_back(
        single(scene.add(0.5 + 3 * std::fmod(0.618 * i, 1.0), 0.5 + 3 * std::fmod(0.755 * i, 1.0),
                         0.7 * std::sin(3.0 * i))));
  const auto rows = scene.rows(tie(weld, slave, master, 10));
  EXPECT_EQ(rows.size(), 3 * slave.size());
  EXPECT_LT(rigid_residual(scene, rows), 1e-11);
  Mesh moved = scene.mesh;
  move_to_master(moved, slave, master, 10);
  for (const Facet& node : slave) {
    const Vector3d p = scene.point(node.nodes[0]);
    const Vector3d found = Eigen::Map<const Vector3d>(moved.points[node.nodes[0]].data());
    double least = 1e9;
    constexpr int samples = 60;
    for (const Facet& facet : master)
      for (int a = 0; a <= samples; ++a)
        for (int b = 0; b <= samples; ++b) {
          const double s = double(a) / samples, t = double(b) / samples;
          const Vector3d x = (1 - s) * (1 - t) * scene.point(facet.nodes[0]) +
                             s * (1 - t) * scene.point(facet.nodes[1]) +
                             s * t * scene.point(facet.nodes[2]) +
                             (1 - s) * t * scene.point(facet.nodes[3]);
          least = std::min(least, (x - p).norm());
        }
    EXPECT_LE((found - p).norm(), least + 1e-12);
    EXPECT_GT((found - p).norm(), least - 1e-2);
  }
}

TEST(Tie, SkipsSharedNodesAndCountsThoseLeftOut) {
  Scene scene;
  const auto master = grid(scene, Shape::quadrilateral4, 2, 2, sloped);
  auto slave = std::vector<Facet>{single(master[0].nodes[0])};
  const Vector3d on = sloped(0.3, 0.4);
  slave.push_back(single(scene.add(on[0], on[1], on[2])));
  slave.push_back(single(scene.add(0, 0, 2)));
  slave.push_back(single(scene.add(0, 0, 3)));
  const auto rows = scene.rows(tie(weld, slave, master, 0));
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].name, "tie 'weld', node 100, x");
  ASSERT_EQ(scene.warnings.size(), 1u);
  EXPECT_TRUE(says(scene.warnings[0],
                   "case.yaml:12: tie 'weld': 2 of 3 slave nodes are left out, "
                   "the first of them node 110"))
      << scene.warnings[0];
  EXPECT_TRUE(says(scene.warnings[0], "1 % of the mean edge"));
}

TEST(Tie, FollowsOverAConvexEdgeOfTheMaster) {
  // Over a ridge no facet has the node in its normal direction; it is an edge of two facets and no
  // border.
  const Surface roof = [](double s, double t) {
    return Vector3d(4 * s - 2, 2 * t, -std::abs(4 * s - 2));
  };
  Scene scene;
  const auto master = grid(scene, Shape::quadrilateral4, 4, 2, roof);
  const std::vector<Facet> slave{single(scene.add(0, 0.7, 0.8)), single(scene.add(0.1, 1.2, 0.7))};
  const auto rows = scene.rows(tie(weld, slave, master, 1));
  EXPECT_EQ(rows.size(), 6u);
  EXPECT_TRUE(scene.warnings.empty());
  EXPECT_LT(rigid_residual(scene, rows), 1e-12);
}

TEST(Tie, SaysThatRotationsStayFree) {
  Scene scene;
  const auto master = grid(scene, Shape::triangle3, 2, 2, sloped);
  const auto slave = grid(scene, Shape::quadrilateral4, 3, 3, sloped, all_components);
  const auto rows = scene.rows(tie(weld, slave, master, 0));
  EXPECT_EQ(rows.size(), 3u * 16);
  ASSERT_EQ(scene.warnings.size(), 1u);
  EXPECT_TRUE(says(scene.warnings[0], "ties displacements only"));
}

TEST(Tie, Errors) {
  Scene scene;
  const auto master = grid(scene, Shape::quadrilateral4, 2, 2, sloped);
  const auto far = std::vector<Facet>{single(scene.add(0, 0, 5)), single(scene.add(0, 0, 7))};
  const auto message = [&](std::vector<Facet> slaves, std::vector<Facet> masters,
                           double tolerance) {
    return error_of(
        [&] { scene.rows(tie(weld, std::move(slaves), std::move(masters), tolerance)); });
  };
  EXPECT_EQ(message({}, master, 0), "case.yaml:12: tie 'weld': its slave surface is empty");
  EXPECT_TRUE(says(message(far, {}, 0), "master surface is empty"));
  EXPECT_TRUE(says(message(far, master, 0.5), "none of its 2 slave nodes lies within"));
  EXPECT_TRUE(says(message(far, master, 0.5), "the nearest is 4."));
  EXPECT_TRUE(says(message(master, master, 0), "every node of its slave surface is also"));
  EXPECT_TRUE(says(message(far, {{Shape::line2, {0, 1}}}, 0), "2-node line"));
  EXPECT_TRUE(says(message(far, master, NAN), "not finite"));
  const Vector3d on = sloped(0.5, 0.5);
  const auto bare = std::vector<Facet>{single(scene.add(on[0], on[1], on[2], 0))};
  EXPECT_TRUE(says(message(bare, master, 0), "belongs to no element"));
}

TEST(Tie, IsFastForLargeSurfaces) {
  const Surface wavy = [](double s, double t) {
    return Vector3d(4 * s, 4 * t, 0.02 * std::sin(9 * s) * std::cos(8 * t));
  };
  Scene scene;
  const auto master = grid(scene, Shape::quadrilateral4, 316, 316, wavy);
  const auto slave = grid(scene, Shape::quadrilateral4, 315, 317, wavy);
  const std::clock_t begin = std::clock();  // of the processor: other work does not count
  const auto rows = scene.rows(tie(weld, slave, master, 0));
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  EXPECT_EQ(rows.size(), 3u * 316 * 318);
  std::cout << "tie: " << rows.size() / 3 << " nodes on " << master.size() << " facets in "
            << seconds << " s\n";
  // About half a second; without a hierarchy it would be minutes.
  EXPECT_LT(seconds, sparkdyn::test::seconds_allowed(2));
}

}  // namespace
}  // namespace sparkdyn::structure
