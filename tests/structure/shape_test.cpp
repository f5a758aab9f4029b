// SPDX-License-Identifier: BSD-3-Clause
// Shapes, their functions and quadrature against what defines them.

#include "sparkdyn/structure/shape.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>

#include "quadrature.hpp"
#include "shape_functions.hpp"

namespace sparkdyn::structure {
namespace {

std::vector<Shape> all_shapes() {
  std::vector<Shape> shapes;
  for (int i = 0; i < shape_count; ++i) shapes.push_back(static_cast<Shape>(i));
  return shapes;
}

class EveryShape : public testing::TestWithParam<Shape> {
 protected:
  const ShapeInfo& about() const { return info(GetParam()); }
  // Somewhere inside each of them, off every symmetry.
  const Eigen::Vector3d inside{0.21, 0.13, 0.37};
};

TEST_P(EveryShape, FunctionsAreOneAtTheirNodeAndZeroAtOthers) {
  const ShapeGradients nodes = node_coordinates(GetParam());
  for (int j = 0; j < about().nodes; ++j) {
    const ShapeValues N = shape_values(GetParam(), nodes.row(j).transpose());
    for (int i = 0; i < about().nodes; ++i) EXPECT_NEAR(N[i], i == j ? 1 : 0, 1e-14) << i << j;
  }
}

TEST_P(EveryShape, FunctionsReproduceLinearFields) {
  const ShapeGradients nodes = node_coordinates(GetParam());
  const ShapeValues N = shape_values(GetParam(), inside);
  const ShapeGradients dN = shape_gradients(GetParam(), inside);
  EXPECT_NEAR(N.sum(), 1, 1e-14);
  EXPECT_LT(dN.colwise().sum().norm(), 1e-13);
  const Eigen::Vector3d x = nodes.transpose() * N;
  const Eigen::Matrix3d J = nodes.transpose() * dN;
  for (int k = 0; k < about().dimension; ++k) {
    EXPECT_NEAR(x[k], inside[k], 1e-14);
    for (int l = 0; l < about().dimension; ++l) EXPECT_NEAR(J(k, l), k == l ? 1 : 0, 1e-14);
  }
}

TEST_P(EveryShape, GradientsAreDerivatives) {
  const double step = 1e-5;
  const ShapeGradients dN = shape_gradients(GetParam(), inside);
  for (int k = 0; k < 3; ++k) {
    const Eigen::Vector3d shift = step * Eigen::Vector3d::Unit(k);
    const ShapeValues difference =
        (shape_values(GetParam(), inside + shift) - shape_values(GetParam(), inside - shift)) /
        (2 * step);
    EXPECT_LT((difference - dN.col(k)).norm(), 1e-9);
  }
}

TEST_P(EveryShape, MiddleNodesLieHalfWay) {
  const ShapeGradients nodes = node_coordinates(GetParam());
  for (const Side& side : about().sides) {
    ASSERT_EQ(static_cast<int>(side.nodes.size()), info(side.shape).nodes);
    const int corners = info(side.shape).corners;
    for (int i = corners; i < info(side.shape).nodes; ++i) {
      const Eigen::RowVector3d middle = 0.5 * (nodes.row(side.nodes[i - corners]) +
                                               nodes.row(side.nodes[(i - corners + 1) % corners]));
      EXPECT_LT((nodes.row(side.nodes[i]) - middle).norm(), 1e-14);
    }
  }
}

TEST_P(EveryShape, VtkOrderIsAPermutation) {
  std::vector<int> order = about().vtk_order;
  std::sort(order.begin(), order.end());
  ASSERT_EQ(static_cast<int>(order.size()), about().nodes);
  for (int i = 0; i < about().nodes; ++i) EXPECT_EQ(order[i], i);
}

Eigen::Vector3d normal(const ShapeGradients& x, const std::vector<int>& nodes, int corners) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (int i = 1; i + 1 < corners; ++i) {
    const Eigen::Vector3d a = x.row(nodes[i]) - x.row(nodes[0]);
    const Eigen::Vector3d b = x.row(nodes[i + 1]) - x.row(nodes[0]);
    sum += a.cross(b);
  }
  return sum;
}

TEST_P(EveryShape, SidesOfSolidsPointOutwardsAndClose) {
  if (about().dimension != 3) GTEST_SKIP();
  const ShapeGradients x = node_coordinates(GetParam());
  std::map<std::pair<int, int>, int> edges;
  for (const Side& side : about().sides) {
    const int corners = info(side.shape).corners;
    Eigen::Vector3d middle = Eigen::Vector3d::Zero();
    for (int i = 0; i < corners; ++i) {
      middle += x.row(side.nodes[i]).transpose() / corners;
      ++edges[{side.nodes[i], side.nodes[(i + 1) % corners]}];
    }
    EXPECT_GT(normal(x, side.nodes, corners).dot(middle - centre(GetParam())), 0.1);
  }
  for (const auto& [edge, count] : edges) {
    EXPECT_EQ(count, 1);
    EXPECT_TRUE(edges.contains({edge.second, edge.first}));
  }
}

TEST_P(EveryShape, WeightsAddUpToTheMeasure) {
  const std::map<int, std::map<int, double>> measure{{0, {{1, 1.0}}},
                                                     {1, {{2, 2.0}}},
                                                     {2, {{3, 0.5}, {4, 4.0}}},
                                                     {3, {{4, 1.0 / 6}, {6, 1.0}, {8, 8.0}}}};
  double sum = 0;
  for (const QuadraturePoint& point : mass_quadrature(GetParam())) sum += point.weight;
  EXPECT_NEAR(sum, measure.at(about().dimension).at(about().corners), 1e-14);
}

TEST_P(EveryShape, RefusesUnknownRules) {
  EXPECT_THROW(quadrature(GetParam(), 5), std::logic_error);
}

std::string test_name(const testing::TestParamInfo<Shape>& shape) {
  std::string name(info(shape.param).name);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(c); }, '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Shapes, EveryShape, testing::ValuesIn(all_shapes()), test_name);

// Abaqus' S1, S2, … by their corners, whatever the direction.
void expect_sides(Shape shape, const std::vector<std::set<int>>& abaqus) {
  const auto& sides = info(shape).sides;
  ASSERT_EQ(sides.size(), abaqus.size());
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const auto corners = sides[i].nodes.begin() + info(sides[i].shape).corners;
    std::set<int> numbers;
    for (auto node = sides[i].nodes.begin(); node != corners; ++node) numbers.insert(*node + 1);
    EXPECT_EQ(numbers, abaqus[i]) << "S" << i + 1;
  }
}

