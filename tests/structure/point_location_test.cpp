// SPDX-License-Identifier: BSD-3-Clause
// Random points of random meshes: what is interpolated there is exact for linear fields, what acts
// there keeps its resultant and moment, and points elsewhere are not taken for nodes.

#include "structure/point_location.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "shape_functions.hpp"

namespace sparkdyn::structure {
namespace {

using Eigen::Vector3d;

class RandomMesh {
 public:
  RandomMesh(const char* element, unsigned seed, double bulge = 0.03)
      : random_(seed), bulge_(bulge), element_(find_element(element)) {
    shape_ = elements()[element_]->shape();
    const int dimension = info(shape_).dimension;
    const int nx = 3, ny = dimension > 1 ? 3 : 0, nz = dimension > 2 ? 2 : 0;
    for (int k = 0; k <= nz; ++k)
      for (int j = 0; j <= ny; ++j)
        for (int i = 0; i <= nx; ++i) add_node(warped(dimension, i, j, k));
    const auto n = [&](int i, int j, int k) -> Index { return i + (nx + 1) * (j + (ny + 1) * k); };
    for (int k = 0; k < std::max(nz, 1); ++k)
      for (int j = 0; j < std::max(ny, 1); ++j)
        for (int i = 0; i < nx; ++i) {
          if (dimension == 1) {
            add_cell({n(i, 0, 0), n(i + 1, 0, 0)});
            continue;
          }
          std::vector<Index> block{n(i, j, k), n(i + 1, j, k), n(i + 1, j + 1, k), n(i, j + 1, k)};
          if (dimension == 3)
            for (const Index node :
                 {n(i, j, k + 1), n(i + 1, j, k + 1), n(i + 1, j + 1, k + 1), n(i, j + 1, k + 1)})
              block.push_back(node);
          add_block(block);
        }
    model.materials = {Material::isotropic(1, 0.3, 1)};
    model.sections = {{0, SolidSection{}}};
    if (elements()[element_]->section_kind() == "shell") model.sections = {{0, ShellSection{0.1}}};
    if (elements()[element_]->section_kind() == "beam") model.sections = {{0, BeamSection{}}};
    if (elements()[element_]->section_kind() == "truss") model.sections = {{0, TrussSection{}}};
    model.roles.assign(model.mesh.cells.size(), {static_cast<std::int16_t>(element_), 0});
  }

  double uniform(double from, double to) {
    return std::uniform_real_distribution<double>(from, to)(random_);
  }
  Vector3d point(Index node) const {
    return Eigen::Map<const Vector3d>(model.mesh.points[node].data());
  }

  /// A random place of a random cell.
  Vector inside(Index& cell) {
    cell = static_cast<Index>(random_() % model.mesh.cells.size());
    Vector3d xi;
    const ShapeGradients corners = node_coordinates(shape_);
    const int count = info(shape_).corners;
    Eigen::VectorXd weights(count);
    for (int i = 0; i < count; ++i) weights[i] = -std::log(uniform(1e-9, 1));
    weights /= weights.sum();
    xi.setZero();
    for (int i = 0; i < count; ++i) xi += weights[i] * corners.row(i).transpose();
    const ShapeValues N = shape_values(shape_, xi);
    Vector3d p = Vector3d::Zero();
    const Index* nodes = model.mesh.nodes_of(model.mesh.cells[cell]);
    for (int i = 0; i < info(shape_).nodes; ++i) p += N[i] * point(nodes[i]);
    return {p[0], p[1], p[2]};
  }

  Model model;

