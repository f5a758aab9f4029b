// SPDX-License-Identifier: BSD-3-Clause
#include "shape_functions.hpp"

#include <cmath>

namespace sparkdyn::structure {

namespace {

// A value with its gradient, so that each shape function is written down once. Products and sums
// carry the derivatives along; the operations are exact, there is nothing to difference.
struct Dual {
  double value = 0;
  Eigen::Vector3d gradient = Eigen::Vector3d::Zero();
};

Dual operator+(const Dual& a, const Dual& b) {
  return {a.value + b.value, a.gradient + b.gradient};
}
Dual operator-(const Dual& a, const Dual& b) {
  return {a.value - b.value, a.gradient - b.gradient};
}
Dual operator*(const Dual& a, const Dual& b) {
  return {a.value * b.value, a.value * b.gradient + b.value * a.gradient};
}
Dual constant(double value) {
  return {value, Eigen::Vector3d::Zero()};
}
Dual operator*(double a, const Dual& b) {
  return {a * b.value, a * b.gradient};
}
Dual operator+(double a, const Dual& b) {
  return constant(a) + b;
}
Dual operator-(double a, const Dual& b) {
  return constant(a) - b;
}

using Duals = std::array<Dual, most_nodes>;

using Corners = std::span<const std::array<double, 3>>;
constexpr std::array<std::array<double, 3>, 8> hexahedron_corners{{{-1, -1, -1},
                                                                   {1, -1, -1},
                                                                   {1, 1, -1},
                                                                   {-1, 1, -1},
                                                                   {-1, -1, 1},
                                                                   {1, -1, 1},
                                                                   {1, 1, 1},
                                                                   {-1, 1, 1}}};

struct Local {
  Dual xi, eta, zeta;
};

void line(const Dual& xi, bool quadratic, Duals& N) {
  N[0] = 0.5 * (1 - xi);
  N[1] = 0.5 * (1 + xi);
  if (!quadratic) return;
  N[2] = 1 - xi * xi;
  N[0] = N[0] - 0.5 * N[2];
  N[1] = N[1] - 0.5 * N[2];
}

// Triangles and tetrahedra: barycentric coordinates L, and 4 L_a L_b on the edge a–b.
void simplex(const Local& at, Shape shape, Duals& N) {
  const ShapeInfo& about = info(shape);
  std::array<Dual, 4> L{1 - at.xi - at.eta, at.xi, at.eta, at.zeta};
  if (about.dimension == 3) L[0] = L[0] - at.zeta;
  if (about.nodes == about.corners) {
    std::copy_n(L.begin(), about.corners, N.begin());
    return;
  }
  static constexpr std::array<std::pair<int, int>, 6> edges{
      {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}}};
  for (int i = 0; i < about.corners; ++i) N[i] = L[i] * (2 * L[i] - constant(1));
  for (int i = about.corners; i < about.nodes; ++i) {
    const auto [a, b] = edges[static_cast<std::size_t>(i - about.corners)];
    N[i] = 4 * (L[a] * L[b]);
  }
}

// One factor of the serendipity functions: ½(1 ± ξ) at an end, 1 − ξ² in the middle.
Dual factor(const Dual& xi, double node) {
  return node == 0 ? 1 - xi * xi : 0.5 * (1 + node * xi);
}

// Quadrilaterals and hexahedra: products of factors; with middle nodes, half of each middle's
// function is taken from the corners at its ends.
void serendipity(const Local& at, Shape shape, Duals& N) {
  const ShapeInfo& about = info(shape);
  const bool solid = about.dimension == 3;
  static constexpr std::array<std::pair<int, int>, 12> edges{{{0, 1},
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
                                                              {3, 7}}};
  const auto product = [&](const std::array<double, 3>& node) {
    const Dual flat = factor(at.xi, node[0]) * factor(at.eta, node[1]);
    return solid ? flat * factor(at.zeta, node[2]) : flat;
  };
  for (int i = 0; i < about.corners; ++i) N[i] = product(hexahedron_corners[i]);
  for (int i = about.corners; i < about.nodes; ++i) {
    const auto [a, b] = edges[static_cast<std::size_t>(i - about.corners)];
    std::array<double, 3> middle;
    for (std::size_t k = 0; k < 3; ++k)
      middle[k] = 0.5 * (hexahedron_corners[a][k] + hexahedron_corners[b][k]);
    N[i] = product(middle);
    N[a] = N[a] - 0.5 * N[i];
    N[b] = N[b] - 0.5 * N[i];
  }
}

void wedge(const Local& at, bool quadratic, Duals& N) {
  const std::array<Dual, 3> L{1 - at.xi - at.eta, at.xi, at.eta};
  const Dual bottom = 0.5 * (1 - at.zeta);
  const Dual top = 0.5 * (1 + at.zeta);
  for (std::size_t i = 0; i < 3; ++i) {
    N[i] = L[i] * bottom;
    N[i + 3] = L[i] * top;
  }
  if (!quadratic) return;
  const Dual between = 1 - at.zeta * at.zeta;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t next = (i + 1) % 3;
    N[i + 6] = 4 * (L[i] * L[next] * bottom);
    N[i + 9] = 4 * (L[i] * L[next] * top);
    N[i + 12] = L[i] * between;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t before = (i + 2) % 3;
    N[i] = N[i] - 0.5 * (N[i + 6] + N[before + 6] + N[i + 12]);
    N[i + 3] = N[i + 3] - 0.5 * (N[i + 9] + N[before + 9] + N[i + 12]);
  }
}