TEST(Sides, AreInTheOrderOfAbaqus) {
  for (const Shape shape : {Shape::tetrahedron4, Shape::tetrahedron10})
    expect_sides(shape, {{1, 2, 3}, {1, 4, 2}, {2, 4, 3}, {3, 4, 1}});
  for (const Shape shape : {Shape::wedge6, Shape::wedge15})
    expect_sides(shape, {{1, 2, 3}, {4, 6, 5}, {1, 4, 5, 2}, {2, 5, 6, 3}, {3, 6, 4, 1}});
  for (const Shape shape : {Shape::hexahedron8, Shape::hexahedron20})
    expect_sides(
        shape,
        {{1, 2, 3, 4}, {5, 8, 7, 6}, {1, 5, 6, 2}, {2, 6, 7, 3}, {3, 7, 8, 4}, {4, 8, 5, 1}});
}

TEST(VtkOrder, WedgesHaveTheirFirstTriangleOutwards) {
  for (const Shape shape : {Shape::wedge6, Shape::wedge15}) {
    const auto& order = info(shape).vtk_order;
    const ShapeGradients x = node_coordinates(shape);
    EXPECT_LT(normal(x, order, 3)[2], 0);
    if (shape == Shape::wedge6) continue;
    const std::vector<std::pair<int, int>> vtk_edges{{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5},
                                                     {5, 3}, {0, 3}, {1, 4}, {2, 5}};
    for (std::size_t i = 0; i < vtk_edges.size(); ++i) {
      const auto [a, b] = vtk_edges[i];
      EXPECT_LT((x.row(order[i + 6]) - 0.5 * (x.row(order[a]) + x.row(order[b]))).norm(), 1e-14);
    }
  }
}