 private:
  Vector3d warped(int dimension, int i, int j, int k) {
    const auto shaken = [&](double x) { return x + uniform(-0.12, 0.12); };
    const double x = shaken(i), y = dimension > 1 ? shaken(j) : 0.3 * std::sin(i),
                 z = dimension > 2 ? shaken(k) : 0.1 * x * y + uniform(-0.02, 0.02);
    return {2 * x, y, 0.5 * z};
  }
  Index add_node(const Vector3d& p) {
    model.mesh.node_ids.push_back(1001 + model.mesh.nodes());
    model.mesh.points.push_back({p[0], p[1], p[2]});
    return model.mesh.nodes() - 1;
  }
  Index middle(Index a, Index b) {
    const auto [place, is_new] = middles_.try_emplace(std::minmax(a, b), 0);
    if (is_new)
      place->second = add_node(0.5 * (point(a) + point(b)) +
                               bulge_ * Vector3d(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)));
    return place->second;
  }
  void add_cell(std::vector<Index> nodes) {
    const ShapeInfo& about = info(shape_);
    nodes.resize(static_cast<std::size_t>(about.nodes), -1);
    for (const Side& side : about.sides) {
      const int corners = info(side.shape).corners;
      for (int i = corners; i < info(side.shape).nodes; ++i)
        nodes[side.nodes[i]] =
            middle(nodes[side.nodes[i - corners]], nodes[side.nodes[(i - corners + 1) % corners]]);
    }
    model.mesh.cells.push_back({1, shape_, static_cast<Index>(model.mesh.cell_nodes.size())});
    model.mesh.cell_nodes.insert(model.mesh.cell_nodes.end(), nodes.begin(), nodes.end());
  }
  /// A quadrilateral or hexahedron, cut into cells of the shape.
  void add_block(const std::vector<Index>& b) {
    const auto cut = [&](std::initializer_list<std::vector<int>> pieces) {
      for (const auto& piece : pieces) {
        std::vector<Index> nodes;
        for (const int i : piece) nodes.push_back(b[i]);
        add_cell(nodes);
      }
    };
    switch (info(shape_).corners) {
      case 3:
        return cut({{0, 1, 2}, {0, 2, 3}});
      case 6:
        return cut({{0, 1, 2, 4, 5, 6}, {0, 2, 3, 4, 6, 7}});
      case 4:
        if (info(shape_).dimension == 3)
          return cut(
              {{0, 1, 2, 6}, {0, 2, 3, 6}, {0, 3, 7, 6}, {0, 7, 4, 6}, {0, 4, 5, 6}, {0, 5, 1, 6}});
        [[fallthrough]];
      default:
        add_cell(b);
    }
  }

