// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Solids to try elements on: one element of any shape, distorted, and blocks of many.

#include <Eigen/Geometry>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "shape_functions.hpp"
#include "sparkdyn/structure/element.hpp"
#include "structure/named_element.hpp"

namespace sparkdyn::structure {

using Matrix = Eigen::MatrixXd;
using Corners = std::vector<int>;

inline const Material steel = Material::isotropic(210, 0.3, 7.8);

inline Material wood() {
  Material material;
  material.is_isotropic = false;
  material.elastic = {12, 0.9, 0.5, 0.4, 0.45, 0.5, 0.7, 0.6, 0.05};
  material.density = 0.45;
  return material;
}

inline const Eigen::Matrix3d turn =
    Eigen::AngleAxisd(0.8, Eigen::Vector3d(1, 2, -0.7).normalized()).toRotationMatrix();

inline SolidSection section_with(const Eigen::Matrix3d& axes) {
  SolidSection section;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) section.axes[i][j] = axes(i, j);
  return section;
}

// One element, or a mesh of one kind of element.
struct Body {
  const Element* kind = nullptr;
  std::vector<Point> x;
  std::vector<std::vector<int>> cells;
  Material material = steel;
  SectionData section = SolidSection{};

  int size() const { return 3 * static_cast<int>(x.size()); }
  std::vector<Point> points(const std::vector<int>& cell) const {
    std::vector<Point> result;
    for (const int node : cell) result.push_back(x[node]);
    return result;
  }
  Matrix assemble(const auto& compute) const {
    Matrix A = Matrix::Zero(size(), size());
    const int n = 3 * info(kind->shape()).nodes;
    Matrix a(n, n);
    for (const auto& cell : cells) {
      const auto at = points(cell);
      compute(ElementInput{at, &material, &section}, a);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) A(3 * cell[i / 3] + i % 3, 3 * cell[j / 3] + j % 3) += a(i, j);
    }
    return A;
  }
  Matrix stiffness() const {
    return assemble([&](const ElementInput& input, Matrix& a) { kind->stiffness(input, a); });
  }
  Matrix mass(bool lumped = false) const {
    return assemble([&](const ElementInput& input, Matrix& a) { kind->mass(input, lumped, a); });
  }
  Eigen::VectorXd field(const auto& u) const {
    Eigen::VectorXd q(size());
    for (std::size_t i = 0; i < x.size(); ++i) q.segment<3>(3 * i) = u(x[i]);
    return q;
  }
};

inline void add_middle_nodes(Body& body) {
  const ShapeInfo& about = info(body.kind->shape());
  std::map<std::pair<int, int>, int> middles;
  for (auto& cell : body.cells) {
    cell.resize(about.nodes);
    for (const Side& side : about.sides) {
      const int corners = info(side.shape).corners;
      for (int i = corners; i < info(side.shape).nodes; ++i) {
        const int a = cell[side.nodes[i - corners]];
        const int b = cell[side.nodes[(i - corners + 1) % corners]];
        const auto [found, is_new] = middles.try_emplace(std::minmax(a, b), body.x.size());
        if (is_new) body.x.push_back(0.5 * (body.x[a] + body.x[b]));
        cell[side.nodes[i]] = found->second;
      }
    }
  }
}

// A hexahedron as six tetrahedra, two wedges or itself.
inline std::vector<Corners> split(Shape shape) {
  const int corners = info(shape).corners;
  if (corners == 4)
    return {{0, 1, 2, 6}, {0, 2, 3, 6}, {0, 3, 7, 6}, {0, 7, 4, 6}, {0, 4, 5, 6}, {0, 5, 1, 6}};
  if (corners == 6) return {{0, 1, 2, 4, 5, 6}, {0, 2, 3, 4, 6, 7}};
  return {{0, 1, 2, 3, 4, 5, 6, 7}};
}

// nx × ny × nz bricks; `place` moves the corners of the grid, given in 0..1, before middles are
// put.
inline Body block(std::string_view name, int nx, int ny, int nz, const auto& place) {
  Body body;
  body.kind = &element(name);
  const auto index = [&](int i, int j, int k) { return (i * (ny + 1) + j) * (nz + 1) + k; };
  for (int i = 0; i <= nx; ++i)
    for (int j = 0; j <= ny; ++j)
      for (int k = 0; k <= nz; ++k)
        body.x.push_back(place(Point(double(i) / nx, double(j) / ny, double(k) / nz)));
  for (int i = 0; i < nx; ++i)
    for (int j = 0; j < ny; ++j)
      for (int k = 0; k < nz; ++k) {
        const int cube[] = {index(i, j, k),
                            index(i + 1, j, k),
                            index(i + 1, j + 1, k),
                            index(i, j + 1, k),
                            index(i, j, k + 1),
                            index(i + 1, j, k + 1),
                            index(i + 1, j + 1, k + 1),
                            index(i, j + 1, k + 1)};
        for (const Corners& corners : split(body.kind->shape())) {
          std::vector<int> cell;
          for (const int c : corners) cell.push_back(cube[c]);
          body.cells.push_back(cell);
        }
      }
  add_middle_nodes(body);
  return body;
}

// The element on its reference shape, mapped by x = A ξ + b.
inline Body affine(std::string_view name, const Eigen::Matrix3d& A, const Point& b) {
  Body body;
  body.kind = &element(name);
  const ShapeGradients xi = node_coordinates(body.kind->shape());
  body.cells.emplace_back();
  for (int i = 0; i < xi.rows(); ++i) {
    body.x.push_back(A * xi.row(i).transpose() + b);
    body.cells[0].push_back(i);
  }
  return body;
}

// One element with its corners moved at random (sides of hexahedra and wedges become warped).
inline Body distorted(std::string_view name, double amount = 0.15) {
  Body body = affine(name, Eigen::Vector3d(1.0, 0.8, 0.6).asDiagonal(), {0.3, -0.2, 0.1});
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> shift(-amount, amount);
  const int corners = info(body.kind->shape()).corners;
  body.x.resize(corners);
  for (Point& x : body.x) x += Point(shift(generator), shift(generator), shift(generator));
  add_middle_nodes(body);
  return body;
}

}  // namespace sparkdyn::structure