double factorial(int n) {
  return n < 2 ? 1 : n * factorial(n - 1);
}
double on_line(int power) {
  return power % 2 ? 0 : 2.0 / (power + 1);
}
double on_simplex(int dimension, int i, int j, int k) {
  return factorial(i) * factorial(j) * factorial(k) / factorial(dimension + i + j + k);
}

double integral(Shape shape, int i, int j, int k) {
  switch (shape) {
    case Shape::line2:
      return on_line(i);
    case Shape::quadrilateral4:
      return on_line(i) * on_line(j);
    case Shape::hexahedron8:
      return on_line(i) * on_line(j) * on_line(k);
    case Shape::triangle3:
      return on_simplex(2, i, j, 0);
    case Shape::wedge6:
      return on_simplex(2, i, j, 0) * on_line(k);
    default:
      return on_simplex(3, i, j, k);
  }
}

double sum(Shape shape, int points, int i, int j, int k) {
  double total = 0;
  for (const auto& [xi, weight] : quadrature(shape, points))
    total += weight * std::pow(xi[0], i) * std::pow(xi[1], j) * std::pow(xi[2], k);
  return total;
}

struct Rule {
  Shape shape;
  int points;
  int first;     // degree in ξ (tensor shapes) or of all of ξ, η, ζ together (simplices)
  int last = 0;  // of wedges: degree in ζ
};

// Exact up to the degree, and not beyond, so that no weaker rule passes.
TEST(Quadrature, HasItsDegree) {
  using enum Shape;
  for (const Rule& rule : {Rule{line2, 1, 1},
                           {line2, 2, 3},
                           {line2, 3, 5},
                           {triangle3, 1, 1},
                           {triangle3, 3, 2},
                           {triangle3, 7, 5},
                           {quadrilateral4, 1, 1},
                           {quadrilateral4, 4, 3},
                           {quadrilateral4, 9, 5},
                           {tetrahedron4, 1, 1},
                           {tetrahedron4, 4, 2},
                           {tetrahedron4, 15, 5},
                           {wedge6, 2, 1, 3},
                           {wedge6, 9, 2, 5},
                           {wedge6, 21, 5, 5},
                           {hexahedron8, 1, 1},
                           {hexahedron8, 8, 3},
                           {hexahedron8, 27, 5}}) {
    const int dimension = info(rule.shape).dimension;
    const bool simplex = rule.shape == triangle3 || rule.shape == tetrahedron4;
    const int top = rule.first;
    for (int i = 0; i <= top; ++i)
      for (int j = 0; j <= (dimension > 1 ? top : 0); ++j)
        for (int k = 0; k <= (rule.shape == wedge6 ? rule.last : dimension > 2 ? top : 0); ++k) {
          if (simplex && i + j + k > top) continue;
          if (rule.shape == wedge6 && i + j > top) continue;
          EXPECT_NEAR(sum(rule.shape, rule.points, i, j, k), integral(rule.shape, i, j, k), 2e-15)
              << info(rule.shape).name << " " << rule.points << ": " << i << j << k;
        }
    EXPECT_GT(
        std::abs(sum(rule.shape, rule.points, top + 1, 0, 0) - integral(rule.shape, top + 1, 0, 0)),
        1e-6)
        << info(rule.shape).name << " " << rule.points;
  }
}

}  // namespace
}  // namespace sparkdyn::structure