  std::mt19937 random_;
  double bulge_;
  int element_;
  Shape shape_ = Shape::point;
  std::map<std::pair<Index, Index>, Index> middles_;
};

const std::vector<const char*> kinds{"truss2", "beam2",  "shell3",  "shell4", "tet4",
                                     "tet10",  "wedge6", "wedge15", "hex8",   "hex20"};

TEST(PointLocation, PointsInsideAreInterpolatedExactly) {
  for (const char* kind : kinds)
    for (unsigned seed = 1; seed <= 3; ++seed) {
      RandomMesh mesh(kind, seed);
      for (int trial = 0; trial < 100; ++trial) {
        Index cell = 0;
        const Vector p = mesh.inside(cell);
        const PointLocation found = locate(mesh.model, p);
        const Vector3d x(p[0], p[1], p[2]);
        ASSERT_FALSE(found.shares.empty()) << kind << " seed " << seed << " trial " << trial;
        EXPECT_LT(found.off, 1e-9) << kind;
        double sum = 0;
        Vector3d place = Vector3d::Zero(), moment = Vector3d::Zero();
        const Vector3d force(0.3, -2, 1.1);
        std::set<Index> members;
        for (const auto& [node, weight] : found.shares) {
          sum += weight;
          place += weight * mesh.point(node);
          moment += mesh.point(node).cross(Vector3d(weight * force));
          members.insert(node);
        }
        EXPECT_NEAR(sum, 1, 1e-12) << kind;                         // the resultant
        EXPECT_LT((moment - x.cross(force)).norm(), 1e-8) << kind;  // and the moment of a force
        EXPECT_LT((place - x).norm(), 1e-9) << kind;                // every linear field
        bool together = false;
        for (const Cell& c : mesh.model.mesh.cells) {
          const Index* nodes = mesh.model.mesh.nodes_of(c);
          const std::set<Index> all(nodes, nodes + info(c.shape).nodes);
          together |= std::includes(all.begin(), all.end(), members.begin(), members.end());
        }
        EXPECT_TRUE(together) << kind << ": the shares are not of one element";
      }
    }
}

TEST(PointLocation, QuadraticElementsInterpolateQuadraticFieldsExactly) {
  RandomMesh mesh("tet10", 5, 0);  // straight edges: the map is linear
  const auto field = [](const Vector3d& x) {
    return 1 + x[0] * x[1] - 2 * x[2] * x[2] + 3 * x[0] * x[0] + x[1] * x[2];
  };
  for (int trial = 0; trial < 200; ++trial) {
    Index cell = 0;
    const Vector p = mesh.inside(cell);
    double value = 0;
    for (const auto& [node, weight] : locate(mesh.model, p).shares)
      value += weight * field(mesh.point(node));
    EXPECT_NEAR(value, field({p[0], p[1], p[2]}), 1e-9);
  }
}

TEST(PointLocation, NodesAreThemselves) {
  for (const char* kind : kinds) {
    RandomMesh mesh(kind, 9);
    for (Index node = 0; node < mesh.model.mesh.nodes(); ++node) {
      Vector p = mesh.model.mesh.points[node];
      p[0] += 1e-8;  // rounding of what was typed
      const PointLocation found = locate(mesh.model, p);
      EXPECT_EQ(found.nearest, node);
      ASSERT_EQ(found.shares.size(), 1u) << kind;
      EXPECT_EQ(found.shares[0], (std::pair<Index, double>(node, 1.0)));
    }
  }
}

/// By hand: the nearest node, and the longest edge of the cells that have it.
TEST(PointLocation, PointsOutsideAreNearOnlyWithinTheSizeOfTheCellsThere) {
  int near = 0, far = 0;
  for (const char* kind : kinds) {
    RandomMesh mesh(kind, 4);
    const Mesh& m = mesh.model.mesh;
    for (int trial = 0; trial < 200; ++trial) {
      const Vector3d x(mesh.uniform(-4, 10), mesh.uniform(-4, 7), mesh.uniform(2, 6));
      Index nearest = 0;
      for (Index i = 1; i < m.nodes(); ++i)
        if ((mesh.point(i) - x).norm() < (mesh.point(nearest) - x).norm()) nearest = i;
      double size = 0;
      for (const Cell& cell : m.cells) {
        const Index* nodes = m.nodes_of(cell);
        const int count = info(cell.shape).nodes, corners = info(cell.shape).corners;
        if (std::find(nodes, nodes + count, nearest) == nodes + count) continue;
        for (int i = 0; i < corners; ++i)
          for (int j = 0; j < i; ++j)
            size = std::max(size, (mesh.point(nodes[i]) - mesh.point(nodes[j])).norm());
      }
      const double distance = (mesh.point(nearest) - x).norm();
      const PointLocation found = locate(mesh.model, {x[0], x[1], x[2]});
      EXPECT_EQ(found.nearest, nearest);
      EXPECT_NEAR(found.distance, distance, 1e-12);
      if (distance > size) {
        EXPECT_FALSE(is_near(found)) << kind;
      }
      if (distance < 0.55 * size && found.shares.empty()) {  // diagonals are no edges
        EXPECT_TRUE(is_near(found)) << kind;
      }
      (is_near(found) ? near : far) += 1;
    }
  }
  EXPECT_GT(near, 50);
  EXPECT_GT(far, 500);
}

TEST(PointLocation, OnlyElementsWithTheComponentsHoldWhatNeedsThem) {
  RandomMesh solid("hex8", 2), shell("shell4", 2);
  Index cell = 0;
  const ComponentMask turning = 1 << 4;
  EXPECT_TRUE(locate(solid.model, solid.inside(cell), turning).shares.empty());
  EXPECT_FALSE(locate(shell.model, shell.inside(cell), turning).shares.empty());
}

/// Cells that are no elements hold nothing, and their nodes are not the nearest ones.
TEST(PointLocation, CellsWithoutARoleDoNotCount) {
  RandomMesh mesh("hex8", 3);
  Index cell = 0;
  const Vector p = mesh.inside(cell);
  mesh.model.roles.assign(mesh.model.roles.size(), {});
  const PointLocation found = locate(mesh.model, p);
  EXPECT_TRUE(found.shares.empty());
  EXPECT_FALSE(is_near(found));
}

}  // namespace
}  // namespace sparkdyn::structure