Duals evaluate(Shape shape, const Eigen::Vector3d& xi) {
  const Local at{{xi[0], Eigen::Vector3d::UnitX()},
                 {xi[1], Eigen::Vector3d::UnitY()},
                 {xi[2], Eigen::Vector3d::UnitZ()}};
  Duals N;
  switch (shape) {
    case Shape::point:
      N[0] = constant(1);
      break;
    case Shape::line2:
    case Shape::line3:
      line(at.xi, shape == Shape::line3, N);
      break;
    case Shape::triangle3:
    case Shape::triangle6:
    case Shape::tetrahedron4:
    case Shape::tetrahedron10:
      simplex(at, shape, N);
      break;
    case Shape::quadrilateral4:
    case Shape::quadrilateral8:
    case Shape::hexahedron8:
    case Shape::hexahedron20:
      serendipity(at, shape, N);
      break;
    case Shape::wedge6:
    case Shape::wedge15:
      wedge(at, shape == Shape::wedge15, N);
      break;
  }
  return N;
}

// Local coordinates of the corners; middles of edges follow from them.
Eigen::Vector3d corner(Shape shape, int i) {
  const auto& h = hexahedron_corners[static_cast<std::size_t>(i)];
  switch (shape) {
    case Shape::point:
      return {0, 0, 0};
    case Shape::line2:
    case Shape::line3:
      return {i == 0 ? -1.0 : 1.0, 0, 0};
    case Shape::quadrilateral4:
    case Shape::quadrilateral8:
      return {h[0], h[1], 0};
    case Shape::hexahedron8:
    case Shape::hexahedron20:
      return {h[0], h[1], h[2]};
    case Shape::wedge6:
    case Shape::wedge15:
      return {i % 3 == 1 ? 1.0 : 0.0, i % 3 == 2 ? 1.0 : 0.0, i < 3 ? -1.0 : 1.0};
    default:
      return {i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0, i == 3 ? 1.0 : 0.0};
  }
}

}  // namespace

ShapeValues shape_values(Shape shape, const Eigen::Vector3d& xi) {
  const Duals N = evaluate(shape, xi);
  ShapeValues result(info(shape).nodes);
  for (int i = 0; i < result.size(); ++i) result[i] = N[static_cast<std::size_t>(i)].value;
  return result;
}

ShapeGradients shape_gradients(Shape shape, const Eigen::Vector3d& xi) {
  const Duals N = evaluate(shape, xi);
  ShapeGradients result(info(shape).nodes, 3);
  for (int i = 0; i < result.rows(); ++i) result.row(i) = N[static_cast<std::size_t>(i)].gradient;
  return result;
}

ShapeGradients node_coordinates(Shape shape) {
  const ShapeInfo& about = info(shape);
  ShapeGradients result(about.nodes, 3);
  for (int i = 0; i < about.corners; ++i) result.row(i) = corner(shape, i);
  if (about.nodes == about.corners) return result;
  if (about.dimension == 1) {
    result.row(2).setZero();
    return result;
  }
  // A side lists its corners and then the middles between them, in order.
  for (const Side& side : about.sides) {
    const int corners = info(side.shape).corners;
    for (int i = corners; i < info(side.shape).nodes; ++i)
      result.row(side.nodes[i]) = 0.5 * (result.row(side.nodes[i - corners]) +
                                         result.row(side.nodes[(i - corners + 1) % corners]));
  }
  return result;
}

Eigen::Vector3d centre(Shape shape) {
  const int corners = info(shape).corners;
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (int i = 0; i < corners; ++i) sum += corner(shape, i);
  return sum / corners;
}

}  // namespace sparkdyn::structure
